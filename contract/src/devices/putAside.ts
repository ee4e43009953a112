import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { notUnderstoodReasons } from '../lock/report.ts';

/** Why a report, or a whole message, was put aside. */
export const quarantineReasons = [
  /** its time lies ahead of ours */
  'clock_future',
  /** its time is none, or lies before there were such locks */
  'clock_unset',
  /** older than is taken in */
  'too_old',
  /** the database took a value of it for impossible */
  'refused',
  /** its device was deleted while it was on its way */
  'unregistered',
  /** a whole message of which nothing became a report */
  'not_understood',
] as const;
export type QuarantineReason = (typeof quarantineReasons)[number];

const device = {
  device_id: Id,
  /** empty: the device is gone */
  sn: z.string(),
  device_name: z.string(),
  org_name: z.string(),
};

const quarantined = {
  ...device,
  reason: z.enum(quarantineReasons),
  /** what the lock's clock said; null: nothing that is a time */
  device_time: Time.nullable(),
  receive_time: Time,
  /** false: its sender had not proved to be the lock, so nobody knows whose words these are */
  authenticated: z.boolean(),
  /** bytes of the frame */
  length: z.int(),
  /** the content of the frame in hexadecimal, what opens the lock covered: in a list its beginning */
  raw: z.string(),
  /** it was put aside for its time, and its device is still of its organisation, so it can be judged again */
  again: z.boolean(),
  /** when it was judged again and taken in; null: it is put aside still */
  again_time: Time.nullable(),
};
export const Quarantined = z.object({ id: Id, ...quarantined });
export type Quarantined = z.output<typeof Quarantined>;

const quarantineFilter = {
  reason: z.enum(quarantineReasons).optional(),
  /** those taken in after all, instead of those put aside still */
  taken: z.boolean().optional(),
  device_id: Id.optional(),
  authenticated: z.boolean().optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(100).optional(),
};

/** Reports that were acknowledged and not believed, most often for the lock's clock. */
export const quarantine = {
  list: call({
    path: '/quarantine/list',
    title: { zh: '查询隔离报文', en: 'Search quarantine' },
    permit: 'quarantine:list',
    business: null,
    input: z.object({ ...quarantineFilter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Quarantined), more: z.boolean() }),
  }),
  detail: call({
    path: '/quarantine/detail',
    title: { zh: '查看隔离报文', en: 'View a report in quarantine' },
    permit: 'quarantine:list',
    business: null,
    input: z.object({ id: Id }),
    output: Quarantined.extend({
      /** minutes the device type says its clocks are ahead of UTC: when the report was read, and now */
      offset_then: z.int().nullable(),
      offset_now: z.int().nullable(),
      /** what of this device can be judged again */
      waiting: z.int(),
    }),
  }),
  /**
   * Judges reports again with the clock offset their device type has now: what can be believed enters history, marked as
   * told late. Either the ones named, or all of a device that wait.
   */
  again: call({
    path: '/quarantine/again',
    title: { zh: '重新判定隔离报文', en: 'Judge quarantined reports again' },
    permit: 'quarantine:again',
    business: 'update',
    input: z
      .object({ ids: z.array(Id).min(1).max(100).optional(), device_id: Id.optional() })
      .refine((input) => (input.ids === undefined) !== (input.device_id === undefined), { error: 'selectOne' }),
    output: z.object({
      taken: z.int(),
      /** of what was asked for, put aside still: their time cannot be believed with this offset either */
      left: z.int(),
    }),
  }),
  export: exportCall({
    path: 'quarantine',
    menu: 'quarantine',
    title: { zh: '隔离报文', en: 'quarantine' },
    filter: quarantineFilter,
    fields: Object.keys(quarantined),
  }),
};

const heard = {
  ...device,
  /** where in the protocol, e.g. `0200/7F` */
  what: z.string(),
  reason: z.enum(notUnderstoodReasons),
  /** false: said over connections that had not proved to be the device; counted apart */
  authenticated: z.boolean(),
  hits: z.int(),
  first_time: Time,
  last_time: Time,
  /** the last of them in hexadecimal, its first 2,000 bytes */
  sample: z.string(),
};
export const Heard = z.object({ id: Id, ...heard });
export type Heard = z.output<typeof Heard>;

const heardFilter = {
  reason: z.enum(notUnderstoodReasons).optional(),
  device_id: Id.optional(),
  keyword: Line(100).optional(),
};

/** What locks said that no decoder understood: kept as it came, counted by device and kind. */
export const notUnderstood = {
  list: call({
    path: '/notUnderstood/list',
    title: { zh: '查询未识别内容', en: 'Search what was not understood' },
    permit: 'notUnderstood:list',
    business: null,
    input: z.object({
      ...heardFilter,
      page: z.int().min(1).default(1),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(Heard), total: z.int() }),
  }),
  export: exportCall({
    path: 'notUnderstood',
    menu: 'notUnderstood',
    title: { zh: '未识别内容', en: 'what was not understood' },
    filter: heardFilter,
    fields: Object.keys(heard),
  }),
};
