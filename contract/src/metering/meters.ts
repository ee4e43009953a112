import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, halfPlace, Id, isWholePlace, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { LoginName, Sealed } from '../kit/person.ts';
import { resource, Version } from '../kit/resource.ts';
import { sealMedia } from '../seals/number.ts';
import { meterStates } from './meterSteps.ts';
import { MeterTypeChoice, meterShapes } from './types.ts';

/** A day, of no time zone: certificates are good until one. Its year has four digits, so that there is a day before it, too. */
export const Day = z.iso.date().regex(/^[1-9]/);

/** How it stands with a verification; `none`: nobody said when the next is due. */
export const dueStates = ['overdue', 'soon', 'valid', 'none'] as const;
export type DueState = (typeof dueStates)[number];
/** So many days before, it is due soon. */
export const SOON_DAYS = 30;
/** No verification is good for longer; the months of a type go as far (`types.ts`). */
export const MOST_VALID_YEARS = 20;

/** What was seen of a seal. */
export const sealLooks = ['intact', 'broken', 'missing', 'mismatch', 'unread'] as const;
export type SealLook = (typeof sealLooks)[number];

const about = {
  /** what people call it: `GZ-03` */
  meter_name: Line(40).min(1, { error: 'required' }),
  factory_number: Line(60).min(1, { error: 'required' }),
  station: Line(100).min(1, { error: 'required' }),
  /** within the station: bay 3 */
  place: Line(60),
  customer: Line(100),
  accuracy_class: Line(20),
  /** WGS-84 */
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  /** who verifies it, and who looks at it */
  verifier_id: Id.nullable(),
  inspector_id: Id.nullable(),
};
const dates = {
  /** of the last verification, and until when that is good */
  verify_date: Day.nullable(),
  due_date: Day.nullable(),
};
const row = {
  ...about,
  ...dates,
  type_id: Id,
  type_name: z.string(),
  shape: z.enum(meterShapes),
  org_name: z.string(),
  state: z.enum(meterStates),
  points: z.int(),
  sealed: z.int(),
  due: z.enum(dueStates),
  /** days until the next verification; below zero: it is overdue */
  due_days: z.int().nullable(),
  verifier_name: z.string(),
  inspector_name: z.string(),
  next_inspection: Day.nullable(),
  /** how it stands with that, as with a verification, and days until then */
  inspection_due: z.enum(dueStates),
  inspection_days: z.int().nullable(),
  /** inspections that found something nobody has settled */
  exceptions: z.int(),
  /** one of them says that it is not to be used */
  stopped: z.boolean(),
  /** the work order that is open */
  work_id: Id.nullable(),
  create_time: Time,
};
/** Its plain calls; what of them is served otherwise stands below. */
export const meterRows = resource({
  path: 'meter',
  menu: 'meter',
  title: { zh: '计量设备', en: 'meter' },
  row,
  write: { ...about, ...dates, type_id: Id },
  filter: {
    state: z.enum(meterStates).optional(),
    due: z.enum(dueStates).optional(),
    inspection_due: z.enum(dueStates).optional(),
    type_id: Id.optional(),
    verifier_id: Id.optional(),
    inspector_id: Id.optional(),
  },
  sort: ['meter_name', 'station', 'due_date', 'next_inspection', 'create_time'],
});

/** A point of a meter, and what is on it. */
export const SealPoint = z.object({
  id: Id,
  nth: z.int(),
  point_name: z.string(),
  /** '' = none is on */
  number: z.string(),
  medium: z.enum(sealMedia).nullable(),
  seal_id: Id.nullable(),
  since: Time.nullable(),
  /** something is wrong with the seal that is on */
  abnormal: z.boolean(),
  /** at the last inspection */
  look: z.enum(sealLooks).nullable(),
});
export type SealPoint = z.output<typeof SealPoint>;

export const historyKinds = ['seal', 'inspection', 'work', 'verification', 'meter'] as const;
export type HistoryKind = (typeof historyKinds)[number];

/** One moment of a meter's life. */
export const MeterMoment = z.object({
  kind: z.enum(historyKinds),
  /** of that kind */
  id: Id,
  at: Time,
  /** which operation, of a work order which step, …; see the words of the domain */
  what: z.string(),
  /** nothing is wrong */
  good: z.boolean(),
  oper_name: z.string(),
  /** the second person */
  beside: z.string(),
  /** seal number, work order, certificate */
  name: z.string(),
  point: z.string(),
  text: z.string(),
  photos: z.array(FileId),
});
export type MeterMoment = z.output<typeof MeterMoment>;

