import { z } from 'zod';
import { call, Id, Line, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { sentChannels } from './channels.ts';

/** What messages are written for. */
export const messagePurposes = [
  'test',
  'second_factor',
  'contact',
  'approval',
  'lock_code',
  'alarm',
  'export',
  'delivery',
  'invitation',
] as const;
export type MessagePurpose = (typeof messagePurposes)[number];

/**
 * `sent`: the mail server or the provider took it over; whether it was read nobody knows. `unknown`: the connection ended after
 * the message and before the answer, so it may have gone; it is not sent again. `lapsed`: nobody took it while it was of use.
 */
export const messageStates = ['waiting', 'sending', 'sent', 'failed', 'lapsed', 'unknown'] as const;
export type MessageState = (typeof messageStates)[number];

const record = {
  create_time: Time,
  channel: z.enum(sentChannels),
  purpose: z.enum(messagePurposes),
  /** covered but for what tells one from another */
  recipient: z.string(),
  state: z.enum(messageStates),
  /** what the other side answered last, in its words */
  answer: z.string(),
  attempts: z.int(),
  /** which recipient of alarms it was for; '' = none, or one that is gone */
  config_name: z.string(),
  /** who caused it */
  oper_name: z.string(),
  org_name: z.string(),
  end_time: Time.nullable(),
  /** after this it is of no use, and is given up */
  expire_time: Time,
};
export const Message = z.object({ id: Id, ...record });
export type Message = z.output<typeof Message>;

/** One hand-over that was tried, and what came of it. */
export const MessageTry = z.object({
  attempt: z.int(),
  begin_time: Time,
  end_time: Time,
  state: z.enum(messageStates),
  answer: z.string(),
  /** when it was to be tried again; null: that was the end of it */
  next_time: Time.nullable(),
});

const filter = {
  channel: oneOrMore(z.enum(sentChannels)).optional(),
  state: oneOrMore(z.enum(messageStates)).optional(),
  purpose: oneOrMore(z.enum(messagePurposes)).optional(),
  /** of the recipient as it is shown, who caused it, or the answer */
  keyword: Line(60).optional(),
};

/** Messages by every way, newest first. What they said is never shown, and forgotten once they have gone. */
export const messages = {
  list: call({
    path: '/message/list',
    title: { zh: '查询发送记录', en: 'Search messages' },
    permit: 'message:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Message), more: z.boolean() }),
  }),
  detail: call({
    path: '/message/detail',
    title: { zh: '查看发送记录', en: 'View message' },
    permit: 'message:list',
    business: null,
    input: z.object({ id: Id }),
    /** with every try that has ended, the first of them first */
    output: Message.extend({ tries: z.array(MessageTry) }),
  }),
  export: exportCall({
    path: 'message',
    menu: 'message',
    title: { zh: '发送记录', en: 'messages' },
    filter,
    fields: Object.keys(record),
  }),
};
