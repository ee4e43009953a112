import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { meterStates } from './meterSteps.ts';
import { witness } from './meters.ts';
import { workStates } from './workSteps.ts';

const row = {
  id: Id,
  /** as people say it: WO-1107 */
  number: z.string(),
  meter_id: Id,
  meter_name: z.string(),
  station: z.string(),
  org_name: z.string(),
  state: z.enum(workStates),
  reason: z.string(),
  opener: z.string(),
  open_time: Time,
  assignee_id: Id.nullable(),
  assignee: z.string(),
  repairer: z.string(),
  repair_time: Time.nullable(),
  /** what was done, and what was put in */
  work: z.string(),
  parts: z.string(),
  /** what measures was touched: it is verified before it is sealed */
  verify_needed: z.boolean(),
  signer: z.string(),
  sign_time: Time.nullable(),
  close_time: Time.nullable(),
  /** who called it off, and why */
  canceller: z.string(),
  cancel_reason: z.string(),
  /** seals that were taken off and put on under it */
  off: z.int(),
  on: z.int(),
};
const whole = {
  ...row,
  /** the caller repaired it, or has it: somebody else signs */
  mine: z.boolean(),
  has: z.boolean(),
  meter_state: z.enum(meterStates),
  verified: z.boolean(),
  /** a verification since the repair failed: it can be opened again */
  failed: z.boolean(),
  photos: z.array(FileId),
};
export const MeterWork = z.object(whole);
export type MeterWork = z.output<typeof MeterWork>;
export type MeterWorkRow = z.output<typeof meterWorks.list.output>['rows'][number];

const filter = {
  meter_id: Id.optional(),
  state: oneOrMore(z.enum(workStates)).optional(),
  assignee_id: Id.optional(),
  keyword: Line(60).optional(),
};

/** Maintenance: a work order from its reason to the seal that closes it, see `workSteps.ts`. */
export const meterWorks = {
  list: call({
    path: '/meterWork/list',
    title: { zh: '查询维修工单', en: 'Search work orders' },
    permit: 'meterWork:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(z.object(row)), more: z.boolean() }),
  }),
  detail: call({
    path: '/meterWork/detail',
    title: { zh: '查看维修工单', en: 'View a work order' },
    permit: 'meterWork:list',
    business: null,
    input: z.object({ id: Id }),
    output: MeterWork,
  }),
  export: exportCall({
    path: 'meterWork',
    menu: 'meterWork',
    title: { zh: '维修工单', en: 'work orders' },
    filter,
    fields: Object.keys(row),
  }),
  add: call({
    path: '/meterWork/add',
    title: { zh: '开具维修工单', en: 'Open a work order' },
    permit: 'meterWork:add',
    business: 'insert',
    input: z.object({
      meter_id: Id,
      reason: Line(200).min(1, { error: 'required' }),
      assignee_id: Id.nullable(),
      /** the inspection that gave cause for it: closed with it, that is settled */
      inspection_id: Id.nullable().default(null),
    }),
    output: z.object({ id: Id }),
  }),
  assign: call({
    path: '/meterWork/assign',
    title: { zh: '指派维修工单', en: 'Assign a work order' },
    permit: 'meterWork:assign',
    business: 'update',
    input: z.object({ id: Id, assignee_id: Id }),
    output: Nothing,
  }),
  /** What was done, told by whoever did it. */
  repair: call({
    path: '/meterWork/repair',
    title: { zh: '登记维修完成', en: 'Record a repair' },
    permit: 'meterWork:repair',
    business: 'update',
    input: z.object({
      id: Id,
      work: Line(200).min(1, { error: 'required' }),
      parts: Line(200).default(''),
      verify_needed: z.boolean(),
      photos: z.array(FileId).max(10).default([]),
    }),
    output: Nothing,
  }),
  /** The second signature: of the caller, or of somebody who signs in beside the caller. */
  sign: call({
    path: '/meterWork/sign',
    title: { zh: '维修第二人签字', en: 'Second signature of a repair' },
    permit: 'meterWork:sign',
    business: 'update',
    input: z.object({
      id: Id,
      /** of the repair that was read: one that was told since is not signed unread. Not said: whichever is there */
      repair_time: Time.optional(),
      ...witness,
    }),
    output: Nothing,
  }),
  /** A verification after the repair failed: it is repaired anew, and what was done before stays told. */
  reopen: call({
    path: '/meterWork/reopen',
    title: { zh: '退回重修', en: 'Open a work order again' },
    permit: 'meterWork:reopen',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(1, { error: 'required' }) }),
    output: Nothing,
  }),
  cancel: call({
    path: '/meterWork/cancel',
    title: { zh: '撤销维修工单', en: 'Call off a work order' },
    permit: 'meterWork:cancel',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(1, { error: 'required' }) }),
    output: Nothing,
  }),
};
