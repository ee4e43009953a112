import type { MenuSeeds } from '../kit/menu.ts';
import { channels } from './channels.ts';
import { messages } from './messages.ts';

export const messageCalls = { channels, messages };

export const messageMenu = {
  messageChannel: {
    title: { zh: '邮件与短信', en: 'Mail and SMS' },
    view: 'messages/ChannelsPage',
    icon: 'mail',
    parent: 'system',
  },
  message: {
    title: { zh: '发送记录', en: 'Messages sent' },
    view: 'messages/MessagesPage',
    icon: 'record',
    parent: 'system',
  },
} as const satisfies MenuSeeds;
