import type { MenuSeeds } from '../kit/menu.ts';
import { applicationRecords, applications } from './applications.ts';
import { authorisations } from './authorisations.ts';
import { friends } from './friends.ts';

export const friendCalls = { friends, applications, applicationRecords, authorisations };

/** In the folder of what is personal. */
export const friendMenu = {
  friend: {
    title: { zh: '我的好友', en: 'My friends' },
    view: 'friends/FriendsPage',
    icon: 'people',
    parent: 'personal',
  },
  authorisation: {
    title: { zh: '设备授权', en: 'Authorisations' },
    view: 'friends/AuthorisationsPage',
    icon: 'role',
    parent: 'personal',
  },
  application: {
    title: { zh: '申请管理', en: 'Application management' },
    view: 'friends/ApplicationsPage',
    icon: 'record',
    parent: 'personal',
  },
  applicationRecord: {
    title: { zh: '申请记录', en: 'Application records' },
    view: 'friends/ApplicationRecordsPage',
    icon: 'log',
    parent: 'personal',
  },
} as const satisfies MenuSeeds;
