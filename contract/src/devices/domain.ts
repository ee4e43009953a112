import type { MenuSeeds } from '../kit/menu.ts';
import { deviceConfiguration } from './configuration.ts';
import { deviceConnect } from './connect.ts';
import { devices } from './devices.ts';
import { deviceTypes } from './deviceTypes.ts';
import { deviceFrames } from './frames.ts';
import { deviceLife } from './life.ts';
import { deviceManagement } from './management.ts';
import { manufacturers } from './manufacturers.ts';
import { openable } from './openable.ts';
import { openers } from './openers.ts';
import { notUnderstood, quarantine } from './putAside.ts';
import { deviceRights } from './rights.ts';
import { stock } from './stock.ts';
import { deviceSubLocks } from './subLocks.ts';
import { unregistered } from './unregistered.ts';

export const deviceCalls = {
  devices,
  deviceTypes,
  manufacturers,
  unregistered,
  quarantine,
  notUnderstood,
  stock,
  deviceLife,
  deviceFrames,
  deviceConfiguration,
  deviceRights,
  openers,
  openable,
  deviceConnect,
  deviceManagement,
  deviceSubLocks,
};

export const deviceMenu = {
  devices: { title: { zh: '设备管理', en: 'Devices' }, view: '0', icon: 'devices', parent: null },
  device: { title: { zh: '设备', en: 'Device list' }, view: 'devices/DevicesPage', icon: 'lock', parent: 'devices' },
  deviceType: {
    title: { zh: '设备类型', en: 'Device types' },
    view: 'devices/DeviceTypesPage',
    icon: 'type',
    parent: 'devices',
  },
  manufacturer: {
    title: { zh: '厂商', en: 'Manufacturers' },
    view: 'devices/ManufacturersPage',
    icon: 'factory',
    parent: 'devices',
  },
  stock: { title: { zh: '库存流转', en: 'Stock' }, view: 'devices/StockPage', icon: 'stock', parent: 'devices' },
  unregistered: {
    title: { zh: '未登记设备', en: 'Unregistered' },
    view: 'devices/UnregisteredPage',
    icon: 'unknown',
    parent: 'devices',
  },
  quarantine: {
    title: { zh: '隔离报文', en: 'Quarantine' },
    view: 'devices/QuarantinePage',
    icon: 'quarantine',
    parent: 'devices',
  },
  notUnderstood: {
    title: { zh: '未识别内容', en: 'Not understood' },
    view: 'devices/NotUnderstoodPage',
    icon: 'code',
    parent: 'devices',
  },
} as const satisfies MenuSeeds;
