import { z } from 'zod';
import { call, Id, Nothing, Time } from '../kit/call.ts';
import { Sealed } from '../kit/person.ts';
import { recipientChannels, wayChannels } from '../messages/channels.ts';
import { MessageTry, messagePurposes, messageStates } from '../messages/messages.ts';
import { RecipientWay } from './alarmConfig.ts';

/** Of what was sent: what was not taken over, and what told of several. */
export const sentKinds = ['not_sent', 'digest'] as const;
export type SentKind = (typeof sentKinds)[number];

/** How a way did in the last day. */
const figures = {
  channel: z.enum(recipientChannels),
  /** handed over, and refused, lapsed or of unknown outcome */
  sent: z.int(),
  not_sent: z.int(),
  /** not taken yet and tried again */
  retrying: z.int(),
  /** what the other side said last; '' = nothing yet */
  answer: z.string(),
};
const way = {
  channel: z.enum(wayChannels),
  enabled: z.boolean(),
  /** the address, covered: the robots' are secrets */
  recipient: z.string(),
  has_secret: z.boolean(),
  /** how often in a row the other side has refused what went there, for good */
  refusals: z.int(),
  change_time: Time,
  changed_by: z.string(),
};

const Sent = z.object({
  id: Id,
  create_time: Time,
  channel: z.enum(recipientChannels),
  purpose: z.enum(messagePurposes),
  recipient: z.string(),
  state: z.enum(messageStates),
  answer: z.string(),
  /** of how many alarms and changes it told; null: of none */
  told: z.int().nullable(),
  /** the one alarm it told of, while that is kept */
  alarm: z.object({ kind: z.string(), sn: z.string(), subject: z.string() }).nullable(),
  next_time: Time.nullable(),
  tries: z.array(MessageTry),
});
export type Sent = z.output<typeof Sent>;

/** A recipient's own ways beside mail and SMS: a webhook, and robots of DingTalk, WeCom and Feishu. */
export const alarmWays = {
  list: call({
    path: '/alarmWay/list',
    title: { zh: '查看通知通道', en: 'View ways of a recipient' },
    permit: 'alarmConfig:list',
    business: null,
    input: z.object({ config_id: Id }),
    output: z.object({
      rows: z.array(z.object(way)),
      ways: z.array(RecipientWay),
      /** of the last 24 hours, mail and SMS as well */
      day: z.array(z.object(figures)),
      /** browsers that persons of its organisation have told them themselves */
      browsers: z.int(),
    }),
  }),
  /** Sets one up or changes it. The secret of a webhook is made here and told once; that of a robot is its vendor's. */
  save: call({
    path: '/alarmWay/save',
    title: { zh: '修改通知通道', en: 'Edit a way of a recipient' },
    permit: 'alarmConfig:update',
    business: 'update',
    input: z.object({
      config_id: Id,
      channel: z.enum(wayChannels),
      enabled: z.boolean(),
      /** the address; absent: it stays */
      address: Sealed.optional(),
      /** what the robot's messages are signed with; absent: it stays where the address does */
      secret: Sealed.optional(),
      /** of a webhook: make another secret, the old one is worth nothing from now on */
      renew: z.boolean().default(false),
    }),
    output: z.object({ secret: z.string().nullable() }),
  }),
  remove: call({
    path: '/alarmWay/remove',
    title: { zh: '删除通知通道', en: 'Remove a way of a recipient' },
    permit: 'alarmConfig:update',
    business: 'delete',
    input: z.object({ config_id: Id, channel: z.enum(wayChannels) }),
    output: Nothing,
  }),
  /** Writes a message as any other is, though the way be off or refuse; what became of it is asked for below. */
  test: call({
    path: '/alarmWay/test',
    title: { zh: '测试通知通道', en: 'Test a way of a recipient' },
    permit: 'alarmConfig:update',
    business: 'other',
    input: z.object({ config_id: Id, channel: z.enum(recipientChannels) }),
    output: z.object({ id: Id }),
  }),
  /** What was sent to a recipient, the newest first, each with its tries: what was said in it is kept nowhere. */
  sent: call({
    path: '/alarmWay/sent',
    title: { zh: '查看接收人的发送记录', en: 'View what was sent to a recipient' },
    permit: 'alarmConfig:list',
    business: null,
    input: z.object({
      config_id: Id,
      before: Id.optional(),
      only: z.enum(sentKinds).optional(),
      size: z.int().min(1).max(50).default(20),
    }),
    output: z.object({ rows: z.array(Sent), more: z.boolean() }),
  }),
};
