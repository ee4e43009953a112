import { z } from 'zod';
import { Alarm } from '../alarms/alarms.ts';
import { call, Id, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { Command, LockEvent } from '../lock/command.ts';
import { FieldChange } from '../system/logs/logs.ts';
import { quarantineReasons } from './putAside.ts';
import { Custody } from './stock.ts';

/**
 * What a life is made of, and the button that shows each: whoever does not hold it sees a life without. In the order in
 * which entries of one moment stand.
 */
export const lifePermits = {
  report: 'device:list',
  event: 'map:list',
  order: 'map:list',
  alarm: 'alarm:list',
  custody: 'stock:list',
  edit: 'operationLog:list',
  aside: 'quarantine:list',
  registered: 'device:list',
} as const;
export type LifeKind = keyof typeof lifePermits;
export const lifeKinds = Object.keys(lifePermits) as [LifeKind, ...LifeKind[]];

/** What a lock reported within an hour of its own clock; the times are on ours. */
export const ReportRun = z.object({
  from_time: Time,
  to_time: Time,
  count: z.int(),
  /** of them told late, out of the lock's memory */
  late: z.int(),
  /** of them without proof that the lock said it */
  unproved: z.int(),
  slowest: z.number().nullable(),
  fastest: z.number().nullable(),
  /** battery % of the first and the last that told it */
  electric_first: z.int().nullable(),
  electric_last: z.int().nullable(),
  /** the times, newest first, that ended in this hour and were longer without a report than it may be */
  silences: z.array(z.object({ from_time: Time, to_time: Time })),
});
export type ReportRun = z.output<typeof ReportRun>;

const when = {
  /** of the entry: within a kind it is a number of its own */
  id: z.int(),
  /** when it happened, to the microsecond: the line is read on from there */
  time: Time,
};
export const LifeEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('report'), ...when, run: ReportRun }),
  z.object({ kind: z.literal('event'), ...when, event: LockEvent }),
  z.object({ kind: z.literal('order'), ...when, command: Command }),
  z.object({ kind: z.literal('alarm'), ...when, alarm: Alarm }),
  z.object({
    kind: z.literal('custody'),
    ...when,
    custody: Custody.pick({
      step: true,
      from_status: true,
      to_status: true,
      oper_name: true,
      source: true,
      receiver: true,
      reason: true,
      signature: true,
    }),
  }),
  z.object({
    kind: z.literal('edit'),
    ...when,
    edit: z.object({
      /** in the reader's language, as is `instruct` */
      title: z.string(),
      instruct: z.string(),
      operate_name: z.string(),
      success: z.boolean(),
      changes: z.array(FieldChange),
    }),
  }),
  z.object({
    kind: z.literal('aside'),
    ...when,
    aside: z.object({ reason: z.enum(quarantineReasons), device_time: Time.nullable(), authenticated: z.boolean() }),
  }),
  z.object({ kind: z.literal('registered'), ...when }),
]);
export type LifeEntry = z.output<typeof LifeEntry>;

const filter = { id: Id, kind: oneOrMore(z.enum(lifeKinds)).optional(), from: Time.optional(), to: Time.optional() };
/** Behind which entry a page begins: its time, kind and number. */
const Cursor = z.string().regex(/^[\d:.TZ-]{20,30}~[a-z]+~\d{1,16}$/);
export const cursorOf = ({ time, kind, id }: Pick<LifeEntry, 'time' | 'kind' | 'id'>): string =>
  `${time}~${kind}~${id}`;

const title = { zh: '设备经历', en: 'the life of a device' };

/** Everything that ever happened to one device, on one line of time, newest first. */
export const deviceLife = {
  list: call({
    path: '/device/life',
    title: { zh: '查询设备经历', en: 'Read the life of a device' },
    permit: 'device:list',
    business: null,
    input: z.object({ ...filter, before: Cursor.optional(), size: z.int().min(1).max(100).default(40) }),
    output: z.object({ rows: z.array(LifeEntry), more: z.boolean() }),
  }),
  export: exportCall({
    path: 'device/life',
    menu: 'device',
    title,
    filter,
    fields: ['time', 'kind', 'what', 'who', 'more'],
  }),
};
