import { z } from 'zod';
import { DeviceNumber, devices } from '../devices/devices.ts';
import { call, Id, Line, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { replyCauses } from '../lock/command.ts';
import { Connection } from '../lock/connection.ts';
import { orderStages } from '../orders/orderQueue.ts';
import { isReasonGiven } from '../orders/reason.ts';
import { batchLimits, filterOfDevices } from './batches.ts';

/** What an organisation may order a device that is distributed to it. Whoever may unseal may seal, too. */
export const assignedOrders = ['seal', 'unseal'] as const;
export type AssignedOrders = (typeof assignedOrders)[number];

export const assignmentLimits = { devices: 2000, organisations: 20 } as const;

/** `allowed` and `forbidden`: it holds, and the device takes orders or is only seen; `refused`: it never held. */
export const assignmentStates = ['allowed', 'forbidden', 'ended', 'refused'] as const;
export type AssignmentState = (typeof assignmentStates)[number];
export const assignmentEnds = ['withdrawn', 'replaced', 'moved', 'retired'] as const;

const record = {
  distribution_id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  /** whose device it is, and who may give it orders */
  org_name: z.string(),
  to_org_name: z.string(),
  orders: z.enum(assignedOrders),
  state: z.enum(assignmentStates),
  /** why it was refused or how it ended, in the reader's language */
  why: z.string(),
  /** of the lock, as long as it holds */
  lock_status: z.int().nullable(),
  /** its seal is held by the platform's word alone */
  held: z.boolean(),
  /** it is just the last that is known, see `isFresh` */
  stale: z.boolean(),
  /** the status with what it rests on, as `stateCode` writes it */
  lock_state: z.string().nullable(),
  connection: Connection.nullable(),
  lock_time: Time.nullable(),
  /** the newest order that was given by it */
  order_kind: z.enum(assignedOrders).nullable(),
  order_stage: z.enum(orderStages).nullable(),
  order_time: Time.nullable(),
  oper_name: z.string(),
  login_name: z.string(),
  create_time: Time,
  end_time: Time.nullable(),
};
export const Assignment = z.object({
  id: Id,
  ...record,
  /** the newest given by it, newest first: what became of one before the last is not lost behind that */
  given_orders: z.array(
    z.object({
      id: Id,
      kind: z.enum(assignedOrders),
      stage: z.enum(orderStages),
      cause: z.enum(replyCauses).nullable(),
      oper_name: z.string(),
      login_name: z.string(),
      create_time: Time,
    }),
  ),
  /** the reader sees the device itself: may forbid sending, and end it */
  own: z.boolean(),
  /** the reader's own organisation was given it: may order, which those above it may not */
  given: z.boolean(),
});
export type Assignment = z.output<typeof Assignment>;

const listFilter = {
  state: z.enum(assignmentStates).optional(),
  orders: z.enum(assignedOrders).optional(),
  /** what was given together */
  distribution_id: Id.optional(),
  /** of the device, or the name of an organisation */
  keyword: Line(60).optional(),
};

/** Which devices: chosen one by one, by their numbers, or all that a filter of the device list leaves. */
export const AssignedOf = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids: z.array(Id).min(1, { error: 'chooseDevice' }).max(batchLimits.numbers) }),
  z.object({
    by: z.literal('numbers'),
    numbers: z.array(DeviceNumber).min(1, { error: 'chooseDevice' }).max(batchLimits.numbers),
  }),
  z.object({ by: z.literal('filter'), filter: z.strictObject(filterOfDevices(devices.list.input.shape)) }),
]);
export type AssignedOf = z.input<typeof AssignedOf>;

const toWhom = {
  org_ids: z
    .array(Id)
    .min(1, { error: 'chooseOrganisation' })
    .max(assignmentLimits.organisations, { error: 'tooManyOrganisations' }),
  orders: z.enum(assignedOrders, { error: 'chooseSealOrUnseal' }),
};
/** Those that had ended before, which stay so; when all had, it is refused. */
const Left = z.object({ ended: z.array(Id) });
const isEachOnce = (ids: readonly number[]) => new Set(ids).size === ids.length;

