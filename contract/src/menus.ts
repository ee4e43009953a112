import type { Text } from './text.ts';

interface MenuSeed {
  title: Text;
  /** the console's page, `0` = a folder */
  view: string;
  icon: string;
  parent: string | null;
  hidden?: boolean;
}

/**
 * The menus a new product starts with, in their order. Buttons are not listed: they come from the calls that name them.
 * Operators may rename, reorder and hide them later; the codes stay.
 */
export const menuSeeds = {
  map: { title: { zh: '地图', en: 'Map' }, view: 'map/MapPage', icon: 'map', parent: null },
  alarm: { title: { zh: '告警', en: 'Alarms' }, view: 'alarms/AlarmsPage', icon: 'alarm', parent: null },
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
  unregistered: {
    title: { zh: '未登记设备', en: 'Seen, not registered' },
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
  personal: { title: { zh: '个人', en: 'Personal' }, view: '0', icon: 'person', parent: null },
  account: {
    title: { zh: '我的账号', en: 'My account' },
    view: 'personal/AccountPage',
    icon: 'person',
    parent: 'personal',
  },
  system: { title: { zh: '系统管理', en: 'System' }, view: '0', icon: 'system', parent: null },
  organisation: {
    title: { zh: '组织', en: 'Organisations' },
    view: 'system/organisations/OrganisationsPage',
    icon: 'organisation',
    parent: 'system',
  },
  operator: {
    title: { zh: '操作员', en: 'Operators' },
    view: 'system/operators/OperatorsPage',
    icon: 'people',
    parent: 'system',
  },
  role: {
    title: { zh: '角色', en: 'Roles' },
    view: 'system/roles/RolesPage',
    icon: 'role',
    parent: 'system',
  },
  menu: {
    title: { zh: '菜单与按钮', en: 'Menus and buttons' },
    view: 'system/menus/MenusPage',
    icon: 'menu',
    parent: 'system',
  },
  dictionary: {
    title: { zh: '字典', en: 'Dictionaries' },
    view: 'system/dictionaries/DictionariesPage',
    icon: 'dictionary',
    parent: 'system',
  },
  param: {
    title: { zh: '系统参数', en: 'Parameters' },
    view: 'system/params/ParamsPage',
    icon: 'param',
    parent: 'system',
  },
  operationLog: {
    title: { zh: '操作日志', en: 'Operation logs' },
    view: 'system/logs/OperationLogsPage',
    icon: 'log',
    parent: 'system',
  },
} as const satisfies Record<string, MenuSeed>;

export type MenuCode = keyof typeof menuSeeds;
export const menuCodes = Object.keys(menuSeeds) as MenuCode[];
