import { type FieldErrors, type Refusals, refusal } from '../kit/refusal.ts';

export const mailboxRefusals = {
  mailboxNotLeft: refusal(
    'fail',
    '该邮箱未退订，无需邀请',
    'Nobody chose to receive no more there: there is nothing to ask',
  ),
  consoleUrlMissing: refusal(
    'fail',
    '未设置 CONSOLE_URL，邮件中无法写入链接，请联系系统运维',
    'CONSOLE_URL is not set, so no mail can hold a link: please ask whoever runs the system',
  ),
  browserNotReached: refusal(
    'fail',
    '您的角色不能查看告警，浏览器无法接收告警通知',
    'Your role sees no alarms, so a browser cannot be told of any',
  ),
} as const satisfies Refusals;

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
