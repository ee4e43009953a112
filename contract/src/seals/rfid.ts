import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, halfPlace, Id, isWholePlace, Latitude, Line, Longitude, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { sealNumbers } from './number.ts';
import { rfidActions, rfidResults, rfidStates, taskOutcomes } from './rfidSteps.ts';

/** Why a reader could not do it, as far as it or its person knows. */
export const rfidCauses = ['reader', 'misaligned', 'outside', 'asleep', 'card', 'other'] as const;
/** `moved`: its chip went where whoever asked does not see it. */
export const rfidTaskStates = ['open', 'done', 'cancelled', 'moved'] as const;
/** By what failures are put together. */
export const rfidGroupings = ['cause', 'lock', 'person'] as const;
/** What is looked over at once. */
export const MOST_RFID_DAYS = 92;
const within = ({ from, to }: { from: string; to: string }): boolean =>
  from < to && Date.parse(to) - Date.parse(from) <= MOST_RFID_DAYS * 86_400_000;
const tooLong = { error: 'rfidDays', path: ['to'] };

export const RfidRecord = z.object({
  id: Id,
  /** null: nobody knows the chip */
  seal_id: Id.nullable(),
  number: z.string(),
  result: z.literal(rfidResults),
  good: z.boolean(),
  from_state: z.enum(rfidStates).nullable(),
  to_state: z.enum(rfidStates).nullable(),
  /** the lock stood where this can follow */
  expected: z.boolean(),
  /** one after the other, with this one, by when they were done; no further than to a thousand */
  failures: z.int(),
  at: Time,
  create_time: Time,
  /** it was told more than five minutes after it was done */
  late: z.boolean(),
  oper_name: z.string(),
  org_name: z.string(),
  reader: z.string(),
  object: z.string(),
  cause: z.enum(rfidCauses).nullable(),
  reason: z.string(),
  lat: Latitude.nullable(),
  lon: Longitude.nullable(),
  accuracy: z.number().nullable(),
  photos: z.array(FileId),
  task_id: Id.nullable(),
  /** what it was for that task */
  task_outcome: z.enum(taskOutcomes).nullable(),
});
export type RfidRecord = z.output<typeof RfidRecord>;

const title = (zh: string, en: string) => ({ zh, en });
const recordFilter = {
  result: oneOrMore(z.literal(rfidResults)).optional(),
  action: z.enum(rfidActions).optional(),
  good: z.boolean().optional(),
  cause: z.enum(rfidCauses).optional(),
  reader: Line(60).optional(),
  seal_id: Id.optional(),
  operator_id: Id.optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};
const readRecords = { permit: 'rfidRecord:list', business: null } as const;

/** What readers said, newest first, and how much of what there was. */
export const rfidRecords = {
  list: call({
    path: '/rfidRecord/list',
    title: title('查询 RFID 记录', 'Search RFID records'),
    ...readRecords,
    input: z.object({ ...recordFilter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(RfidRecord), more: z.boolean() }),
  }),
  detail: call({
    path: '/rfidRecord/detail',
    title: title('查看 RFID 记录', 'View an RFID record'),
    ...readRecords,
    input: z.object({ id: Id }),
    output: RfidRecord,
  }),
  export: exportCall({
    path: 'rfidRecord',
    menu: 'rfidRecord',
    title: title('RFID 记录', 'RFID records'),
    filter: recordFilter,
    fields: Object.keys(RfidRecord.shape),
  }),
  /** Of a time, how often each result. */
  statistics: call({
    path: '/rfidRecord/statistics',
    title: title('查询 RFID 统计', 'RFID statistics'),
    ...readRecords,
    input: z.object({ from: Time, to: Time }).refine(within, tooLong),
    output: z.object({ rows: z.array(z.object({ result: z.literal(rfidResults), count: z.int() })), total: z.int() }),
  }),
  /** Failures of a time put together, the most frequent first. */
  failures: call({
    path: '/rfidRecord/failures',
    title: title('查询 RFID 失败归组', 'RFID failures by cause, lock or person'),
    ...readRecords,
    input: z.object({ from: Time, to: Time, by: z.enum(rfidGroupings) }).refine(within, tooLong),
    output: z.object({
      groups: z.array(
        z.object({
          cause: z.enum(rfidCauses).nullable(),
          seal_id: Id.nullable(),
          operator_id: Id.nullable(),
          /** of the lock or the person; '' = by cause */
          name: z.string(),
          count: z.int(),
          locks: z.int(),
          /** of the same locks or persons, or of all: how often it was tried */
          since: Time,
          last: Time,
          /** the reader at which most of them were; '' = none is told */
          reader: z.string(),
          at_reader: z.int(),
          /** how many of its locks have failed so often one after the other by now that somebody has to look */
          stuck: z.int(),
        }),
      ),
      total: z.int(),
    }),
  }),
};

