import { z } from 'zod';
import { call, EnableStatus, Id, Line, Nothing, Time } from '../kit/call.ts';
import { MailAddress, Phone } from '../kit/person.ts';
import { resource, statusCall } from '../kit/resource.ts';
import { alarmKinds } from '../lock/codes.ts';
import { recipientChannels } from '../messages/channels.ts';

/** The language a recipient is written to in. */
export const mailboxLanguages = ['zh_CN', 'en_US'] as const;
export type MailboxLanguage = (typeof mailboxLanguages)[number];

/** `police`: alarms alone; `status`: notices and every change of a lock's status besides. */
export const receiveTypes = ['police', 'status'] as const;
export type ReceiveType = (typeof receiveTypes)[number];

/** Refusals in a row after which nothing more goes to an address until somebody has looked after it. */
export const MOST_REFUSALS = 3;

/** What is wrong with a way: it refuses again and again, or whoever reads there chose to receive no more. */
export const troubleKinds = ['refuses', 'left'] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/**
 * How a way does: `retrying`: something waits for another try; `broken`: the last three that were tried ended without, or one is
 * tried for the fifth time and more; `unset`: it is the house's, which has not set it up.
 */
export const wayHealths = ['well', 'retrying', 'broken', 'unset', ...troubleKinds] as const;
export type WayHealth = (typeof wayHealths)[number];
/** A way that leads somewhere, switched on or not. */
export const RecipientWay = z.object({
  channel: z.enum(recipientChannels),
  on: z.boolean(),
  health: z.enum(wayHealths),
});
export type RecipientWay = z.output<typeof RecipientWay>;

/** A way of a recipient that nothing is sent by until somebody has looked after it. */
export const Trouble = z.object({
  config_id: Id,
  config_name: z.string(),
  org_name: z.string(),
  channel: z.enum(recipientChannels),
  kind: z.enum(troubleKinds),
  /** covered where it is not of a recipient's own row */
  address: z.string(),
  since: Time,
  /** when those who look after it were told by mail or SMS, and how many of them were; null: not yet */
  told_time: Time.nullable(),
  told: z.int(),
  /** of one that was left: when it was last asked to come back */
  invite_time: Time.nullable(),
});
export type Trouble = z.output<typeof Trouble>;
/** Of so many at most, the newest. */
export const MOST_TROUBLES = 100;

/** A time of the day; '' = none. */
export const Hour = z.union([z.literal(''), z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)]);

const written = {
  config_name: Line(60).min(1, { error: 'required' }),
  mail_box: z.union([z.literal(''), MailAddress], { error: 'mailbox' }),
  phone: Phone,
  language: z.enum(mailboxLanguages),
  receive_type: z.enum(receiveTypes),
  is_mail_config: z.boolean(),
  is_phone_config: z.boolean(),
  /** between these, by the clock of the server's zone, only what is critical is told; the rest comes when they end */
  quiet_from: Hour.default(''),
  quiet_until: Hour.default(''),
  /** of which alarms it is told; none = of all */
  kinds: z.array(z.enum(alarmKinds)).max(alarmKinds.length).default([]),
};
const title = { zh: '通知接收人', en: 'recipient' };
const plain = resource({
  path: 'alarmConfig',
  menu: 'alarmConfig',
  title,
  row: {
    ...written,
    status: EnableStatus,
    org_id: Id,
    org_name: z.string(),
    /** how often in a row the other side has refused what went there, for good */
    mail_refusals: z.int(),
    phone_refusals: z.int(),
    /** whoever reads the mail chose to receive no more */
    mail_left: z.boolean(),
    /** mail and SMS first */
    ways: z.array(RecipientWay),
    create_time: Time,
  },
  write: written,
  filter: {
    status: EnableStatus.optional(),
    receive_type: z.enum(receiveTypes).optional(),
  },
  sort: ['config_name', 'org_name', 'create_time'],
});

/**
 * Whom an organisation has told of its alarms. One that has nobody of its own is served by the next above it that has.
 * Saving a recipient begins its count of refusals anew.
 */
export const alarmConfigs = {
  ...plain,
  add: call({ ...plain.add, input: plain.add.input.extend({ org_id: Id.optional() }) }),
  status: statusCall('alarmConfig', 'alarmConfig', title),
  /** Ways that fail, or were left, of all recipients the caller sees. */
  troubles: call({
    path: '/alarmConfig/troubles',
    title: { zh: '查看送达异常的通知方式', en: 'View ways that fail' },
    permit: 'alarmConfig:list',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(Trouble) }),
  }),
  /** Asks by mail whoever left to receive again, which takes that person's own deed. */
  invite: call({
    path: '/alarmConfig/invite',
    title: { zh: '邀请恢复接收告警邮件', en: 'Invite to receive mails of alarms again' },
    permit: 'alarmConfig:update',
    business: 'other',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** what the form offers: the caller's organisations */
  options: call({
    path: '/alarmConfig/options',
    title: { zh: '通知接收人选项', en: 'Recipient form options' },
    permit: 'alarmConfig:list',
    business: null,
    input: Nothing,
    output: z.object({
      /** the server's time zone: quiet hours are of it */
      zone: z.string(),
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
    }),
  }),
  /** Who is told of the alarms of each of the caller's organisations: itself, one above it, or nobody. */
  coverage: call({
    path: '/alarmConfig/coverage',
    title: { zh: '查看各组织的通知来源', en: 'View who is told for each organisation' },
    permit: 'alarmConfig:list',
    business: null,
    input: Nothing,
    output: z.object({
      /** mail and SMS are set up for the house */
      mail: z.boolean(),
      sms: z.boolean(),
      rows: z.array(
        z.object({
          org_id: Id,
          org_name: z.string(),
          parent_id: Id.nullable(),
          /** recipients of its own */
          own: z.int(),
          /** the organisation whose recipients are told; null: nobody is; it may be above the caller's sight, then '' */
          by_org_name: z.string().nullable(),
          /** anything leads to one of these: enabled, by a way that is on, for them and for the house, and has not refused again and again */
          reached: z.boolean(),
        }),
      ),
    }),
  }),
};
