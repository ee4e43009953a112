import type { z } from 'zod';
import type { EnableStatus } from '../call.ts';
import type { businessTypes } from '../logs.ts';
import type { orgTypes } from '../organisations.ts';
import type { HobbyConfig } from '../session.ts';
import type { Langue } from '../text.ts';
import type { DictionarySeed, Word } from './word.ts';

/** Accounts, authorisation and what the product keeps about its own use. */
export const peopleDictionaries = {
  enable_status: {
    title: { zh: '启用状态', en: 'Enable status' },
    items: { 1: ['启用', 'Enabled', 'green'], 2: ['停用', 'Disabled'] } satisfies Record<
      z.output<typeof EnableStatus>,
      Word
    >,
  },
  org_type: {
    title: { zh: '组织类型', en: 'Organisation type' },
    items: {
      operator: ['运营方', 'Operator'],
      carrier: ['承运人', 'Carrier'],
      shipper: ['货主', 'Shipper'],
      depot: ['仓库', 'Depot'],
      customs: ['海关', 'Customs'],
      maintenance: ['维修方', 'Maintenance'],
      other: ['其他', 'Other'],
    } satisfies Record<(typeof orgTypes)[number], Word>,
  },
  authorisation: {
    title: { zh: '设备授权', en: 'Device authorisation' },
    items: {
      authorised: ['已授权（限时）', 'Authorised (timed)', 'green'],
      permanent: ['永久授权', 'Permanent', 'cyan'],
      unauthorised: ['未授权', 'Unauthorised'],
    },
  },
  friend_application: {
    title: { zh: '好友申请', en: 'Friend application' },
    items: {
      pending: ['待处理', 'Pending', 'gold'],
      agreed: ['已同意', 'Agreed', 'green'],
      declined: ['已拒绝', 'Declined', 'red'],
    },
  },
  map_type: {
    title: { zh: '地图类型', en: 'Map type' },
    items: {
      baidu: ['百度地图', 'Baidu'],
      google: ['谷歌地图', 'Google'],
      amap: ['高德地图', 'AMap'],
      offline: ['离线地图', 'Offline map'],
    } satisfies Record<HobbyConfig['map_type'], Word>,
  },
  receive_type: {
    title: { zh: '告警接收类型', en: 'Alarm receive type' },
    items: { police: ['仅告警', 'Alarms only', 'gold'], status: ['全部状态变化', 'All status changes', 'blue'] },
  },
  language: {
    title: { zh: '语言', en: 'Language' },
    items: { zh_CN: ['中文', 'Chinese'], en_US: ['英文', 'English'] } satisfies Record<Langue, Word>,
  },
  business_type: {
    title: { zh: '操作类型', en: 'Kind of operation' },
    items: {
      insert: ['新增', 'Add', 'green'],
      update: ['修改', 'Modify', 'blue'],
      delete: ['删除', 'Delete', 'red'],
      export: ['导出', 'Export', 'cyan'],
      import: ['导入', 'Import', 'cyan'],
      command: ['指令', 'Command', 'gold'],
      login: ['登录', 'Login', 'purple'],
      other: ['其他', 'Other'],
    } satisfies Record<(typeof businessTypes)[number], Word>,
  },
} as const satisfies Record<string, DictionarySeed>;
