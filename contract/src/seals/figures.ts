import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { reasonCodes, verdicts } from '../logistics/verdict.ts';
import { sealMedia } from './number.ts';
import { MOST_DAYS } from './statistics.ts';

/** What else is counted of custody: journeys by their verdicts, patrols that were due, and openings without right. */
export const figureViews = ['journeys', 'patrols', 'openings'] as const;
export type FigureView = (typeof figureViews)[number];
/** Of what each is made up, for the eye in this order. */
export const figureSeries = {
  journeys: [...verdicts, 'unjudged'],
  patrols: ['done', 'missed'],
  openings: ['lock', 'elsewhere', 'found', 'refused'],
} as const satisfies Record<FigureView, readonly string[]>;
export type FigureSeries = (typeof figureSeries)[FigureView][number];
const allSeries = [...figureSeries.journeys, ...figureSeries.patrols, ...figureSeries.openings] as const;
export const figureSpans = ['day', 'week', 'month'] as const;
/** By what else they are told apart. */
export const figureWays = ['place', 'org', 'person', 'reason', 'carrier'] as const;
export type FigureWay = (typeof figureWays)[number];
export const waysOf = {
  journeys: ['reason', 'carrier', 'person', 'org'],
  patrols: ['place', 'org', 'person'],
  openings: ['place', 'org', 'person'],
} as const satisfies Record<FigureView, readonly FigureWay[]>;

const filter = {
  view: z.enum(figureViews),
  from: Time,
  to: Time,
  series: z.enum(allSeries).optional(),
  /** of patrols the address of the stop; of openings tenths of a degree, `299,1216`, or `none` */
  place: Line(120).optional(),
  org_id: Id.optional(),
  /** 0: nobody, or nobody knows who */
  operator_id: z.int().min(0).optional(),
  /** of journeys: what speaks against them, each of several */
  reason: z.enum(reasonCodes).optional(),
  carrier: Line(100).optional(),
};
const isBounded = ({ from, to }: { from: string; to: string }): boolean =>
  from < to && Date.parse(to) - Date.parse(from) <= MOST_DAYS * 86_400_000;
const tooLong = { error: 'rfidDays', path: ['to'] };

export const FigureTime = z.object({
  start: Time,
  counts: z.partialRecord(z.enum(allSeries), z.int()),
});
export type FigureTime = z.output<typeof FigureTime>;
export const FigureGroup = z.object({
  key: z.string(),
  /** '': nobody, or nobody knows */
  name: z.string(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  counts: z.partialRecord(z.enum(allSeries), z.int()),
  count: z.int(),
});
export type FigureGroup = z.output<typeof FigureGroup>;
const Groups = z.object({
  rows: z.array(FigureGroup),
  /** the rest as one */
  kinds: z.int(),
  count: z.int(),
});

export const FigureRow = z.object({
  /** its source, and its id there */
  id: z.string(),
  /** of a patrol: when it was due; of a journey: when it ended */
  at: Time,
  series: z.enum(allSeries),
  batch_id: Id.nullable(),
  /** of the batch */
  serial: z.string(),
  device_id: Id.nullable(),
  seal_id: Id.nullable(),
  medium: z.enum(sealMedia).nullable(),
  operation_id: Id.nullable(),
  /** of the seal or lock; of a patrol or a journey the plate */
  number: z.string(),
  /** what it is on; of a patrol its stop; of a journey its carrier */
  object: z.string(),
  oper_name: z.string(),
  org_name: z.string(),
  /** of a patrol: when somebody looked first, how many seals were seen, and how many there were */
  done_at: Time.nullable(),
  seen: z.int().nullable(),
  seals: z.int().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** of a journey: what speaks against it, the gravest first */
  reasons: z.array(z.enum(reasonCodes)),
});
export type FigureRow = z.output<typeof FigureRow>;
const read = { permit: 'sealStatistics:list', business: null } as const;

/** Journeys, patrols and openings without right: by time and what else tells them apart, and the rows behind each number. */
export const sealFigures = {
  list: call({
    path: '/sealFigures/list',
    title: { zh: '查询行程、巡检与无权开启统计', en: 'Statistics of journeys, patrols and openings without right' },
    ...read,
    input: z.object({ ...filter, span: z.enum(figureSpans).default('day') }).refine(isBounded, tooLong),
    output: z.object({
      /** newest first */
      times: z.array(FigureTime),
      /** of each way by which the view is told apart */
      ...{ place: Groups, org: Groups, person: Groups, reason: Groups, carrier: Groups },
      series: z.partialRecord(z.enum(allSeries), z.int()),
      total: z.int(),
      /** batches of that time that are just being judged again: until then they, and their patrols, are counted by what was judged last */
      judging: z.int(),
      /** by which days, weeks and months begin: that of the caller's organisation */
      time_zone: z.string(),
    }),
  }),
  /** The rows behind a number, newest first. */
  rows: call({
    path: '/sealFigures/rows',
    title: { zh: '查询行程、巡检与无权开启明细', en: 'Rows behind journeys, patrols and openings without right' },
    ...read,
    input: z
      .object({ ...filter, before: z.object({ at: Time, id: z.string().max(60) }).optional() })
      .refine(isBounded, tooLong),
    output: z.object({ rows: z.array(FigureRow), more: z.boolean() }),
  }),
  export: exportCall({
    path: 'sealFigures',
    menu: 'sealStatistics',
    title: { zh: '行程、巡检与无权开启统计', en: 'statistics of journeys, patrols and openings without right' },
    filter: { ...filter, span: z.enum(figureSpans).default('day') },
    fields: ['start', ...allSeries],
  }),
};
