import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, halfPlace, Id, isWholePlace, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { ExceptionTypeChoice } from './exceptionTypes.ts';
import { sealLooks } from './meters.ts';
import { MOST_POINTS } from './types.ts';

export const appearances = ['good', 'dirty', 'damaged'] as const;
export const inspectionResults = ['intact', 'open', 'settled'] as const;

const row = {
  id: Id,
  meter_id: Id,
  meter_name: z.string(),
  station: z.string(),
  org_name: z.string(),
  /** when it was done, never later than it was told */
  at: Time,
  create_time: Time,
  /** it was told more than five minutes after it was done */
  late: z.boolean(),
  oper_name: z.string(),
  appearance: z.enum(appearances),
  /** point by point what was seen; `number`: what was on record there */
  looks: z.array(
    z.object({ point_id: Id, nth: z.int(), point_name: z.string(), number: z.string(), look: z.enum(sealLooks) }),
  ),
  /** what its display said */
  reading: z.string(),
  /** '' = nothing was wrong */
  exception_name: z.string(),
  note: z.string(),
  /** who of the station or the customer signed that it was so */
  countersigned: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  /** metres */
  accuracy: z.number().nullable(),
  photos: z.array(FileId),
  /** all was well; something is open; it was settled */
  result: z.enum(inspectionResults),
  settle_time: Time.nullable(),
  settler: z.string(),
  settlement: z.string(),
  /** what was found is such that the meter is not used until it is settled */
  stops_use: z.boolean(),
};
export const MeterInspection = z.object(row);
export type MeterInspection = z.output<typeof MeterInspection>;

const filter = {
  meter_id: Id.optional(),
  result: z.enum(inspectionResults).optional(),
  exception_type_id: Id.optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};

/** Who was where, and how the meter and its seals were found. */
export const meterInspections = {
  list: call({
    path: '/meterInspection/list',
    title: { zh: '查询巡检记录', en: 'Search inspections' },
    permit: 'meterInspection:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(MeterInspection), more: z.boolean() }),
  }),
  detail: call({
    path: '/meterInspection/detail',
    title: { zh: '查看巡检记录', en: 'View an inspection' },
    permit: 'meterInspection:list',
    business: null,
    input: z.object({ id: Id }),
    output: MeterInspection,
  }),
  export: exportCall({
    path: 'meterInspection',
    menu: 'meterInspection',
    title: { zh: '巡检记录', en: 'inspections' },
    filter,
    fields: Object.keys(row),
  }),
  /** Exception types that its form and its filters offer. */
  exceptions: call({
    path: '/meterInspection/exceptions',
    title: { zh: '查询可选异常类型', en: 'Exception types of a form' },
    permit: 'meterInspection:list',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(ExceptionTypeChoice) }),
  }),
  /** Told by a person on site, also late and twice: the same key is done once. */
  add: call({
    path: '/meterInspection/add',
    title: { zh: '登记巡检', en: 'Record an inspection' },
    permit: 'meterInspection:add',
    business: 'other',
    input: z
      .object({
        meter_id: Id,
        /** made by whoever tells it, once for this inspection: told again it changes nothing and has the same answer */
        key: z.string().regex(/^[\w-]{8,64}$/),
        /** by the clock of the handset */
        time: Time,
        appearance: z.enum(appearances),
        looks: z.array(z.object({ point_id: Id, look: z.enum(sealLooks) })).max(MOST_POINTS),
        reading: Line(40).default(''),
        exception_type_id: Id.nullable().default(null),
        note: Line(200).default(''),
        countersigned: Line(60).default(''),
        lat: Latitude.optional(),
        lon: Longitude.optional(),
        accuracy: z.number().min(0).max(100_000).optional(),
        photos: z.array(FileId).max(10).default([]),
      })
      .refine(isWholePlace, halfPlace),
    output: z.object({ id: Id }),
  }),
  /** What was found is settled, in words. */
  settle: call({
    path: '/meterInspection/settle',
    title: { zh: '处理巡检异常', en: 'Settle what an inspection found' },
    permit: 'meterInspection:settle',
    business: 'update',
    input: z.object({ id: Id, settlement: Line(200).min(1, { error: 'required' }) }),
    output: Nothing,
  }),
};