/** A second person who signs in where the first one is. */
export const witness = {
  witness_login: LoginName.optional(),
  witness_password: Sealed.optional(),
  witness_code: z.string().trim().max(20).optional(),
};
export const HISTORY = 30;

export const meters = {
  list: meterRows.list,
  detail: call({
    ...meterRows.detail,
    output: z.object({
      ...meterRows.detail.output.shape,
      certificate: z.string(),
      verify_months: z.int(),
      inspect_days: z.int(),
      /** the day it is in its organisation */
      today: Day,
      /** something is told of it: its number stays */
      known: z.boolean(),
      seal_points: z.array(SealPoint),
      /** of the last twelve months: when it was looked at, and whether all was well */
      /** `missed`: one was due in it, and nobody came */
      inspected: z.array(z.object({ month: z.string(), times: z.int(), wrong: z.int(), missed: z.boolean() })),
    }),
  }),
  add: call({ ...meterRows.add, input: meterRows.add.input.refine(isWholePlace, halfPlace) }),
  update: call({
    ...meterRows.update,
    // of what type it is stays, and so do its dates but for a verification; its number once something is told of it
    input: z.object({ id: Id, ...about, version: Version.optional() }).refine(isWholePlace, halfPlace),
  }),
  export: meterRows.export,
  /** Types and people that its forms offer. */
  types: call({
    path: '/meter/types',
    title: { zh: '查询可选设备类型', en: 'Equipment types of a form' },
    permit: 'meter:list',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(MeterTypeChoice) }),
  }),
  people: call({
    path: '/meter/people',
    title: { zh: '查询计量人员', en: 'People who verify and inspect' },
    permit: 'meter:list',
    business: null,
    input: z.object({ keyword: Line(60).default('') }),
    output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
  }),
  /** All that ever was with it, newest first. */
  history: call({
    path: '/meter/history',
    title: { zh: '查看计量设备履历', en: 'Whole history of a meter' },
    permit: 'meter:list',
    business: null,
    input: z.object({
      id: Id,
      kind: z.enum(historyKinds).optional(),
      /** the moment of the last one that was shown */
      before: MeterMoment.pick({ at: true, kind: true, id: true, what: true }).optional(),
    }),
    output: z.object({ rows: z.array(MeterMoment), more: z.boolean() }),
  }),
  /** Which seals were on its points, newest first. */
  seals: call({
    path: '/meter/seals',
    title: { zh: '查询封点用封记录', en: 'Seals that were on the points of a meter' },
    permit: 'meter:list',
    business: null,
    input: z.object({ id: Id, point_id: Id.optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          point_id: Id,
          point_name: z.string(),
          number: z.string(),
          medium: z.enum(sealMedia),
          on_time: Time,
          on_by: z.string(),
          off_time: Time.nullable(),
          off_by: z.string(),
        }),
      ),
    }),
  }),
  verify: call({
    path: '/meter/verify',
    title: { zh: '登记检定', en: 'Record a verification' },
    permit: 'meter:verify',
    business: 'insert',
    input: z.object({
      id: Id,
      passed: z.boolean(),
      verify_date: Day,
      /** by the clock of its organisation; on the day of a repair what is later than that counts for it, and what has no time does not */
      verify_time: z
        .string()
        .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
        .optional(),
      /** until when it is good, of one that passed */
      due_date: Day.nullable(),
      certificate: Line(60),
      /** as the certificate says it: +0.08 %, limit ±0.30 % */
      error_text: Line(100),
    }),
    output: z.object({ id: Id }),
  }),
  /** Who verifies or looks at several. */
  assign: call({
    path: '/meter/assign',
    title: { zh: '安排计量人员', en: 'Assign meters to a person' },
    permit: 'meter:assign',
    business: 'update',
    input: z.object({
      ids: z.array(Id).min(1).max(100),
      as: z.enum(['verifier', 'inspector']),
      operator_id: Id.nullable(),
    }),
    output: Nothing,
  }),
  scrap: call({
    path: '/meter/scrap',
    title: { zh: '报废计量设备', en: 'Scrap a meter' },
    permit: 'meter:scrap',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200), ...witness }),
    output: Nothing,
  }),
};
export type Meter = z.output<typeof meters.detail.output>;
export type MeterRow = z.output<typeof meters.list.output>['rows'][number];
