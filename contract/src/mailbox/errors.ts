import type { FieldErrors } from '../kit/refusal.ts';

export const mailboxFieldErrors = {
  mailboxNoAddress: {
    zh: '已开启此方式，请填写地址',
    en: 'This way is on: enter where it goes to',
  },
  mailboxQuiet: {
    zh: '请同时选择免打扰的开始和结束时间，且两者不同',
    en: 'Quiet hours need a beginning and an end that differ',
  },
} as const satisfies FieldErrors;
