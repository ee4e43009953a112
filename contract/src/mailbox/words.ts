import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { MailboxLanguage } from './alarmConfig.ts';

export const mailboxWords = {
  mailbox_language: {
    title: { zh: '通知语言', en: 'Language of notices' },
    items: { zh_CN: ['中文', 'Chinese'], en_US: ['英文', 'English'] } satisfies Record<MailboxLanguage, Word>,
  },
} as const satisfies DictionarySeeds;
