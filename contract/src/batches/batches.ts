import { z } from 'zod';
import { DeviceNumber, devices } from '../devices/devices.ts';
import { call, Id, Line, pageSizes, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { Command } from '../lock/command.ts';
import { TypeIntervals } from '../lock/intervals.ts';
import { type CommandKind, commandKinds, orderKinds } from '../lock/orderKinds.ts';
import { orderStages } from '../orders/orderQueue.ts';

/** A password is one lock's own, and outlines are drawn for one. */
const ofOneLock = ['set_unlock_password', 'set_area', 'delete_area'] as const satisfies CommandKind[];
export type BatchKind = Exclude<CommandKind, (typeof ofOneLock)[number]>;
/** Orders that many locks are given at once. */
export const batchKinds = commandKinds.filter((kind): kind is BatchKind => !ofOneLock.some((one) => one === kind));

export const batchLimits = { devices: 20_000, numbers: 5000 } as const;

const orders = batchKinds.map((kind) =>
  z.object({ kind: z.literal(kind), args: z.object(orderKinds[kind].args as z.ZodRawShape) }),
);
export const BatchOrder = z.discriminatedUnion('kind', orders as [(typeof orders)[number], ...typeof orders]);

/** Which devices: chosen one by one, by their numbers, all that a filter of the device list leaves, or those of a batch that failed. */
export const filterOfDevices = ({
  page: _,
  size: __,
  sort: ___,
  retired: ____,
  ...filter
}: typeof devices.list.input.shape) => filter;
const filter = filterOfDevices(devices.list.input.shape);
export const BatchOf = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: z.array(Id).min(1, { error: 'selectOne' }).max(batchLimits.numbers) }),
  z.object({
    by: z.literal('numbers'),
    numbers: z.array(DeviceNumber).min(1, { error: 'selectOne' }).max(batchLimits.numbers),
  }),
  z.object({ by: z.literal('filter'), filter: z.strictObject(filter) }),
  z.object({ by: z.literal('failed'), batch_id: Id }),
]);
export type BatchOf = z.input<typeof BatchOf>;

/**
 * `draft`: its devices are chosen and judged, nothing is ordered; `queued`: it waits until other work is done; `running`: they are given their orders; `waiting`: all were,
 * and some orders wait or are out; `done`: none does any more.
 */
export const batchStates = ['draft', 'queued', 'running', 'waiting', 'done', 'failed', 'cancelled'] as const;
export type BatchState = (typeof batchStates)[number];

/** What became of one device: no order yet, none for a reason, one of which nothing is kept any more, or where its order stands. */
export const batchOutcomes = ['ready', 'unfit', 'gone', ...orderStages] as const;
export type BatchOutcome = (typeof batchOutcomes)[number];

const record = {
  kind: z.enum(commandKinds),
  args: Command.shape.args,
  state: z.enum(batchStates),
  /** devices in it */
  total: z.int(),
  /** of them those that get no order */
  unfit: z.int(),
  /** orders that were given */
  given: z.int(),
  /** of these the ones answered or proved, and those that wait or are out */
  answered: z.int(),
  open: z.int(),
  reason: Command.shape.reason,
  reason_code: Command.shape.reason_code,
  reason_text: Command.shape.reason_text,
  oper_name: z.string(),
  login_name: z.string(),
  create_time: Time,
  start_time: Time.nullable(),
};
export const BatchRecord = z.object({ id: Id, ...record });
export type BatchRecord = z.output<typeof BatchRecord>;

export const BatchDetail = BatchRecord.extend({
  /** the job that gives the orders */
  job_id: Id.nullable(),
  /** why it failed, in the reader's language */
  failure: z.string(),
  outcomes: z.array(z.object({ outcome: z.enum(batchOutcomes), count: z.int() })),
  /** why devices get no order, in the reader's language, with the first of them */
  refusals: z.array(
    z.object({ code: z.string(), field: z.string(), words: z.string(), count: z.int(), numbers: z.array(z.string()) }),
  ),
  /** of a draft: whose orders wait for its devices and would give way to it, and how many, most first */
  replaces: z.array(z.object({ oper_name: z.string(), login_name: z.string(), count: z.int() })),
  /** devices that can be tried again */
  again: z.int(),
});
export type BatchDetail = z.output<typeof BatchDetail>;

export const BatchDevice = z.object({
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  outcome: z.enum(batchOutcomes),
  /** why it gets no order, in the reader's language; '' = it does */
  refusal: z.string(),
  /** its order; null: it has none */
  command_id: Id.nullable(),
  cause: Command.shape.cause,
  attempt: z.int(),
  sent_time: Time.nullable(),
  finish_time: Time.nullable(),
});
export type BatchDevice = z.output<typeof BatchDevice>;

