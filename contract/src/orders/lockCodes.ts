import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { isTimeZone } from '../kit/exporting.ts';
import { MailAddress, Phone } from '../kit/person.ts';
import { messageChannels } from '../messages/channels.ts';
import { orders, PressKey } from './orders.ts';
import { isReasonGiven } from './reason.ts';

/** Minutes in which a code that is sent is meant to be used. */
export const codeWindow = { min: 10, max: 1440, usual: 60 } as const;
/** Operators that are offered at once. */
export const MOST_RECEIVERS = 50;

const permit = orders.unlockPassword.permit;
const isAddress = (channel: (typeof messageChannels)[number], address: string): boolean =>
  channel === 'mail' ? MailAddress.safeParse(address).success : address !== '' && Phone.safeParse(address).success;

/**
 * The one-time password of a lock, sent to one person for one opening: to an operator at an address it has confirmed, or to somebody
 * who is named, at an address that was typed twice. It is a disclosure like that on a screen: kept for ever, with who and why.
 */
export const lockCodes = {
  /** Operators in sight who are reached somewhere. */
  receivers: call({
    path: '/lock/codeReceivers',
    title: { zh: '查询可接收开锁码的人员', en: 'View who can be sent the code of a lock' },
    permit,
    business: null,
    input: z.object({ keyword: Line(60).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          oper_name: z.string(),
          login_name: z.string(),
          org_name: z.string(),
          channels: z.array(z.enum(messageChannels)),
        }),
      ),
      more: z.boolean(),
    }),
  }),
  /** The same press that comes twice sends one. */
  send: call({
    path: '/lock/sendCode',
    title: { zh: '发送开锁码', en: 'Send the code of a lock' },
    permit,
    business: 'other',
    input: z
      .object({
        device_id: Id,
        idempotency_key: PressKey,
        reason: Line(200),
        channel: z.enum(messageChannels),
        minutes: z.int().min(codeWindow.min, { error: 'codeWindow' }).max(codeWindow.max, { error: 'codeWindow' }),
        /** in which its end is told */
        timeZone: z.string().max(60).refine(isTimeZone, { error: 'timeZone' }),
        /** one of the receivers; not said: somebody else */
        receiver_id: Id.optional(),
        name: Line(60).default(''),
        address: z.string().trim().max(254).default(''),
        address_again: z.string().trim().max(254).default(''),
      })
      .refine(isReasonGiven, { path: ['reason'], error: 'reasonShort' })
      .refine(({ receiver_id, name }) => receiver_id !== undefined || name !== '', {
        path: ['name'],
        error: 'required',
      })
      .refine(({ receiver_id, channel, address }) => receiver_id !== undefined || isAddress(channel, address), {
        path: ['address'],
        error: 'codeAddress',
      })
      .refine(({ receiver_id, address, address_again: again }) => receiver_id !== undefined || address === again, {
        path: ['address_again'],
        error: 'codeAddressAgain',
      }),
    output: z.object({
      /** covered */
      recipient: z.string(),
      until_time: Time,
      /** a frozen period begins then: it is good for no longer */
      cut: z.boolean(),
    }),
  }),
};
