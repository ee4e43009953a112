import { z } from 'zod';
import { call, Id, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';

/** What is counted: operations on seals of a medium, or results of RFID readers. */
export const tallySources = ['qr', 'nfc', 'rfid', 'reader'] as const;
export type TallySource = (typeof tallySources)[number];
export const tallyOutcomes = ['done', 'refused', 'contradicts', 'failed'] as const;
/** By what times are put together. */
export const tallySpans = ['hour', 'day', 'week'] as const;
/** What is looked over at once; by the hour a week. */
export const MOST_DAYS = 92;
export const MOST_HOURLY_DAYS = 7;
export const QUARTER_MS = 15 * 60_000;
/** The quarter hour at which a time begins or ends: what is counted knows no finer one, and the rows behind a number are of the same time. */
export const quarterEdge = (time: string): string =>
  new Date(Math.ceil(Date.parse(time) / QUARTER_MS) * QUARTER_MS).toISOString();
/** Places, persons that are named; the rest is one. */
export const NAMED = 8;

/** Tenths of a degree of latitude and longitude, `299,1216`; `none`: nobody knew where. */
const Place = z.string().regex(/^(none|-?\d{1,4},-?\d{1,4})$/);
const filter = {
  from: Time,
  to: Time,
  source: z.enum(tallySources).optional(),
  /** with a source: which operation, or which result */
  what: z.int().min(0).max(7).optional(),
  outcome: z.enum(tallyOutcomes).optional(),
  /** refused, contradicting or failed */
  wrong: z.boolean().optional(),
  operator_id: Id.optional(),
  place: Place.optional(),
};
const isBounded = ({ from, to }: { from: string; to: string }): boolean =>
  from < to && Date.parse(to) - Date.parse(from) <= MOST_DAYS * 86_400_000;
const tooLong = { error: 'rfidDays', path: ['to'] };

export const TallyTime = z.object({
  /** when it begins */
  start: Time,
  qr: z.int(),
  nfc: z.int(),
  rfid: z.int(),
  reader: z.int(),
  /** of all of them */
  wrong: z.int(),
});
export type TallyTime = z.output<typeof TallyTime>;

export const TallyRow = z.object({
  source: z.enum(tallySources),
  /** of its source */
  id: Id,
  at: Time,
  number: z.string(),
  what: z.int(),
  outcome: z.enum(tallyOutcomes),
  refusal: z.string().nullable(),
  object: z.string(),
  oper_name: z.string(),
  reader: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
});
export type TallyRow = z.output<typeof TallyRow>;
const read = { permit: 'sealStatistics:list', business: null } as const;

/** How much was done with seals: by time, place, person, type and result, and the rows behind each number. */
export const sealStatistics = {
  list: call({
    path: '/sealStatistics/list',
    title: { zh: '查询铅封统计', en: 'Statistics of seals' },
    ...read,
    input: z.object({ ...filter, span: z.enum(tallySpans).default('day') }).refine(isBounded, tooLong),
    output: z.object({
      times: z.array(TallyTime),
      places: z.array(
        z.object({ place: z.string(), lat: z.number().nullable(), lon: z.number().nullable(), count: z.int() }),
      ),
      morePlaces: z.object({ kinds: z.int(), count: z.int() }),
      persons: z.array(z.object({ operator_id: Id, oper_name: z.string(), count: z.int() })),
      morePersons: z.object({ kinds: z.int(), count: z.int() }),
      types: z.array(z.object({ source: z.enum(tallySources), what: z.int(), count: z.int() })),
      outcomes: z.array(z.object({ outcome: z.enum(tallyOutcomes), count: z.int() })),
      total: z.int(),
      /** by which days and weeks begin: that of the caller's organisation */
      time_zone: z.string(),
    }),
  }),
  /** The rows behind a number, newest first. */
  rows: call({
    path: '/sealStatistics/rows',
    title: { zh: '查询统计明细', en: 'Rows behind the statistics of seals' },
    ...read,
    input: z
      .object({ ...filter, before: z.object({ at: Time, source: z.enum(tallySources), id: Id }).optional() })
      .refine(isBounded, tooLong),
    output: z.object({ rows: z.array(TallyRow), more: z.boolean() }),
  }),
  export: exportCall({
    path: 'sealStatistics',
    menu: 'sealStatistics',
    title: { zh: '铅封统计', en: 'statistics of seals' },
    filter: { ...filter, span: z.enum(tallySpans).default('day') },
    fields: Object.keys(TallyTime.shape),
  }),
};
