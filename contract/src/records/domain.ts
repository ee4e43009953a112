import type { MenuSeeds } from '../kit/menu.ts';
import { alertRecords } from './alerts.ts';
import { changeRecords } from './changes.ts';
import { locationRecords, statusRecords } from './reports.ts';

export const recordDomainCalls = { locationRecords, statusRecords, alertRecords, changeRecords };

export const recordMenu = {
  records: { title: { zh: '记录查询', en: 'Records' }, view: '0', icon: 'record', parent: null },
  locationRecord: {
    title: { zh: '设备位置记录', en: 'Device location' },
    view: 'records/LocationRecordsPage',
    icon: 'pin',
    parent: 'records',
  },
  statusRecord: {
    title: { zh: '设备状态记录', en: 'Device status' },
    view: 'records/StatusRecordsPage',
    icon: 'lock',
    parent: 'records',
  },
  alertRecord: {
    title: { zh: '设备告警记录', en: 'Device alerts' },
    view: 'records/AlertRecordsPage',
    icon: 'alarm',
    parent: 'records',
  },
  changeRecord: {
    title: { zh: '告警与状态变化', en: 'Alerts and status changes' },
    view: 'records/ChangeRecordsPage',
    icon: 'record',
    parent: 'records',
  },
} as const satisfies MenuSeeds;
