import { z } from 'zod';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { operationOutcomes, SealOperationRecord } from '../seals/operations.ts';
import { sealOperations } from '../seals/sealSteps.ts';

const row = {
  ...SealOperationRecord.shape,
  meter_id: Id,
  meter_name: z.string(),
  station: z.string(),
  point_name: z.string(),
  /** the work order under which it was done; '' = none */
  work_number: z.string(),
};
export const MeterSealRecord = z.object(row);
export type MeterSealRecord = z.output<typeof MeterSealRecord>;

const filter = {
  meter_id: Id.optional(),
  operation: z.literal(sealOperations).optional(),
  outcome: z.enum(operationOutcomes).optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};

/** Lead-seal operations at the points of meters, also what was refused, newest first. */
export const meterSeals = {
  list: call({
    path: '/meterSeal/list',
    title: { zh: '查询计量铅封操作记录', en: 'Search lead-seal operations on meters' },
    permit: 'meterSeal:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(MeterSealRecord), more: z.boolean() }),
  }),
  detail: call({
    path: '/meterSeal/detail',
    title: { zh: '查看计量铅封操作记录', en: 'View a lead-seal operation on a meter' },
    permit: 'meterSeal:list',
    business: null,
    input: z.object({ id: Id }),
    output: MeterSealRecord,
  }),
  export: exportCall({
    path: 'meterSeal',
    menu: 'meterSeal',
    title: { zh: '计量铅封操作记录', en: 'lead-seal operations on meters' },
    filter,
    fields: Object.keys(row),
  }),
};
