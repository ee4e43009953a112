import { z } from 'zod';
import { call, Id, Line, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { sealMedia } from './number.ts';
import { MOST_HANDED } from './runs.ts';

export const handoverStates = ['offered', 'accepted', 'partly', 'declined', 'withdrawn'] as const;
export const handoverPurposes = ['issue', 'return'] as const;
/** What became of one seal of a hand-over. */
export const handoverOutcomes = ['received', 'missing', 'gone', 'kept', 'found', 'late'] as const;

export const Handover = z.object({
  id: Id,
  medium: z.enum(sealMedia),
  purpose: z.enum(handoverPurposes),
  state: z.enum(handoverStates),
  /** the first and the last of its numbers, as people read them */
  numbers: z.string(),
  count: z.int(),
  received: z.int(),
  /** were offered and not there when it was answered */
  missing: z.int(),
  giver_id: Id,
  giver_name: z.string(),
  giver_org: z.string(),
  taker_id: Id,
  taker_name: z.string(),
  taker_org: z.string(),
  remark: z.string(),
  answer: z.string(),
  offer_time: Time,
  answer_time: Time.nullable(),
});
export type Handover = z.output<typeof Handover>;

const filter = {
  state: oneOrMore(z.enum(handoverStates)).optional(),
  medium: z.enum(sealMedia).optional(),
  purpose: z.enum(handoverPurposes).optional(),
  /** given or taken by this person */
  person_id: Id.optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};
const Numbers = z
  .array(Line(40).min(1, { error: 'required' }))
  .min(1)
  .max(MOST_HANDED);
const title = (zh: string, en: string) => ({ zh, en });
const read = { permit: 'sealHandover:list', business: null } as const;
const Done = z.object({ id: Id, count: z.int() });

/** Seals from hand to hand: offered by who has them, taken by who gets them, each signing in alone. */
export const handovers = {
  list: call({
    path: '/sealHandover/list',
    title: title('查询铅封交接', 'Search hand-overs of seals'),
    ...read,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Handover), more: z.boolean() }),
  }),
  detail: call({
    path: '/sealHandover/detail',
    title: title('查看铅封交接', 'View a hand-over of seals'),
    ...read,
    input: z.object({ id: Id }),
    output: Handover.extend({
      items: z.array(z.object({ number: z.string(), outcome: z.enum(handoverOutcomes).nullable() })),
    }),
  }),
  export: exportCall({
    path: 'sealHandover',
    menu: 'sealHandover',
    title: title('铅封交接', 'hand-overs of seals'),
    filter,
    fields: Object.keys(Handover.shape),
  }),
  people: call({
    path: '/sealHandover/people',
    title: title('查询接收人', 'People who can take seals'),
    permit: 'sealHandover:offer',
    business: null,
    input: z.object({ keyword: Line(60).default('') }),
    output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
  }),
  /** What the caller has in hand and could hand over. */
  mine: call({
    path: '/sealHandover/mine',
    title: title('查询我手中的铅封', 'Seals in my hand'),
    permit: 'sealHandover:offer',
    business: null,
    input: z.object({ medium: z.enum(sealMedia) }),
    output: z.object({
      rows: z.array(z.object({ first: z.string(), last: z.string(), count: z.int() })),
      count: z.int(),
    }),
  }),
  offer: call({
    path: '/sealHandover/offer',
    title: title('交出铅封', 'Hand seals over'),
    permit: 'sealHandover:offer',
    business: 'insert',
    input: z.object({
      taker_id: Id,
      purpose: z.enum(handoverPurposes),
      medium: z.enum(sealMedia),
      numbers: Numbers,
      remark: Line(200).default(''),
    }),
    output: Done,
  }),
  /** By the taker alone; whatever was not there is named, and is nobody's until it is found. */
  accept: call({
    path: '/sealHandover/accept',
    title: title('签收铅封', 'Take seals over'),
    permit: 'sealHandover:answer',
    business: 'update',
    input: z.object({
      id: Id,
      missing: z.array(Line(40)).max(MOST_HANDED).default([]),
      answer: Line(200).default(''),
    }),
    output: z.object({ id: Id, received: z.int(), missing: z.int(), gone: z.int() }),
  }),
  /** By the taker alone: nothing is taken, all stays where it was. */
  decline: call({
    path: '/sealHandover/decline',
    title: title('拒收铅封', 'Decline seals'),
    permit: 'sealHandover:answer',
    business: 'update',
    input: z.object({ id: Id, answer: Line(200).min(1, { error: 'required' }) }),
    output: Done,
  }),
  /** By the giver alone, as long as nobody answered. */
  withdraw: call({
    path: '/sealHandover/withdraw',
    title: title('撤回交接', 'Withdraw a hand-over'),
    permit: 'sealHandover:offer',
    business: 'update',
    input: z.object({ id: Id }),
    output: Done,
  }),
  /** What was missing is there after all: by the taker it is taken, by the giver it is back in hand. */
  settle: call({
    path: '/sealHandover/settle',
    title: title('说明缺少的铅封', 'Account for missing seals'),
    permit: 'sealHandover:settle',
    business: 'update',
    input: z.object({ id: Id, numbers: Numbers }),
    output: Done,
  }),
};