const Refused = z.object({ org_id: Id, words: z.string() });
/** A device, and which organisations do not get it. */
const Judged = z.object({
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  refused: z.array(Refused),
});
export type Judged = z.output<typeof Judged>;

const title = (zh: string, en: string): Text => ({ zh, en });

/** Devices distributed to organisations that do not see them (decision 0059). */
export const assignments = {
  /** Newest first, by cursor: what was given of one's devices, and what one was given. */
  list: call({
    path: '/assignment/list',
    title: title('查询已分配设备', 'Search assigned devices'),
    permit: 'assignment:list',
    business: null,
    input: z.object({ ...listFilter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Assignment), more: z.boolean() }),
  }),
  detail: call({
    path: '/assignment/detail',
    title: title('查看已分配设备', 'View an assigned device'),
    permit: 'assignment:list',
    business: null,
    input: z.object({ id: Id }),
    output: Assignment,
  }),
  export: exportCall({
    path: 'assignment',
    menu: 'assignment',
    title: title('已分配设备', 'assigned devices'),
    filter: listFilter,
    fields: Object.keys(record),
  }),
  /** Which devices are meant and which organisation would not get which of them; nothing is given. */
  preview: call({
    path: '/assignment/preview',
    title: title('预检批量分配', 'Preview a distribution'),
    permit: 'assignment:add',
    business: null,
    input: z.object({ of: AssignedOf, ...toWhom }),
    output: z.object({
      devices: z.array(Judged),
      /** numbers that none of the caller's devices has */
      unknown: z.array(z.string()),
    }),
  }),
  /** Gives each organisation each device that it can be given; the others stand there with their reason. */
  add: call({
    path: '/assignment/add',
    title: title('批量分配设备', 'Distribute devices'),
    permit: 'assignment:add',
    business: 'insert',
    input: z.object({
      devices: z
        .array(z.object({ id: Id, sending: z.boolean() }))
        .min(1, { error: 'chooseDevice' })
        .max(assignmentLimits.devices)
        .refine((all) => isEachOnce(all.map(({ id }) => id)), { error: 'deviceTwice' }),
      ...toWhom,
      org_ids: toWhom.org_ids.refine(isEachOnce, { error: 'organisationTwice' }),
    }),
    output: z.object({ distribution_id: Id, given: z.int(), refused: z.int() }),
  }),
  /** Allows or forbids sending. */
  sending: call({
    path: '/assignment/sending',
    title: title('允许或禁止下发', 'Allow or forbid sending'),
    permit: 'assignment:update',
    business: 'update',
    input: z.object({ ids: z.array(Id).min(1, { error: 'selectOne' }).max(100), sending: z.boolean() }),
    output: Left,
  }),
  /** Ends it, and takes back what was ordered by it and has not left. */
  end: call({
    path: '/assignment/end',
    title: title('收回已分配设备', 'Withdraw assigned devices'),
    permit: 'assignment:end',
    business: 'delete',
    input: z.object({ ids: z.array(Id).min(1, { error: 'selectOne' }).max(100) }),
    output: Left,
  }),
  /** An order to a device that one was given. Takes the button of the order, too. */
  order: call({
    path: '/assignment/order',
    title: title('对已分配设备下发指令', 'Order to an assigned device'),
    permit: 'assignment:order',
    business: 'command',
    input: z
      .object({
        id: Id,
        kind: z.enum(assignedOrders),
        reason_code: Line(40).optional(),
        reason: Line(200).default(''),
        idempotency_key: z.string().regex(/^[\w-]{8,64}$/),
      })
      .refine((said) => said.kind === 'seal' || isReasonGiven(said), { path: ['reason'], error: 'reasonShort' }),
    output: Assignment,
  }),
  /** Takes back an order by it that waits, whoever of the organisation gave it. Takes the button of the order, too. */
  cancel: call({
    path: '/assignment/cancel',
    title: title('取消已分配设备的指令', 'Take back an order to an assigned device'),
    permit: 'assignment:order',
    business: 'other',
    /** which order: by now another may wait, which whoever asks has not seen */
    input: z.object({ id: Id, order_id: Id }),
    output: Assignment,
  }),
};
