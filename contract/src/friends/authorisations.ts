import { z } from 'zod';
import { assignedOrders } from '../batches/assignments.ts';
import { DeviceNumber } from '../devices/devices.ts';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { replyCauses } from '../lock/command.ts';
import { Connection } from '../lock/connection.ts';
import { NamedArea, NamedAreas } from '../lock/outline.ts';
import { orderStages } from '../orders/orderQueue.ts';
import { isReasonGiven } from '../orders/reason.ts';

/** The first three go on; each of the others is an end. */
export const authorisationStates = [
  'pending_first',
  'pending_second',
  'active',
  'declined',
  'withdrawn',
  'lapsed',
  'expired',
  'ended',
] as const;
export type AuthorisationState = (typeof authorisationStates)[number];
/** What it comes to at this moment: one that has not begun or has ended is none. */
export const authorisationValues = ['unauthorised', 'authorised', 'permanent'] as const;
export type AuthorisationValue = (typeof authorisationValues)[number];
export const authorisationEnds = [
  'revoked',
  'disabled',
  'friendship',
  'moved',
  'retired',
  'recycled',
  'left',
  'unreviewed',
  'used',
] as const;
export const authorisationDirections = ['mine', 'given'] as const;
/** How the list is looked through: what the reader decides, what holds, what it asked for or holds itself, what is over. */
export const authorisationTabs = ['decide', 'active', 'mine', 'ended'] as const;
export type AuthorisationTab = (typeof authorisationTabs)[number];

export const authorisationLimits = {
  /** devices of one */
  numbers: 100,
  /** a timed one lasts so many at most */
  days: 30,
  /** how far ahead one may begin, in days */
  aheadDays: 366,
  /** each authoriser has so many to decide */
  hours: 72,
  /** a permanent one ends when nobody has confirmed it for so many days */
  reviewDays: 365,
  /** of one person, waiting at once and sent within a day */
  waiting: 50,
  aDay: 20,
  /** openings one may be good for at most */
  uses: 999,
} as const;

const record = {
  org_name: z.string(),
  /** who may order by it */
  holder_name: z.string(),
  holder_login: z.string(),
  holder_org: z.string(),
  orders: z.enum(assignedOrders),
  /** openings it is good for; null: any number in its time */
  max_uses: z.int().nullable(),
  /** openings by it that the locks have proved */
  used: z.int(),
  /** it opens inside so many areas alone; 0: anywhere */
  areas: z.int(),
  state: z.enum(authorisationStates),
  value: z.enum(authorisationValues),
  /** how it ended, in the reader's language, and by whom */
  why: z.string(),
  from_time: Time,
  /** null: permanent */
  until_time: Time.nullable(),
  reason: z.string(),
  /** how many were asked for, or given */
  devices: z.int(),
  first_name: z.string(),
  first_time: Time.nullable(),
  second_name: z.string(),
  second_time: Time.nullable(),
  create_time: Time,
  end_time: Time.nullable(),
};
const Row = {
  id: Id,
  ...record,
  /** given without having been asked for */
  direct: z.boolean(),
  /** orders to unseal by it of which it is not known yet whether they come to an opening: each takes one */
  uses_open: z.int(),
  /** it takes two */
  needs_second: z.boolean(),
  /** until when it has to be decided, or confirmed; null: nothing is due */
  due_time: Time.nullable(),
  /** the reader holds it */
  mine: z.boolean(),
  /** the reader sees the organisation that gives it, and may decide of it as far as its buttons go */
  own: z.boolean(),
  /** the reader may take the step that is due: is neither who asked nor who took the other one */
  decides: z.boolean(),
};
export const AuthorisationRow = z.object(Row);
export type AuthorisationRow = z.output<typeof AuthorisationRow>;