/** Devices on one page of a batch's evidence. */
export const EVIDENCE_PART = 500;

/** A batch as it stands on paper: what was ordered, by whom, why, and of each device what became of it and when. */
export const BatchEvidence = BatchRecord.extend({
  outcomes: BatchDetail.shape.outcomes,
  /** under the number its lock had when it was ordered; the four times are of its order */
  rows: z.array(
    BatchDevice.omit({ attempt: true, finish_time: true }).extend({
      create_time: Time.nullable(),
      answer_time: Time.nullable(),
      /** when the lock moved, by its own word that proves it; null: nothing does */
      proved_time: Time.nullable(),
    }),
  ),
  parts: z.int(),
});
export type BatchEvidence = z.output<typeof BatchEvidence>;

const listFilter = {
  state: z.enum(batchStates).optional(),
  kind: z.enum(commandKinds).optional(),
  from: Time.optional(),
  to: Time.optional(),
  /** who began it */
  keyword: Line(60).optional(),
};
const title = (zh: string, en: string): Text => ({ zh, en });

/** One order to many locks. */
export const batches = {
  /** Newest first, by cursor. */
  list: call({
    path: '/batch/list',
    title: title('查询批量指令', 'Search batches'),
    permit: 'batch:list',
    business: null,
    input: z.object({ ...listFilter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(BatchRecord), more: z.boolean() }),
  }),
  detail: call({
    path: '/batch/detail',
    title: title('查看批量指令', 'View a batch'),
    permit: 'batch:list',
    business: null,
    input: z.object({ id: Id }),
    output: BatchDetail,
  }),
  export: exportCall({
    path: 'batch',
    menu: 'batch',
    title: title('批量指令', 'batches'),
    filter: listFilter,
    fields: [...Object.keys(record).filter((field) => !['args', 'reason_text'].includes(field)), 'said', 'why'],
  }),
  /** What an evidence card is of one order. A draft has none. */
  evidence: call({
    path: '/batch/evidence',
    title: title('查看批量指令的证据', 'View the evidence of a batch'),
    permit: 'evidence:view',
    business: null,
    input: z.object({
      id: Id,
      part: z
        .int()
        .min(1)
        .max(batchLimits.devices / EVIDENCE_PART)
        .default(1),
    }),
    output: BatchEvidence,
  }),
  /** Its devices, and what became of each. */
  devices: call({
    path: '/batch/devices',
    title: title('查询批量指令的设备', 'Search the devices of a batch'),
    permit: 'batch:list',
    business: null,
    input: z.object({
      id: Id,
      outcome: z.enum(batchOutcomes).optional(),
      page: z.int().min(1).max(10_000).default(1),
      size: z
        .int()
        .refine((n) => (pageSizes as readonly number[]).includes(n), { error: 'pageSize' })
        .default(20),
    }),
    output: z.object({ rows: z.array(BatchDevice), total: z.int() }),
  }),
  /** The types of the devices that are meant, most devices first, and what intervals each allows. */
  intervalLimits: call({
    path: '/batch/intervalLimits',
    title: title('查看间隔限值', 'View the limits of intervals'),
    permit: 'batch:add',
    business: null,
    input: z.object({ of: BatchOf }),
    output: z.array(TypeIntervals.extend({ count: z.int() })),
  }),
  /**
   * Fixes which devices are meant and says of each whether it would take the order; nothing is ordered. Takes the button of the
   * order's kind, too. Whoever prepares another gives up the one before.
   */
  prepare: call({
    path: '/batch/prepare',
    title: title('预检批量指令', 'Preview a batch'),
    permit: 'batch:add',
    business: 'other',
    input: z.object({ order: BatchOrder, of: BatchOf }),
    output: z.object({
      id: Id,
      /** numbers that none of the caller's devices has */
      unknown: z.array(z.string()),
    }),
  }),
  /** Begins to give the orders to those that would take them. What is typed is how many. */
  start: call({
    path: '/batch/start',
    title: title('下发批量指令', 'Start a batch'),
    permit: 'batch:add',
    business: 'command',
    input: z.object({ id: Id, count: z.int().min(1), reason_code: Line(40).optional(), reason: Line(200).default('') }),
    output: z.object({ job_id: Id }),
  }),
  /** Ends the giving, and takes back the orders that have not left: whoever may give them may take them back. */
  cancel: call({
    path: '/batch/cancel',
    title: title('撤回批量指令', 'Take back a batch'),
    permit: 'batch:add',
    business: 'command',
    input: z.object({ id: Id }),
    /** orders that were taken back */
    output: z.object({ count: z.int() }),
  }),
};
