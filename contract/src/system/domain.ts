import type { MenuSeeds } from '../kit/menu.ts';
import { dictionaries, dictionaryItems } from './dictionaries/dictionaries.ts';
import { operationLogs } from './logs/logs.ts';
import { menus } from './menus/menus.ts';
import { operators } from './operators/operators.ts';
import { organisations } from './organisations/organisations.ts';
import { roles } from './roles/roles.ts';

export const systemCalls = { organisations, operators, roles, menus, dictionaries, dictionaryItems, operationLogs };

export const systemMenu = {
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
} as const satisfies MenuSeeds;