export const RfidTask = z.object({
  id: Id,
  seal_id: Id,
  number: z.string(),
  /** what the chip is on */
  object: z.string(),
  /** where its lock stands */
  rfid_state: z.enum(rfidStates).nullable(),
  action: z.enum(rfidActions),
  state: z.enum(rfidTaskStates),
  reason: z.string(),
  opener: z.string(),
  assignee_id: Id,
  assignee: z.string(),
  create_time: Time,
  end_time: Time.nullable(),
  ender_id: Id.nullable(),
  ender: z.string(),
  cancel_reason: z.string(),
  /** how often it was tried and failed */
  failed: z.int(),
});
export type RfidTask = z.output<typeof RfidTask>;
const taskFilter = {
  state: oneOrMore(z.enum(rfidTaskStates)).optional(),
  action: z.enum(rfidActions).optional(),
  assignee_id: Id.optional(),
  keyword: Line(60).optional(),
};
const readTasks = { permit: 'rfidTask:list', business: null } as const;

/** What somebody is asked to do with the lock of a chip: done by the record that says so. */
export const rfidTasks = {
  list: call({
    path: '/rfidTask/list',
    title: title('查询 RFID 任务', 'Search RFID tasks'),
    ...readTasks,
    input: z.object({ ...taskFilter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(RfidTask), more: z.boolean() }),
  }),
  detail: call({
    path: '/rfidTask/detail',
    title: title('查看 RFID 任务', 'View an RFID task'),
    ...readTasks,
    input: z.object({ id: Id }),
    output: RfidTask,
  }),
  export: exportCall({
    path: 'rfidTask',
    menu: 'rfidTask',
    title: title('RFID 任务', 'RFID tasks'),
    filter: taskFilter,
    fields: Object.keys(RfidTask.shape),
  }),
  people: call({
    path: '/rfidTask/people',
    title: title('查询 RFID 任务人员', 'People who can have an RFID task'),
    permit: 'rfidTask:add',
    business: null,
    input: z.object({ keyword: Line(60).default('') }),
    output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
  }),
  add: call({
    path: '/rfidTask/add',
    title: title('下发 RFID 任务', 'Issue an RFID task'),
    permit: 'rfidTask:add',
    business: 'insert',
    input: z.object({
      number: sealNumbers.rfid,
      action: z.enum(rfidActions),
      assignee_id: Id,
      reason: Line(200).min(1, { error: 'required' }),
    }),
    output: z.object({ id: Id }),
  }),
  cancel: call({
    path: '/rfidTask/cancel',
    title: title('撤销 RFID 任务', 'Call off an RFID task'),
    permit: 'rfidTask:cancel',
    business: 'update',
    input: z.object({ id: Id, reason: Line(200).min(1, { error: 'required' }) }),
    output: Nothing,
  }),
};

/** What a handset that reads chips calls, beside the calls of seals (`field.ts`): told late, twice and out of order alike. */
export const rfidField = {
  record: call({
    path: '/field/rfid',
    title: title('上报 RFID 结果', 'Report an RFID result'),
    permit: 'field:rfid',
    business: 'other',
    input: z
      .object({
        /** the id of the chip: 14 digits at least */
        read: sealNumbers.rfid,
        result: z.literal(rfidResults),
        /** made by the handset, once for this result: told again it changes nothing and has the same answer */
        key: z.string().regex(/^[\w-]{8,64}$/),
        time: Time,
        counter: z.int().min(0),
        /** which reader or gate */
        reader: Line(60).default(''),
        /** what the chip is on, of one that is on nothing known */
        object: Line(100).default(''),
        cause: z.enum(rfidCauses).optional(),
        reason: Line(200).default(''),
        task: Id.optional(),
        lat: Latitude.optional(),
        lon: Longitude.optional(),
        accuracy: z.number().min(0).max(100_000).optional(),
        photos: z.array(FileId).max(10).default([]),
      })
      .refine(isWholePlace, halfPlace),
    output: z.object({
      id: Id,
      /** of a chip that is registered; also what is said of an unknown one is kept */
      known: z.boolean(),
      state: z.enum(rfidStates).nullable(),
      expected: z.boolean(),
      failures: z.int(),
      /** what it was for the task that it names */
      task: z.enum(taskOutcomes).nullable(),
    }),
  }),
  tasks: call({
    path: '/field/rfidTasks',
    title: title('查询我的 RFID 任务', 'My RFID tasks'),
    permit: 'field:rfid',
    business: null,
    input: Nothing,
    output: z.object({ rows: z.array(RfidTask), more: z.boolean() }),
  }),
};
