import { z } from 'zod';
import { call, Line, Nothing, Time } from '../kit/call.ts';
import { messageChannels } from '../messages/channels.ts';
import { SecondFactorCode, SentCode } from './secondFactor.ts';

/**
 * Where an operator is reached: at most one address for each way, which counts once a code that was sent there was typed. Who
 * approves is told by mail what waits.
 */
export const contacts = {
  list: call({
    path: '/contact/list',
    title: { zh: '查看我的联系方式', en: 'View where I am reached' },
    permit: 'session',
    business: null,
    input: Nothing,
    output: z.object({
      rows: z.array(z.object({ channel: z.enum(messageChannels), recipient: z.string(), confirm_time: Time })),
      /** those that are set up here */
      ways: z.array(z.enum(messageChannels)),
    }),
  }),
  /** Sends a code there; what counted until now counts until the code is typed. */
  begin: call({
    path: '/contact/begin',
    title: { zh: '开始设置联系方式', en: 'Begin to set where I am reached' },
    permit: 'session',
    business: 'update',
    input: z.object({ channel: z.enum(messageChannels), address: Line(254).min(1, { error: 'required' }) }),
    output: SentCode,
  }),
  sendCode: call({
    path: '/contact/sendCode',
    title: { zh: '重新发送联系方式验证码', en: 'Send the code of an address again' },
    permit: 'session',
    business: 'other',
    input: Nothing,
    output: SentCode,
  }),
  confirm: call({
    path: '/contact/confirm',
    title: { zh: '确认联系方式', en: 'Confirm where I am reached' },
    permit: 'session',
    business: 'update',
    input: z.object({ code: SecondFactorCode.min(1, { error: 'required' }) }),
    output: Nothing,
  }),
  remove: call({
    path: '/contact/remove',
    title: { zh: '删除联系方式', en: 'Remove where I am reached' },
    permit: 'session',
    business: 'delete',
    input: z.object({ channel: z.enum(messageChannels) }),
    output: Nothing,
  }),
};
