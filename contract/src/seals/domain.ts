import type { MenuSeeds } from '../kit/menu.ts';
import { field } from './field.ts';
import { sealFigures } from './figures.ts';
import { balances, handovers } from './handovers.ts';
import { sealKinds } from './kinds.ts';
import { labels } from './labels.ts';
import { operationsOf } from './operations.ts';
import { rfidField, rfidRecords, rfidTasks } from './rfid.ts';
import { sealsOf } from './seals.ts';
import { sealStatistics } from './statistics.ts';

export const sealCalls = {
  sealKinds,
  qrSeals: sealsOf('qr'),
  nfcSeals: sealsOf('nfc'),
  rfidSeals: sealsOf('rfid'),
  qrOperations: operationsOf('qr'),
  nfcOperations: operationsOf('nfc'),
  rfidOperations: operationsOf('rfid'),
  labels,
  handovers,
  balances,
  rfidRecords,
  rfidTasks,
  rfidField,
  sealStatistics,
  sealFigures,
  field,
};

export const sealMenu = {
  seals: { title: { zh: '铅封管理', en: 'Lead seals' }, view: '0', icon: 'seal', parent: null },
  qrSeal: { title: { zh: '二维码铅封', en: 'QR seals' }, view: 'seals/QrSealsPage', icon: 'code', parent: 'seals' },
  qrOperation: {
    title: { zh: '二维码操作记录', en: 'QR operations' },
    view: 'seals/QrOperationsPage',
    icon: 'log',
    parent: 'seals',
  },
  sealLabel: {
    title: { zh: '标签打印', en: 'Labels' },
    view: 'seals/LabelsPage',
    icon: 'code',
    parent: 'seals',
  },
  sealHandover: {
    title: { zh: '铅封交接', en: 'Hand-overs' },
    view: 'seals/HandoversPage',
    icon: 'handset',
    parent: 'seals',
  },
  sealBalance: {
    title: { zh: '铅封平衡', en: 'Seal balance' },
    view: 'seals/BalancePage',
    icon: 'log',
    parent: 'seals',
  },
  nfcSeal: { title: { zh: 'NFC 铅封', en: 'NFC seals' }, view: 'seals/NfcSealsPage', icon: 'seal', parent: 'seals' },
  nfcUse: {
    title: { zh: 'NFC 使用记录', en: 'NFC usage' },
    view: 'seals/NfcOperationsPage',
    icon: 'log',
    parent: 'seals',
  },
  rfidSeal: {
    title: { zh: 'RFID 铅封', en: 'RFID seals' },
    view: 'seals/RfidSealsPage',
    icon: 'seal',
    parent: 'seals',
  },
  rfidUse: {
    title: { zh: 'RFID 使用记录', en: 'RFID usage' },
    view: 'seals/RfidOperationsPage',
    icon: 'log',
    parent: 'seals',
  },
  rfidTask: {
    title: { zh: 'RFID 任务', en: 'RFID tasks' },
    view: 'seals/RfidTasksPage',
    icon: 'record',
    parent: 'seals',
  },
  rfidRecord: {
    title: { zh: 'RFID 记录', en: 'RFID records' },
    view: 'seals/RfidRecordsPage',
    icon: 'log',
    parent: 'seals',
  },
  sealStatistics: {
    title: { zh: '铅封统计', en: 'Seal statistics' },
    view: 'seals/StatisticsPage',
    icon: 'chart',
    parent: 'seals',
  },
  sealKind: {
    title: { zh: '铅封类别', en: 'Kinds of seals' },
    view: 'seals/SealKindsPage',
    icon: 'type',
    parent: 'seals',
  },
  field: { title: { zh: '现场操作', en: 'In the field' }, view: 'seals/FieldPage', icon: 'handset', parent: 'seals' },
} as const satisfies MenuSeeds;
