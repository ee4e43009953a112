import { z } from 'zod';
import { call, Id, Line, Nothing } from '../kit/call.ts';
import { Sealed } from '../kit/person.ts';
import { messageChannels } from '../messages/channels.ts';

/** Six digits of an authenticator app, or a backup code; spaces and hyphens are a matter of taste. */
export const SecondFactorCode = z.string().trim().max(20);

const Password = Sealed.min(1, { error: 'required' });
const TypedCode = SecondFactorCode.min(1, { error: 'required' });
const Codes = z.object({
  /** told this once; each signs in once in place of a code */
  codes: z.array(z.string()),
});

/** Where codes come from: an app shows them, or they are sent. */
export const factorChannels = ['app', ...messageChannels] as const;
export type FactorChannel = (typeof factorChannels)[number];

export const SentCode = z.object({
  /** where it went, covered */
  recipient: z.string(),
  /** after so many another may be asked for */
  seconds: z.int(),
});

/** Two-factor sign-in: codes by RFC 6238 (SHA-1, six digits, 30 s), with backup codes. */
export const secondFactor = {
  begin: call({
    path: '/secondFactor/begin',
    title: { zh: '开始设置两步验证', en: 'Begin to set up two-factor sign-in' },
    permit: 'session',
    duringSetUp: true,
    business: 'update',
    /** `code`: of the one that is on, where codes are sent; an app takes its place */
    input: z.object({ password: Password, code: SecondFactorCode.optional() }),
    /** base32, and the otpauth: address of the same secret for a QR code */
    output: z.object({ secret: z.string(), secretUri: z.string() }),
  }),
  /** The same with an address of one's own, to which a first code is sent. Only where the role allows it. */
  beginByMessage: call({
    path: '/secondFactor/beginByMessage',
    title: { zh: '开始设置短信或邮件两步验证', en: 'Begin to set up two-factor sign-in by mail or SMS' },
    permit: 'session',
    duringSetUp: true,
    business: 'update',
    input: z.object({
      password: Password,
      channel: z.enum(messageChannels),
      address: Line(254).min(1, { error: 'required' }),
      code: SecondFactorCode.optional(),
    }),
    output: SentCode,
  }),
  /**
   * Sends a code to the address that is set up, none within a minute of the last, which still holds; with `set_up` another one
   * to the address that waits to be confirmed.
   */
  sendCode: call({
    path: '/secondFactor/sendCode',
    title: { zh: '发送验证码', en: 'Send a code' },
    permit: 'session',
    duringSetUp: true,
    business: 'other',
    input: z.object({ set_up: z.boolean().optional() }),
    output: SentCode,
  }),
  confirm: call({
    path: '/secondFactor/confirm',
    title: { zh: '启用两步验证', en: 'Switch two-factor sign-in on' },
    permit: 'session',
    duringSetUp: true,
    business: 'update',
    input: z.object({ code: TypedCode }),
    output: Codes,
  }),
  newCodes: call({
    path: '/secondFactor/newCodes',
    title: { zh: '重新生成备用码', en: 'Make new backup codes' },
    permit: 'session',
    business: 'update',
    input: z.object({ password: Password, code: TypedCode }),
    output: Codes,
  }),
  disable: call({
    path: '/secondFactor/disable',
    title: { zh: '关闭两步验证', en: 'Switch two-factor sign-in off' },
    permit: 'session',
    business: 'update',
    input: z.object({ password: Password, code: TypedCode }),
    output: Nothing,
  }),
  /** Whoever holds the role is led to set up a second factor before anything else. */
  require: call({
    path: '/role/secondFactor',
    title: { zh: '设置角色必须两步验证', en: 'Require two-factor sign-in of a role' },
    permit: 'role:secondFactor',
    business: 'update',
    input: z.object({ id: Id, required: z.boolean() }),
    output: Nothing,
  }),
  /** Whether who holds the role may have its codes sent by mail or SMS. */
  allowMessages: call({
    path: '/role/secondFactorByMessage',
    title: { zh: '设置角色可用短信或邮件验证码', en: 'Allow codes by mail and SMS to a role' },
    permit: 'role:secondFactor',
    business: 'update',
    input: z.object({ id: Id, allowed: z.boolean() }),
    output: Nothing,
  }),
  /** For somebody who lost the device and the backup codes; whether it is that person is for the caller to find out. */
  remove: call({
    path: '/operator/removeSecondFactor',
    title: { zh: '清除操作员的两步验证', en: 'Remove the second factor of operator' },
    permit: 'operator:removeSecondFactor',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** Proves afresh who sits here, for calls that answered `confirmNeeded`. Holds for five minutes. */
  prove: call({
    path: '/auth/confirm',
    title: { zh: '确认本人操作', en: 'Confirm who is acting' },
    permit: 'session',
    business: 'login',
    input: z.object({ password: Sealed.optional(), code: SecondFactorCode.optional() }),
    output: Nothing,
  }),
};
