import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { Sealed } from '../kit/person.ts';
import type { Text } from '../kit/text.ts';
import { CommunicateStatus, Connection } from '../lock/connection.ts';
import type { lockRefusals } from '../lock/errors.ts';
import { DeviceNumber } from './devices.ts';
import type { deviceRefusals } from './errors.ts';
import { Signature } from './signature.ts';
import {
  deviceStates,
  type LockStep,
  lockSteps,
  preliminaryChecks,
  StockStatusCode,
  type StockStep,
  stockStepNames,
} from './stockSteps.ts';

/** So many devices are taken through a step at once. */
export const MOST_DEVICES = 500;

const numbers = z.array(DeviceNumber).min(1).max(MOST_DEVICES);
const Reason = Line(200).min(1, { error: 'required' });
/** The witness's own sign-in, where an organisation of the devices wants two people behind it. */
const witness = {
  witness_id: Id,
  witness_password: Sealed.optional(),
  /** of the second factor, where the witness has one */
  witness_code: z.string().trim().max(20).optional(),
};
const stepNames = [...stockStepNames, ...(Object.keys(lockSteps) as LockStep[])];

/** What a step asks for beside the devices. */
const asked = {
  stock_in: {},
  preliminary_inspection: {},
  issue: { receiver_id: Id, reason: Line(200).default('') },
  receive: { signature: Signature },
  return: { reason: Reason },
  end_of_use: {},
  recycle: {},
  final_inspection_passed: {},
  final_inspection_failed: { reason: Reason, ...witness, photo: FileId },
  /** `none`: nothing replaces it, its use ends by force */
  scrap: { reason: Reason, ...witness, replacement: z.literal('none').or(DeviceNumber) },
  transfer: { org_id: Id, reason: Reason },
  report_lost: { reason: Reason },
  report_found: { reason: Reason },
  to_maintenance: { reason: Reason },
  from_maintenance: { reason: Reason },
} as const satisfies Record<StockStep, z.ZodRawShape>;

const titles: Record<StockStep, Text> = {
  stock_in: { zh: '设备入库', en: 'Take devices into the inventory' },
  preliminary_inspection: { zh: '设备初检', en: 'Inspect devices before they are issued' },
  issue: { zh: '发放设备', en: 'Issue devices' },
  receive: { zh: '接收设备', en: 'Receive devices' },
  return: { zh: '退回设备', en: 'Return issued devices' },
  end_of_use: { zh: '设备用毕', en: 'End the use of devices' },
  recycle: { zh: '回收设备', en: 'Recycle devices' },
  final_inspection_passed: { zh: '设备终检合格', en: 'Pass the final inspection of devices' },
  final_inspection_failed: { zh: '设备终检不合格', en: 'Fail the final inspection of devices' },
  scrap: { zh: '就地报废设备', en: 'Scrap devices in place' },
  transfer: { zh: '调拨设备', en: 'Transfer devices' },
  report_lost: { zh: '报失设备', en: 'Report devices lost' },
  report_found: { zh: '登记设备找回', en: 'Report devices found' },
  to_maintenance: { zh: '设备送修', en: 'Send devices to maintenance' },
  from_maintenance: { zh: '设备修复', en: 'Take devices back from maintenance' },
};

const step = <const S extends StockStep>(name: S) =>
  call({
    path: `/stock/${name}`,
    title: titles[name],
    permit: `stock:${name}`,
    business: 'update',
    /** all of them or none */
    input: z.object({ numbers, ...asked[name] }),
    output: Nothing,
  });

const Standing = {
  stock_status: StockStatusCode,
  device_state: z.enum(deviceStates),
  lost: z.boolean(),
};

/** Why a device cannot be taken through a step. */
export const stockRefusals = [
  'deviceMissing',
  'deviceRetired',
  'deviceBusy',
  'stockSealed',
  'stockStep',
  'deviceScrapped',
  'deviceLost',
  'deviceNotLost',
  'deviceInMaintenance',
  'deviceNotInMaintenance',
  'deviceSingleUse',
  'notInspected',
  'inspectionFailed',
  'notReceiver',
  'stockReach',
] as const satisfies (keyof typeof deviceRefusals | keyof typeof lockRefusals)[];
export type StockRefusal = (typeof stockRefusals)[number];

/** One number that was scanned or typed, and whether its device can be taken through the step. */
export const Checked = z.object({
  /** as it was sent, without separators */
  number: z.string(),
  /** null: no device of that number is in sight, or none that may be known to the caller by this step */
  device: z
    .object({
      id: Id,
      sn: z.string(),
      device_name: z.string(),
      device_type: z.string(),
      org_name: z.string(),
      ...Standing,
      connection: Connection,
      communicate_status: CommunicateStatus,
      seen_time: Time.nullable(),
      electric: z.int().nullable(),
      ver: z.string(),
      /** unprocessed, without mere notices */
      alarms: z.int(),
      /** of the preliminary inspection passed last, while it holds */
      inspect_time: Time.nullable(),
      receiver: z.string(),
    })
    .nullable(),
  /** null: it can be taken */
  refusal: z.enum(stockRefusals).nullable(),
  /** of an inspection: what is not passed */
  failed: z.array(z.enum(preliminaryChecks)),
});
export type Checked = z.output<typeof Checked>;

