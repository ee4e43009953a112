import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, oneOrMore, Time } from '../kit/call.ts';
import { areDays } from '../kit/days.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { alarmKinds } from '../lock/codes.ts';
import { commandEvidence } from '../lock/command.ts';
import { outOfUse } from '../lock/operable.ts';
import { PLACE } from '../lock/place.ts';
import { Swipe, swipeFields } from '../lock/swipe.ts';

/** By what a lock was opened, as it says itself. No lock we know tells of a key: such an opening is by hand, or unknown. */
export const openingWays = [
  'remote',
  'sms',
  'card',
  'password',
  'bluetooth',
  'authorised',
  'automatic',
  'hand',
  'forced',
  'unknown',
] as const;
export type OpeningWay = (typeof openingWays)[number];

/**
 * By what right. `none`: it rang as opened without. `order`: the deed proves an order; `perhaps`: it may be an order's and
 * nothing proves that. `disclosure`: its password was shown to somebody shortly before; `password`: it was shown to nobody.
 * `rule`: a rule let its card open there and then; `unsure`: a rule is about it, and whether it did cannot be said. `card`, `lock`: the lock itself let it pass. `unsealed`: it was not sealed, and needs none.
 */
export const openingRights = [
  'none',
  'order',
  'perhaps',
  'disclosure',
  'password',
  'card',
  'rule',
  'unsure',
  'lock',
  'unsealed',
  'unknown',
] as const;
export type OpeningRight = (typeof openingRights)[number];

/** How far it is sure: the lock's own word with its own time over its own connection, less than that, or none at all. */
export const openingProofs = ['reported', 'untimed', 'unproved', 'inferred'] as const;
export type OpeningProof = (typeof openingProofs)[number];

export const Opening = z.object({
  id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** of its device now; null: it is in use, or out of sight */
  out_of_use: z.enum(outOfUse).nullable(),
  org_name: z.string(),
  /** when it happened, by our clock, and when we heard of it */
  at: Time,
  receive_time: Time,
  way: z.enum(openingWays),
  right: z.enum(openingRights),
  proof: z.enum(openingProofs),
  /** told from the lock's memory */
  replay: z.boolean(),
  /** who opened it, as far as anybody knows: who ordered it, who was shown the password, whom the lock names */
  who: z.string(),
  /** of who ordered it or was shown the password; '' = nobody of the console, or out of sight */
  login_name: z.string(),
  /** of the order: the organisation by whose right, where the device is distributed to one that does not see it */
  assigned_to: z.string(),
  /** of the order: who approved it; '' = nobody had to */
  approved_by: z.string(),
  /** of the order: as of every order */
  in_frozen: z.string(),
  /** the card, user or number the lock names */
  actor: z.string(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  ls_before: z.int(),
  ls_after: z.int(),
  lst: z.int(),
  lso: z.int().nullable(),
  fault: z.int(),
  code: z.string(),
  /** why, chosen and typed, of the order or the disclosure */
  reason_code: z.string().nullable(),
  reason_text: z.object({ zh: z.string(), en: z.string() }).nullable(),
  reason: z.string(),
  /** the order it is the evidence of */
  order_id: Id.nullable(),
  evidence: z.enum(commandEvidence).nullable(),
  order_time: Time.nullable(),
  sent_time: Time.nullable(),
  /** null: the lock has not answered the order */
  answer_time: Time.nullable(),
  /** when the password was shown */
  disclose_time: Time.nullable(),
  alarm_id: Id.nullable(),
  alarm_kind: z.enum(alarmKinds).nullable(),
  alarm_processed: z.boolean(),
  /** how its card stood to the rules of its time; null: it was no card, or no rule was about it */
  swipe: Swipe.nullable(),
});
export type Opening = z.output<typeof Opening>;

/** whose openings */
const ofLocks = {
  org_id: Id.optional(),
  device_id: Id.optional(),
  /** of its lock: number, name or what it guards */
  keyword: Line(60).optional(),
};
const filter = {
  way: oneOrMore(z.enum(openingWays)).optional(),
  /** those that rang as without right */
  without_right: z.boolean().optional(),
  ...ofLocks,
  /** of the opening, whenever it was heard of */
  from: Time.optional(),
  to: Time.optional(),
};

const counted = {
  total: z.int(),
  /** of the total */
  without_right: z.int(),
  /** in the order of the ways; those that were not used are left out */
  ways: z.array(z.object({ way: z.enum(openingWays), count: z.int() })),
};

const title = (zh: string, en: string): Text => ({ zh, en });

/** Who opened what, when, where, how and by what right. */
export const openings = {
  /** Those heard of last first, by cursor. */
  list: call({
    path: '/opening/list',
    title: title('查询开锁记录', 'Search the opening log'),
    permit: 'opening:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Opening), more: z.boolean() }),
  }),
  detail: call({
    path: '/opening/detail',
    title: title('查看开锁记录', 'View an opening'),
    permit: 'opening:list',
    business: null,
    input: z.object({ id: Id }),
    output: Opening.extend({
      /** the frame as received, without what only carries it, hex, what opens a lock covered as `••`; null: it is not kept any more, or nobody sent one */
      raw: z.string().nullable(),
    }),
  }),
  /** Of today and the six days before, of the locks that the list is narrowed to. */
  summary: call({
    path: '/opening/summary',
    title: title('统计开锁', 'Count openings'),
    permit: 'opening:list',
    business: null,
    /**
     * When its days begin by the clocks of who asks, which may be put forward or back within them, the oldest first; what is
     * later than the last belongs to that. Without: by UTC.
     */
    input: z.object({
      ...ofLocks,
      days: z.array(Time).length(7).refine(areDays, { error: 'outOfRange' }).optional(),
    }),
    output: z.object({
      ...counted,
      locks: z.int(),
      /** oldest first, those without an opening too */
      days: z.array(z.object({ from: Time, ...counted })),
    }),
  }),
  export: exportCall({
    path: 'opening',
    menu: 'opening',
    title: title('开锁记录', 'openings'),
    filter,
    fields: [...Object.keys(Opening.omit({ reason_text: true, swipe: true }).shape), ...swipeFields, 'why', PLACE],
  }),
};
