import { z } from 'zod';
import { FileId } from '../files/files.ts';
import { call, Id, Line, Nothing, oneOrMore, pageSizes, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { witness } from '../seals/field.ts';
import { abnormalCauses, batchStates, positionStates } from './batchSteps.ts';
import { JourneyReason } from './journey.ts';
import { JourneyTemplate } from './journeyTemplates.ts';
import { Limits } from './limits.ts';
import {
  BatchPlace,
  BatchStop,
  inOrder,
  MOST_OPENERS,
  MOST_POSITIONS,
  NamedOpener,
  Opener,
  PositionPlan,
  patrolOfLocks,
  positionPlan,
  positionsOf,
  routePlan,
  stopOutOfTime,
  wrongOrder,
} from './plan.ts';
import { StepRecord } from './stepRecords.ts';
import { verdicts } from './verdict.ts';

/**
 * How the list is looked through: what is under way, which is all that has not ended, and what ended today; of it those on the road, the late
 * ones, those with a gap and those that are breached, those to seal, and what ended; and all that ever was.
 */
export const batchTabs = ['current', 'in_transit', 'late', 'gap', 'breached', 'to_seal', 'done_today', 'all'] as const;
export type BatchTab = (typeof batchTabs)[number];
/** Where no tab is said: whoever looks for something looks through all of them, otherwise what is under way is shown. */
export const tabOf = ({ tab, ...rest }: { tab?: BatchTab | undefined } & Record<string, unknown>): BatchTab =>
  tab ?? (narrowing.some((name) => rest[name] !== undefined && rest[name] !== '') ? 'all' : 'current');
const narrowing = ['state', 'vehicle_id', 'template_id', 'verdict', 'keyword', 'from', 'to'] as const;

/** A position as the list shows it. */
const Shown = z.object({
  id: Id,
  position: z.string(),
  medium: positionPlan.medium,
  state: z.enum(positionStates),
  /** of its seal, or of its lock; '' = none yet */
  number: z.string(),
  seal_id: Id.nullable(),
  device_id: Id.nullable(),
});

const row = {
  id: Id,
  serial: z.string(),
  vehicle_id: Id,
  plate: z.string(),
  carrier: z.string(),
  driver: z.string(),
  org_name: z.string(),
  owner_id: Id,
  owner_name: z.string(),
  /** of which it was made, as it was called then; '' = of none */
  template_name: z.string(),
  state: z.enum(batchStates),
  /** of a completed one: whether the last seal came off at the destination, or somebody ended it */
  result: z.enum(['normal', 'forced']).nullable(),
  abnormal: z.boolean(),
  /** why, the first cause; the rest stands in its steps */
  abnormal_info: z.enum(abnormalCauses).nullable(),
  scrapped: z.boolean(),
  /** as it was judged last; null: it has not left, or is not judged yet */
  verdict: z.enum(verdicts).nullable(),
  /** the gravest of what it was judged by */
  why: JourneyReason.pick({ code: true, from: true, to: true, count: true }).nullable(),
  judged_time: Time.nullable(),
  /** something was told or became due since, and it is judged anew */
  judging: z.boolean(),
  start_address: z.string(),
  end_address: z.string(),
  destination_address: z.string(),
  plan_start: Time,
  plan_end: Time,
  /** since when it is on the road, and until when it was */
  transit_time: Time.nullable(),
  end_time: Time.nullable(),
  /** on the road after the time it was planned to end */
  late: z.boolean(),
  create_time: Time,
  positions: z.array(Shown),
  /** where it goes next; null: it has arrived or has not left */
  next_stop: z.object({ address: z.string(), plan_time: Time.nullable() }).nullable(),
  /** part of its route that lies behind it, 0 to 1; null: nobody knows where it is */
  share: z.number().nullable(),
  /** of its locks, the one that spoke last */
  lock: z
    .object({
      device_id: Id,
      sn: z.string(),
      lock_status: z.int(),
      lock_time: Time.nullable(),
      place_time: Time.nullable(),
    })
    .nullable(),
};
export const LogisticsBatch = z.object(row);
export type LogisticsBatch = z.output<typeof LogisticsBatch>;

const PositionDetail = Shown.extend({
  ...positionPlan,
  nth: z.int(),
  /** the number the plan asks for; what is on stands in `number` */
  planned_number: z.string(),
  sealed_time: Time.nullable(),
  opened_time: Time.nullable(),
  openers: z.array(NamedOpener),
});
export type BatchPosition = z.output<typeof PositionDetail>;
const Amendment = z.object({
  id: Id,
  at: Time,
  operator_id: Id,
  oper_name: z.string(),
  /** the second person; '' = it took none */
  witness: z.string(),
  witness_id: Id.nullable(),
  /** with which they sign in; '' = out of sight */
  witness_login: z.string(),
  reason: z.string(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
});

export const LogisticsBatchDetail = z.object({
  ...row,
  start: BatchPlace,
  end: BatchPlace,
  destination: BatchPlace,
  stops: z.array(BatchStop),
  limits: Limits,
  /** the template it was made of, and since when that had been as it was */
  template_id: Id.nullable(),
  template_time: Time.nullable(),
  creator: z.string(),
  end_reason: z.string(),
  ended_by: z.string(),
  positions: z.array(PositionDetail),
  /** newest first, so many as a page shows; the others: `stepRecords.list` */
  steps: z.array(StepRecord),
  /** there are others */
  more_steps: z.boolean(),
  amendments: z.array(Amendment),
  /** of its locks on the road: beyond which limit of places, and since when */
  beyond: z.array(z.object({ device_id: Id, kind: z.enum(['off_route', 'long_stop']), since: Time })),
  /** as `update` is told what it changes */
  version: z.string(),
});
export type LogisticsBatchDetail = z.output<typeof LogisticsBatchDetail>;

const filter = {
  /** not said: as `tabOf` says */
  tab: z.enum(batchTabs).optional(),
  state: oneOrMore(z.enum(batchStates)).optional(),
  vehicle_id: Id.optional(),
  /** who answers for it */
  owner_id: Id.optional(),
  /** the template they were made of */
  template_id: Id.optional(),
  verdict: oneOrMore(z.enum(verdicts)).optional(),
  /** serial number, plate, carrier, or the number of a seal or lock on it */
  keyword: Line(60).optional(),
  from: Time.optional(),
  to: Time.optional(),
  /** when the caller's day began; not said: that of their organisation */
  today: Time.optional(),
};
const title = (zh: string, en: string): Text => ({ zh, en });
const path = (verb: string): `/${string}` => `/logisticsBatch/${verb}`;
const list = { permit: 'logisticsBatch:list', business: null } as const;
const forms = { permit: 'logisticsBatch:add', business: null } as const;
const Reason = Line(200).min(1, { error: 'required' });
// whoever answers for it is changed by a deed of its own
const { owner_id: _, ...amendable } = routePlan;
const plan = {
  vehicle_id: Id,
  ...routePlan,
  positions: positionsOf(PositionPlan),
};
/** Planned, or planned anew before it leaves. On the road it may be late, and a stop after the end it was planned to have. */
const inTime = <S extends z.ZodObject<typeof plan>>(input: S) =>
  input.refine(inOrder, wrongOrder).superRefine((of, { addIssue }) => {
    const stray = stopOutOfTime(of);
    if (stray >= 0) addIssue({ code: 'custom', path: ['stops', stray, 'plan_time'], message: 'batchStopTime' });
    const idle = patrolOfLocks(of.positions, of.stops);
    if (idle >= 0) addIssue({ code: 'custom', path: ['stops', idle, 'patrol'], message: 'batchPatrolLocks' });
  });
const choose = { keyword: Line(60).default('') };
/** `id`: that one too, whatever it is called */
const find = { ...choose, id: Id.optional() };

/** Batches that are carried under seal, from the plan to the last seal. `batch` alone is a batch of orders. */
export const logisticsBatches = {
  /** Those on the road first, abnormal, late, then the rest; by page. */
  list: call({
    path: path('list'),
    title: title('查询物流批次', 'Search logistics batches'),
    ...list,
    input: z.object({
      ...filter,
      page: z.int().min(1).max(500).default(1),
      size: z
        .int()
        .refine((n) => (pageSizes as readonly number[]).includes(n), { error: 'pageSize' })
        .default(20),
    }),
    output: z.object({
      rows: z.array(LogisticsBatch),
      total: z.int(),
      /** there are more: they are counted so far, and who looks for more narrows */
      totalIsAtLeast: z.literal(true).optional(),
    }),
  }),
  counts: call({
    path: path('counts'),
    title: title('统计物流批次', 'Count logistics batches'),
    ...list,
    input: z.object({ today: Time.optional() }),
    output: z.object({
      ...(Object.fromEntries(batchTabs.map((tab) => [tab, z.int()])) as Record<BatchTab, z.ZodInt>),
      /** of all there are more than are counted */
      allIsAtLeast: z.literal(true).optional(),
    }),
  }),
  detail: call({
    path: path('detail'),
    title: title('查看物流批次', 'View a logistics batch'),
    ...list,
    input: z.object({ id: Id }),
    output: LogisticsBatchDetail,
  }),
  export: exportCall({
    path: 'logisticsBatch',
    menu: 'logisticsBatch',
    title: title('物流批次', 'logistics batches'),
    filter,
    fields: Object.keys(row),
  }),
  /** Vehicles a plan offers, with the batch they are on. */
  vehicles: call({
    path: path('vehicles'),
    title: title('查询可用车辆', 'Vehicles for a batch'),
    ...forms,
    input: z.object(choose),
    output: z.object({
      rows: z.array(z.object({ id: Id, plate: z.string(), enterprise: z.string(), serial: z.string() })),
    }),
  }),
  /** Locks a plan offers, with what speaks against them. */
  locks: call({
    path: path('locks'),
    title: title('查询可用电子锁', 'Locks for a batch'),
    ...forms,
    input: z.object(choose),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          sn: z.string(),
          device_name: z.string(),
          online: z.boolean(),
          electric: z.int().nullable(),
          lock_status: z.int(),
          /** the open batch it is on; '' = none */
          serial: z.string(),
        }),
      ),
    }),
  }),
  positions: call({
    path: path('positions'),
    title: title('查询施封位置选项', 'Positions for a batch'),
    ...forms,
    input: Nothing,
    output: z.object({ rows: z.array(z.object({ id: Id, position: z.string(), process_name: z.string() })) }),
  }),
  /** Who can answer for a batch: people of its organisation and of those above, as far as the caller sees them. No batch: for a new one. */
  mayOwn: call({
    path: path('mayOwn'),
    title: title('查询可选负责人', 'Who can answer for a batch'),
    ...forms,
    input: z.object({ ...choose, batch_id: Id.optional() }),
    output: z.object({ rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })) }),
  }),
  /** Who can open positions of a batch: people of the caller's organisations, and roles. */
  people: call({
    path: path('people'),
    title: title('查询批次人员', 'People for a batch'),
    ...forms,
    input: z.object(choose),
    output: z.object({
      rows: z.array(z.object({ id: Id, oper_name: z.string(), org_name: z.string() })),
      roles: z.array(z.object({ id: Id, role_name: z.string() })),
    }),
  }),
  /** Templates a plan can be made of, of the caller's organisations and those above. */
  templates: call({
    path: path('templates'),
    title: title('查询可用行程模板', 'Templates for a batch'),
    ...list,
    input: z.object(find),
    output: z.object({ rows: z.array(z.object({ id: Id, name: z.string(), org_name: z.string() })) }),
  }),
  /** Who answers for a batch in sight: by whom the list can be narrowed. */
  owners: call({
    path: path('owners'),
    title: title('查询批次负责人', 'Owners of batches'),
    ...list,
    input: z.object(find),
    output: z.object({ rows: z.array(z.object({ id: Id, name: z.string(), org_name: z.string() })) }),
  }),
  template: call({
    path: path('template'),
    title: title('套用行程模板', 'Template of a batch'),
    ...forms,
    input: z.object({ id: Id }),
    output: JourneyTemplate,
  }),
  /** Line fences in sight, as a plan may take them over: the line, and half the width as how far from it is off the route. */
  corridors: call({
    path: path('corridors'),
    title: title('查询线路围栏', 'Line fences for a batch'),
    ...forms,
    input: z.object(choose),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          name: z.string(),
          org_name: z.string(),
          ...Limits.shape.off_route.unwrap().pick({ metres: true, line: true }).shape,
        }),
      ),
    }),
  }),
  add: call({
    path: path('add'),
    title: title('新建物流批次', 'Plan a logistics batch'),
    permit: 'logisticsBatch:add',
    business: 'insert',
    /**
     * `template_id`: what filled the form, and is named in the batch; whatever was changed since is as it is said here. `template_time`: since when
     * the template had been as it was then.
     */
    input: inTime(z.object({ ...plan, template_id: Id.optional(), template_time: Time.optional() })),
    output: z.object({ id: Id, serial: z.string() }),
  }),
  /** A plan that has not left, and of which nothing is sealed yet. */
  update: call({
    path: path('update'),
    title: title('修改物流批次', 'Change the plan of a batch'),
    permit: 'logisticsBatch:update',
    business: 'update',
    input: inTime(z.object({ id: Id, ...plan, version: z.string().max(64).optional() })),
    output: z.object({ id: Id }),
  }),
  /** What changes once seals are on it: every change is a row of its own. Where it may be opened on the road, and by whom, is changed by two. */
  amend: call({
    path: path('amend'),
    title: title('变更物流批次', 'Amend a batch'),
    permit: 'logisticsBatch:update',
    business: 'update',
    input: z
      .object({
        ...{ id: Id, ...amendable, reason: Reason, ...witness, version: z.string().max(64).optional() },
        /** who may open, of positions that are named anew; the others stay */
        positions: z
          .array(z.object({ id: Id, openers: z.array(Opener).max(MOST_OPENERS) }))
          .max(MOST_POSITIONS)
          .default([]),
      })
      .refine(inOrder, wrongOrder),
    output: z.object({ id: Id }),
  }),
  cancel: call({
    path: path('cancel'),
    title: title('取消物流批次', 'Cancel a batch'),
    permit: 'logisticsBatch:update',
    business: 'update',
    input: z.object({ id: Id, reason: Reason }),
    output: Nothing,
  }),
  /** What new plans of the caller's organisation are warned of, and who said so. */
  limits: call({
    path: path('limits'),
    title: title('查询批次限值', 'Limits for a batch'),
    ...forms,
    input: Nothing,
    output: z.object({
      limits: Limits,
      from: z.enum(['own', 'above', 'product']),
      /** '' = nobody said it, or it is above the caller's sight */
      from_org_name: z.string(),
    }),
  }),
  /** null: as it is above. Batches that are planned already stay as they are. */
  setLimits: call({
    path: path('setLimits'),
    title: title('修改批次默认限值', 'Change the limits of new batches'),
    permit: 'logisticsBatch:own',
    business: 'update',
    input: z.object({ limits: Limits.nullable() }),
    output: Nothing,
  }),
  /** Whoever answers for a batch; only administrators give it to somebody else. */
  own: call({
    path: path('own'),
    title: title('更换批次负责人', 'Change who owns a batch'),
    permit: 'logisticsBatch:own',
    business: 'update',
    input: z.object({ id: Id, owner_id: Id, reason: Reason }),
    output: Nothing,
  }),
  /** Its owner, or whoever may change owners. Seals that are on become abnormal. */
  force: call({
    path: path('force'),
    title: title('强制结束物流批次', 'End a batch by force'),
    permit: 'logisticsBatch:force',
    business: 'update',
    input: z.object({ id: Id, reason: Reason }),
    output: Nothing,
  }),
  /** What is wrong with a batch and is no operation on a seal. */
  abnormal: call({
    path: path('abnormal'),
    title: title('登记批次异常', 'Report a batch abnormal'),
    permit: 'logisticsBatch:abnormal',
    business: 'update',
    input: z.object({ id: Id, reason: Reason, photos: z.array(FileId).min(1, { error: 'required' }).max(10) }),
    output: Nothing,
  }),
};