export const Custody = z.object({
  id: Id,
  device_id: Id,
  sn: z.string(),
  device_name: z.string(),
  step: z.enum(stepNames),
  from_status: StockStatusCode,
  to_status: StockStatusCode,
  device_state: z.enum(deviceStates),
  /** whose it was, and is after the step */
  org_name: z.string(),
  to_org_name: z.string(),
  /** who took the step; of the lock's own word whom it names, '' = nobody */
  oper_name: z.string(),
  /** `device`: the lock itself told of it */
  source: z.enum(['web', 'device']),
  receiver: z.string(),
  witness: z.string(),
  /** by an own sign-in, and not by name alone */
  witness_signed: z.boolean(),
  /** the number of what replaced it, of a device scrapped in place; '' = its use ended by force */
  replacement: z.string(),
  reason: z.string(),
  photo: FileId.nullable(),
  /** by which it was received */
  signature: Signature.nullable(),
  /** when it happened: of what the lock told, when its metal moved */
  at: Time,
  create_time: Time,
});
export type Custody = z.output<typeof Custody>;

const filter = {
  device_id: Id.optional(),
  step: z.enum(stepNames).optional(),
  from: Time.optional(),
  to: Time.optional(),
  keyword: Line(60).optional(),
};

const title = (zh: string, en: string): Text => ({ zh, en });

/** Custody: who has a device, from its first day to its last. Every step stands here for ever. */
export const stock = {
  /** Newest first, by cursor. */
  list: call({
    path: '/stock/list',
    title: title('查询库存流转', 'Search stock records'),
    permit: 'stock:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Custody), more: z.boolean() }),
  }),
  detail: call({
    path: '/stock/detail',
    title: title('查看流转记录', 'View a stock record'),
    permit: 'stock:list',
    business: null,
    input: z.object({ id: Id }),
    output: Custody,
  }),
  /** The paper of one hand-over: all that was received by the same signature, as far as it is in sight. */
  receipt: call({
    path: '/stock/receipt',
    title: title('查看交接单', 'View a receipt of devices'),
    permit: 'stock:list',
    business: null,
    /** of the step `receive` of any of them */
    input: z.object({ id: Id }),
    output: z.object({
      /** the same for all that was received together */
      number: Id,
      signature: Signature,
      receiver: z.string(),
      to_org_name: z.string(),
      receive_time: Time,
      rows: z.array(
        z.object({
          /** its step */
          id: Id,
          device_id: Id,
          sn: z.string(),
          device_name: z.string(),
          device_type: z.string(),
          org_name: z.string(),
          /** by whom and when it was issued; '' and null: out of sight */
          issuer: z.string(),
          issue_time: Time.nullable(),
        }),
      ),
    }),
  }),
  export: exportCall({
    path: 'stock',
    menu: 'stock',
    title: title('库存流转', 'stock records'),
    filter,
    fields: Object.keys(Custody.omit({ signature: true }).shape),
  }),
  /** What a step would do with each of these devices; nothing is changed. */
  check: call({
    path: '/stock/check',
    title: title('核对设备', 'Check devices for a step'),
    permit: 'stock:list',
    business: null,
    /** to whom or where they go, once that is chosen: not everybody can have every device */
    input: z.object({ step: z.enum(stockStepNames), numbers, receiver_id: Id.optional(), org_id: Id.optional() }),
    output: z.object({
      rows: z.array(Checked),
      /** the witness has to sign in for those of them that can be taken */
      witness_signs: z.boolean(),
    }),
  }),
  /** How many devices stand where, and what waits for the caller. */
  summary: call({
    path: '/stock/summary',
    title: title('统计库存', 'Count the stock'),
    permit: 'stock:list',
    business: null,
    input: Nothing,
    output: z.object({
      counts: z.array(z.object({ stock_status: StockStatusCode, count: z.int() })),
      maintenance: z.int(),
      scrapped: z.int(),
      lost: z.int(),
      /** issued longer ago than they should take to be received */
      overdue: z.int(),
      /** issued to the caller */
      incoming: z.int(),
    }),
  }),
  /** What was issued to the caller and is not received yet, the oldest first. */
  incoming: call({
    path: '/stock/incoming',
    title: title('查询待接收设备', 'Search devices to receive'),
    permit: 'stock:list',
    business: null,
    input: Nothing,
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          sn: z.string(),
          device_name: z.string(),
          device_type: z.string(),
          org_name: z.string(),
          issue_time: Time,
          /** who issued it */
          oper_name: z.string(),
        }),
      ),
    }),
  }),
  /** Whom devices can be issued to, or who can witness: operators of the caller's organisations, by name. */
  people: call({
    path: '/stock/people',
    title: title('查询领用人', 'Search receivers'),
    permit: 'stock:list',
    business: null,
    input: z.object({ keyword: Line(60).default('') }),
    output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
  }),
  /** What may replace a device that is scrapped where it is: of its organisation, in use, the nearest first. */
  replacements: call({
    path: '/stock/replacements',
    title: title('查询可更换的设备', 'Search devices that may replace another'),
    permit: 'stock:scrap',
    business: null,
    input: z.object({ number: DeviceNumber, keyword: Line(60).default('') }),
    output: z.object({
      rows: z.array(
        z.object({
          sn: z.string(),
          device_name: z.string(),
          device_type: z.string(),
          stock_status: StockStatusCode,
          electric: z.int().nullable(),
          /** metres between the last positions of both; null: one of them is not known */
          distance: z.int().nullable(),
        }),
      ),
    }),
  }),
  stock_in: step('stock_in'),
  preliminary_inspection: step('preliminary_inspection'),
  issue: step('issue'),
  receive: step('receive'),
  return: step('return'),
  end_of_use: step('end_of_use'),
  recycle: step('recycle'),
  final_inspection_passed: step('final_inspection_passed'),
  final_inspection_failed: step('final_inspection_failed'),
  scrap: step('scrap'),
  transfer: step('transfer'),
  report_lost: step('report_lost'),
  report_found: step('report_found'),
  to_maintenance: step('to_maintenance'),
  from_maintenance: step('from_maintenance'),
};
