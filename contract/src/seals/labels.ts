import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { isoClasses } from './kinds.ts';
import { sealStates } from './sealSteps.ts';

/** So many labels are printed at once. */
export const MOST_LABELS = 1000;

const read = { permit: 'sealLabel:list', business: null } as const;
const range = {
  series_id: Id,
  /** running numbers of the series, both printed */
  first: z.int().min(0).max(999_999_999),
  last: z.int().min(0).max(999_999_999),
};
const inOrder = ({ first, last }: { first: number; last: number }): boolean =>
  first <= last && last - first < MOST_LABELS;
const otherwise = { error: 'labelRange', path: ['last'] };

/** Sheets of labels: what of a series is printed, and every time it was. */
export const labels = {
  /** Series of printed numbers, newest first. */
  series: call({
    path: '/sealLabel/series',
    title: { zh: '查询可打印标签的系列', en: 'Series whose labels can be printed' },
    ...read,
    input: z.object({ keyword: Line(60).default(''), id: Id.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          prefix: z.string(),
          first: z.int(),
          count: z.int(),
          kind_name: z.string(),
          iso_class: z.enum(isoClasses),
          reusable: z.boolean(),
          /** the first running number that is blank; null: none is, and nothing is left to print */
          blank: z.int().nullable(),
          /** the first that is blank and was never printed; null: each of them was */
          unprinted: z.int().nullable(),
        }),
      ),
    }),
  }),
  /** What the labels of a range say. */
  list: call({
    path: '/sealLabel/list',
    title: { zh: '查询标签', en: 'Labels of a series' },
    ...read,
    input: z.object(range).refine(inOrder, otherwise),
    output: z.object({
      rows: z.array(
        z.object({
          number: z.string(),
          /** what its code says */
          payload: z.string(),
          state: z.enum(sealStates),
          /** how often it was printed */
          printed: z.int(),
        }),
      ),
      /** the first running number beyond the range that is blank; null: none is */
      next: z.int().nullable(),
    }),
  }),
  /** When what was printed, newest first. */
  runs: call({
    path: '/sealLabel/runs',
    title: { zh: '查询标签打印记录', en: 'Print runs of labels' },
    ...read,
    input: z.object({ series_id: Id.optional(), before: Id.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          series_id: Id,
          first_number: z.string(),
          last_number: z.string(),
          count: z.int(),
          /** so many of them had been printed before */
          again: z.int(),
          reason: z.string(),
          oper_name: z.string(),
          create_time: Time,
        }),
      ),
      more: z.boolean(),
    }),
  }),
  /** Takes down that a range is printed now; what was printed before is printed again for a reason alone. */
  print: call({
    path: '/sealLabel/print',
    title: { zh: '打印标签', en: 'Print labels' },
    permit: 'sealLabel:print',
    business: 'other',
    input: z.object({ ...range, reason: Line(200).default('') }).refine(inOrder, otherwise),
    output: z.object({ id: Id, count: z.int(), again: z.int() }),
  }),
};
