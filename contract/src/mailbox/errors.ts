import type { FieldErrors } from '../kit/refusal.ts';

export const mailboxFieldErrors = {
  mailboxNoAddress: {
    zh: '已开启此方式，请填写地址',
    en: 'This way is on: enter where it goes to',
  },
} as const satisfies FieldErrors;