const AuthorisedDevice = z.object({
  device_id: Id,
  sn: z.string(),
  /** both empty where the reader sees it neither by the authorisation nor otherwise */
  device_name: z.string(),
  subject: z.string(),
  /** the reader sees the device itself */
  seen: z.boolean(),
  lock_status: z.int().nullable(),
  held: z.boolean(),
  stale: z.boolean(),
  connection: Connection.nullable(),
  lock_time: Time.nullable(),
  /** per cent */
  electric: z.int().nullable(),
  /** it is no part of the authorisation any more since then */
  end_time: Time.nullable(),
  /** the newest order by it */
  order: z
    .object({
      id: Id,
      kind: z.enum(assignedOrders),
      stage: z.enum(orderStages),
      cause: z.enum(replyCauses).nullable(),
      create_time: Time,
    })
    .nullable(),
});
export type AuthorisedDevice = z.output<typeof AuthorisedDevice>;

export const Authorisation = z.object({
  ...Row,
  /** to whoever applied nothing but what it typed, until it is agreed */
  asked: z.array(z.string()),
  locks: z.array(AuthorisedDevice),
  area_list: z.array(NamedArea),
  /** orders by it that wait: its end takes them back */
  waiting: z.int(),
});
export type Authorisation = z.output<typeof Authorisation>;

const filter = {
  state: z.enum(authorisationStates).optional(),
  direction: z.enum(authorisationDirections).optional(),
  tab: z.enum(authorisationTabs).optional(),
  /** of a person, an organisation or a number */
  keyword: Line(60).optional(),
};

/** Null: permanent. */
const Window = {
  from_time: Time,
  until_time: Time.nullable(),
};
const isInTime = ({ from_time: from, until_time: until }: { from_time: string; until_time: string | null }): boolean =>
  until === null ||
  (Date.parse(until) > Date.parse(from) &&
    Date.parse(until) - Date.parse(from) <= authorisationLimits.days * 86_400_000);
const Uses = z
  .int({ error: 'usesNumber' })
  .min(1, { error: 'usesNumber' })
  .max(authorisationLimits.uses, { error: 'usesNumber' });
const asked = z
  .object({
    person_id: z.int({ error: 'chooseFriend' }).positive(),
    numbers: z
      .array(DeviceNumber)
      .min(1, { error: 'chooseDevice' })
      .max(authorisationLimits.numbers, { error: 'tooManyNumbers' })
      .refine((all) => new Set(all).size === all.length, { error: 'deviceTwice' }),
    orders: z.enum(assignedOrders, { error: 'chooseSealOrUnseal' }),
    /** not said: any number in its time */
    max_uses: Uses.nullable().optional(),
    /** it opens inside them alone; not said: anywhere */
    areas: NamedAreas.nullable().optional(),
    ...Window,
    reason: Line(200).min(3, { error: 'reasonShort' }),
  })
  .refine(isInTime, { path: ['until_time'], error: 'authorisationTooLong' })
  .refine(({ orders, max_uses }) => orders === 'unseal' || max_uses == null, {
    path: ['max_uses'],
    error: 'usesOfUnseal',
  })
  .refine(({ orders, areas }) => orders === 'unseal' || areas == null, {
    path: ['areas'],
    error: 'areasOfUnseal',
  });

const title = (zh: string, en: string): Text => ({ zh, en });
const OfDevice = {
  id: Id,
  device_id: Id,
};

/**
 * Rights of persons to devices they do not see: asked for by a friend or given to one, agreed to by one or two people of
 * whose devices they are, for a time or until they end (decision 0058).
 */
/**
 * What an organisation says of a second authoriser: that it takes one, that it does not, or nothing of its own. Where one above it
 * says that it takes one, that binds it; where nobody says anything it takes one.
 */
export const secondSaid = ['inherit', 'on', 'off'] as const;
export type SecondSaid = (typeof secondSaid)[number];
const SecondRule = z.object({
  said: z.enum(secondSaid),
  /** what holds */
  needed: z.boolean(),
  /** one above it asks for it */
  bound: z.boolean(),
});

