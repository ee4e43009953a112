import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';

const DAY = 86_400_000;
/** How long one may last, and all of one organisation together, in any `FROZEN_WINDOW_DAYS` of them. */
export const MOST_FROZEN_DAYS = 92;
export const FROZEN_WINDOW_DAYS = 366;
/** How far ahead one may begin. */
export const FROZEN_AHEAD_DAYS = 366;
/** Of one organisation, those that are not over. */
export const MOST_FROZEN_PERIODS = 20;
/** For so long after it was declared whoever did may call it off. */
export const OWN_MINUTES = 10;

export const FrozenPeriod = z.object({
  id: Id,
  org_id: Id,
  org_name: z.string(),
  period_name: z.string(),
  from_time: Time,
  until_time: Time,
  oper_name: z.string(),
  login_name: z.string(),
  create_time: Time,
  /** ended, or called off, before its time; null: it was not */
  end_time: Time.nullable(),
  ender_name: z.string(),
  ender_login: z.string(),
  end_reason: z.string(),
  /** it has begun and is not over */
  holds: z.boolean(),
  /** neither its time nor somebody ended it */
  open: z.boolean(),
  /** until when the reader, who declared it, may call it off; null: not the reader's, or that time is over */
  own_until: Time.nullable(),
});
export type FrozenPeriod = z.output<typeof FrozenPeriod>;

/** Times in which nothing of an organisation, and of all below it, opens but by whoever may end them (decision 0149). */
export const frozenPeriods = {
  /** Those that are not over first, and of the others the newest. */
  list: call({
    path: '/frozenPeriod/list',
    title: { zh: '查看封控期', en: 'View frozen periods' },
    permit: 'approval:list',
    business: null,
    input: z.object({ page: z.int().min(1).max(1000).default(1), size: z.int().min(1).max(100).default(50) }),
    output: z.object({
      rows: z.array(FrozenPeriod),
      more: z.boolean(),
      /** of organisations above the caller's, which hold for theirs, too, and are not over; who declared them is not theirs to know */
      above: z.array(z.object({ period_name: z.string(), from_time: Time, until_time: Time, holds: z.boolean() })),
    }),
  }),
  add: call({
    path: '/frozenPeriod/add',
    title: { zh: '设置封控期', en: 'Declare a frozen period' },
    permit: 'approval:freeze',
    business: 'insert',
    input: z
      .object({
        org_id: Id,
        period_name: Line(60).min(1, { error: 'required' }),
        /** null: from now on */
        from_time: Time.nullable().default(null),
        until_time: Time,
      })
      .refine(({ from_time, until_time }) => from_time === null || Date.parse(from_time) < Date.parse(until_time), {
        path: ['until_time'],
        error: 'endsBeforeItBegins',
      })
      .refine(
        ({ from_time, until_time }) =>
          from_time === null || Date.parse(until_time) - Date.parse(from_time) <= MOST_FROZEN_DAYS * DAY,
        { path: ['until_time'], error: 'frozenTooLong' },
      ),
    output: z.object({ id: Id }),
  }),
  /** What opens in one to come all the same: one-time passwords of now that somebody knows, which locks check by themselves. */
  codes: call({
    path: '/frozenPeriod/codes',
    title: { zh: '统计封控期内仍有效的开锁码', en: 'Count the codes that stand into a frozen period' },
    permit: 'approval:freeze',
    business: null,
    input: z.object({ org_id: Id }),
    output: z.object({
      codes: z.int(),
      /** of the first of their locks */
      numbers: z.array(z.string()).max(3),
    }),
  }),
  /** The own one, within ten minutes: a slip that nobody has built on. */
  callOff: call({
    path: '/frozenPeriod/callOff',
    title: { zh: '取消自己刚设置的封控期', en: 'Call off the own frozen period just declared' },
    permit: 'approval:freeze',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(4, { error: 'reasonShort' }) }),
    output: Nothing,
  }),
  /** Whoever may do this opens a lock in one, too, without ending it for all. */
  end: call({
    path: '/frozenPeriod/end',
    title: { zh: '解除封控期，或在其中解封', en: 'End a frozen period, or unseal in one' },
    permit: 'approval:unfreeze',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(4, { error: 'reasonShort' }) }),
    output: Nothing,
  }),
};
