import type { MenuSeeds } from '../kit/menu.ts';
import { alarmConfigs } from './alarmConfig.ts';
import { alarmWays } from './alarmWays.ts';

export const mailboxCalls = { alarmConfigs, alarmWays };

export const mailboxMenu = {
  alarmConfig: {
    title: { zh: '邮箱配置', en: 'Mailbox configuration' },
    view: 'mailbox/MailboxPage',
    icon: 'mail',
    parent: null,
  },
} as const satisfies MenuSeeds;