const sums = {
  opening: z.int(),
  received: z.int(),
  found: z.int(),
  used: z.int(),
  given: z.int(),
  returned: z.int(),
  scrapped: z.int(),
  in_hand: z.int(),
  unexplained: z.int(),
};
const late = {
  /** of what was used and scrapped: done in a time before, and told in this one */
  late: z.int(),
};
export const BalanceRow = z.object({ holder_id: Id, holder_name: z.string(), org_name: z.string(), ...sums, ...late });
export type BalanceRow = z.output<typeof BalanceRow>;
const month = {
  /** `2026-11`, in the zone of the caller's organisation: the same for whoever reads it, wherever */
  month: z
    .string()
    .regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/)
    .optional(),
  /** any other time; none: the month that it is */
  ...{ from: Time.optional(), to: Time.optional() },
  ...{ medium: z.enum(sealMedia).optional(), keyword: Line(60).optional() },
};

/**
 * What each holder had, got and used in a time, and what is unexplained of it, by when it was told: what is told late corrects the time in
 * which it is told, and never one that is over. Times are of quarter hours, at which days of every time zone begin.
 */
export const balances = {
  list: call({
    path: '/sealBalance/list',
    title: title('查询铅封平衡', 'Balance of seals by holder'),
    permit: 'sealBalance:list',
    business: null,
    input: z.object(month),
    output: z.object({
      /** those with something unexplained first, so many at the most */
      rows: z.array(BalanceRow),
      more: z.boolean(),
      /** of all of them, also those that are not looked for; between two of them nothing was received or given */
      total: z.object({ ...sums, ...late }),
      /** in which months begin */
      time_zone: z.string(),
    }),
  }),
  /** Why something is unexplained: which numbers, since which hand-over, and where they were read last. */
  why: call({
    path: '/sealBalance/why',
    title: title('查询未说明的铅封', 'Why seals are unexplained'),
    permit: 'sealBalance:list',
    business: null,
    input: z.object({ holder_id: Id, ...month }),
    output: z.object({
      rows: z.array(
        z.object({
          /** null: no hand-over says why */
          handover: Handover.nullable(),
          numbers: z.array(
            z.object({
              number: z.string(),
              kind: z.enum(['missing', 'found']),
              at: Time,
              /** it is still nobody's */
              open: z.boolean(),
              scan: z
                .object({
                  at: Time,
                  oper_name: z.string(),
                  operation: z.int(),
                  outcome: z.string(),
                  refusal: z.string().nullable(),
                })
                .nullable(),
            }),
          ),
        }),
      ),
      more: z.boolean(),
      /** what was done in a time before and told in this one, the newest first */
      late: z.array(z.object({ number: z.string(), kind: z.enum(['used', 'scrapped']), at: Time, booked: Time })),
      moreLate: z.boolean(),
    }),
  }),
  export: exportCall({
    path: 'sealBalance',
    menu: 'sealBalance',
    title: title('铅封平衡', 'balance of seals'),
    filter: month,
    fields: Object.keys(BalanceRow.shape),
  }),
};