export const authorisations = {
  list: call({
    path: '/authorisation/list',
    title: title('查询设备授权', 'Search device authorisations'),
    permit: 'authorisation:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(AuthorisationRow), more: z.boolean() }),
  }),
  /** How many there are of each tab, whatever the list is narrowed by. */
  counts: call({
    path: '/authorisation/counts',
    title: title('统计设备授权', 'Count device authorisations'),
    permit: 'authorisation:list',
    business: null,
    input: Nothing,
    output: z.object({ decide: z.int(), active: z.int(), mine: z.int(), ended: z.int() }),
  }),
  detail: call({
    path: '/authorisation/detail',
    title: title('查看设备授权', 'View a device authorisation'),
    permit: 'authorisation:list',
    business: null,
    input: z.object({ id: Id }),
    output: Authorisation,
  }),
  export: exportCall({
    path: 'authorisation',
    menu: 'authorisation',
    title: title('设备授权', 'device authorisations'),
    filter,
    fields: Object.keys(record),
  }),
  /** Answers alike whether there are such devices or not. */
  apply: call({
    path: '/authorisation/apply',
    title: title('申请设备授权', 'Apply for a device authorisation'),
    permit: 'authorisation:apply',
    business: 'insert',
    input: asked,
    output: z.object({ id: Id }),
  }),
  /** Of one's own devices to a friend: whoever grants it is the first authoriser. */
  grant: call({
    path: '/authorisation/grant',
    title: title('直接授权设备', 'Grant a device authorisation'),
    permit: 'authorisation:decide',
    business: 'insert',
    input: asked,
    output: z.object({ id: Id }),
  }),
  /** As the first or the second. Who agrees may shorten it, make its openings fewer, and limit one that opens anywhere to areas. */
  agree: call({
    path: '/authorisation/agree',
    title: title('同意设备授权', 'Agree to a device authorisation'),
    permit: 'authorisation:decide',
    business: 'update',
    input: z.object({
      id: Id,
      until_time: Time.optional(),
      max_uses: Uses.optional(),
      areas: NamedAreas.optional(),
      /** as which: who thought to be the second is not the first */
      as: z.enum(['first', 'second']),
    }),
    output: Nothing,
  }),
  decline: call({
    path: '/authorisation/decline',
    title: title('拒绝设备授权', 'Decline a device authorisation'),
    permit: 'authorisation:decide',
    business: 'update',
    input: z.object({ id: Id, as: z.enum(['first', 'second']) }),
    output: Nothing,
  }),
  withdraw: call({
    path: '/authorisation/withdraw',
    title: title('撤回设备授权申请', 'Withdraw an application for a device authorisation'),
    permit: 'authorisation:apply',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** At once, with what waits by it. */
  end: call({
    path: '/authorisation/end',
    title: title('终止设备授权', 'End a device authorisation'),
    permit: 'authorisation:end',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** That a permanent one shall go on for another year. */
  confirm: call({
    path: '/authorisation/confirm',
    title: title('确认长期授权', 'Confirm a permanent authorisation'),
    permit: 'authorisation:decide',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** When the own organisation asks for a second authoriser. */
  rule: call({
    path: '/authorisation/rule',
    title: title('查看授权规则', 'View who must agree to authorisations'),
    permit: 'authorisation:list',
    business: null,
    input: Nothing,
    output: z.object({ second_permanent: SecondRule, second_others: SecondRule }),
  }),
  /** What is not said stays as it is. */
  setRule: call({
    path: '/authorisation/setRule',
    title: title('修改授权规则', 'Change who must agree to authorisations'),
    permit: 'authorisation:rule',
    business: 'update',
    input: z.object({ second_permanent: z.enum(secondSaid).optional(), second_others: z.enum(secondSaid).optional() }),
    output: Nothing,
  }),
  /** Takes the button of the order, too. */
  order: call({
    path: '/authorisation/order',
    title: title('对授权设备下发指令', 'Order to an authorised device'),
    permit: 'authorisation:order',
    business: 'command',
    input: z
      .object({
        ...OfDevice,
        kind: z.enum(assignedOrders),
        reason_code: Line(40).optional(),
        reason: Line(200).default(''),
        idempotency_key: z.string().regex(/^[\w-]{8,64}$/),
      })
      .refine((said) => said.kind === 'seal' || isReasonGiven(said), { path: ['reason'], error: 'reasonShort' }),
    output: Nothing,
  }),
  /** Takes back an own order that waits. */
  cancel: call({
    path: '/authorisation/cancel',
    title: title('取消授权设备的指令', 'Take back an order to an authorised device'),
    permit: 'authorisation:order',
    business: 'other',
    input: z.object({ ...OfDevice, order_id: Id }),
    output: Nothing,
  }),
};
