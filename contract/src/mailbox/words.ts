import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { MailboxLanguage, ReceiveType } from './alarmConfig.ts';

export const mailboxWords = {
  mailbox_language: {
    title: { zh: '通知语言', en: 'Language of notices' },
    items: { zh_CN: ['中文', 'Chinese'], en_US: ['英文', 'English'] } satisfies Record<MailboxLanguage, Word>,
  },
  receive_type: {
    title: { zh: '接收类型', en: 'Receive type' },
    items: {
      police: ['仅告警', 'Alarms only', 'blue'],
      status: ['全部状态变化', 'All status changes', 'gold'],
    } satisfies Record<ReceiveType, Word>,
  },
} as const satisfies DictionarySeeds;
