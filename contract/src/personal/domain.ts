import type { MenuSeeds } from '../kit/menu.ts';
import { account } from './account.ts';
import { apiKeys } from './apiKeys.ts';
import { browsers } from './browsers.ts';
import { contacts } from './contacts.ts';
import { myDevices } from './myDevices.ts';
import { secondFactor } from './secondFactor.ts';

export const personalCalls = { account, contacts, browsers, secondFactor, apiKeys, myDevices };

export const personalMenu = {
  personal: { title: { zh: '个人', en: 'Personal' }, view: '0', icon: 'person', parent: null },
  account: {
    title: { zh: '我的账号', en: 'My account' },
    view: 'personal/AccountPage',
    icon: 'person',
    parent: 'personal',
  },
  myDevice: {
    title: { zh: '我的设备', en: 'My devices' },
    view: 'personal/MyDevicesPage',
    icon: 'lock',
    parent: 'personal',
  },
} as const satisfies MenuSeeds;
