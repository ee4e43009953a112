import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Latitude, Line, Longitude, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { PLACE } from '../lock/place.ts';
import { abnormalCauses, batchSteps } from './batchSteps.ts';

/** What told of a step: an operation in the field, the word of a lock, or a person at the console. */
export const stepSources = ['operation', 'lock', 'person', 'reader'] as const;

export const StepRecord = z.object({
  id: Id,
  batch_id: Id,
  serial: z.string(),
  plate: z.string(),
  position_id: Id.nullable(),
  position: z.string(),
  step: z.literal(batchSteps),
  /** of an abnormal one: why */
  cause: z.enum(abnormalCauses).nullable(),
  source: z.enum(stepSources),
  /** when it was done, by our clock */
  at: Time,
  /** by that of the handset or lock; null: neither told it */
  device_time: Time.nullable(),
  create_time: Time,
  /** told more than five minutes after it was done */
  late: z.boolean(),
  /** of the seal as it was read, or of the lock */
  number: z.string(),
  seal_id: Id.nullable(),
  device_id: Id.nullable(),
  /** null and '': a lock did it by itself */
  operator_id: Id.nullable(),
  oper_name: z.string(),
  /** the department: the organisation of whoever did it */
  org_name: z.string(),
  witness: z.string(),
  /** who that was, by their number: display names are anybody's */
  witness_id: Id.nullable(),
  /** with which they sign in; '' = nobody, or out of sight */
  witness_login: z.string(),
  reason: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  /** metres */
  accuracy: z.number().nullable(),
  photos: z.array(FileId),
});
export type StepRecord = z.output<typeof StepRecord>;

const filter = {
  step: oneOrMore(z.literal(batchSteps)).optional(),
  batch_id: Id.optional(),
  operator_id: Id.optional(),
  /** number, plate, serial number or operator */
  keyword: Line(60).optional(),
  from: Time.optional(),
  to: Time.optional(),
};
const title = { zh: '工序记录', en: 'step records' };

/** Everything that happened to batches, newest first, by cursor; append-only. */
export const stepRecords = {
  list: call({
    path: '/batchStep/list',
    title: { zh: `查询${title.zh}`, en: `Search ${title.en}` },
    permit: 'batchStep:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(StepRecord), more: z.boolean() }),
  }),
  detail: call({
    path: '/batchStep/detail',
    title: { zh: `查看${title.zh}`, en: `View one of the ${title.en}` },
    permit: 'batchStep:list',
    business: null,
    input: z.object({ id: Id }),
    output: StepRecord,
  }),
  export: exportCall({
    path: 'batchStep',
    menu: 'batchStep',
    title,
    filter,
    fields: [...Object.keys(StepRecord.shape), PLACE],
  }),
};
