import { z } from 'zod';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import type { commonRefusals } from '../kit/errors.ts';
import { exportCall } from '../kit/exporting.ts';
import type { Text } from '../kit/text.ts';
import { Command } from '../lock/command.ts';
import { Connection } from '../lock/connection.ts';
import { outOfUse } from '../lock/operable.ts';
import { commandKinds, orderKinds } from '../lock/orderKinds.ts';
import { type CommandStage, stageOf } from '../lock/signs.ts';
import type { orderRefusals } from './errors.ts';

/** How far an order came as people read it, and apart from that a deed that speaks against it. */
export const orderStages = [
  'uncertain',
  'contradicted',
  'possible',
  'queued',
  'sent',
  'answered_ok',
  'proved',
  'held',
  'answered_fail',
  'failed',
  'expired',
  'cancelled',
] as const satisfies readonly (CommandStage | 'contradicted')[];
export type OrderStage = (typeof orderStages)[number];

export const orderStageOf = (order: Pick<Command, 'state' | 'evidence'>): OrderStage =>
  order.evidence === 'contradicted' ? 'contradicted' : stageOf(order);

/**
 * Whether somebody has to look what became of it: it may have moved metal or changed who can open it, or its lock did the
 * contrary, which what was found before does not answer.
 */
export const needsPerson = ({
  kind,
  state,
  evidence,
  settle_stage,
}: Pick<Command, 'kind' | 'state' | 'evidence'> & {
  /** where it stood when it was settled; null: it was not */
  settle_stage: OrderStage | null;
}): boolean => {
  if (evidence === 'confirmed') return false;
  if (evidence === 'contradicted') return settle_stage !== 'contradicted';
  return state === 'uncertain' && orderKinds[kind].opens && settle_stage === null;
};

/** Where an order stands in the queue. */
export const orderStandings = ['metal', 'needs_person', 'rest'] as const;
export const standingOf = ({ kind, needs_person }: Pick<QueuedOrder, 'kind' | 'needs_person'>) => {
  if (!needs_person) return 'rest';
  return orderKinds[kind].moves ? 'metal' : 'needs_person';
};

export const QueuedOrder = Command.omit({ idempotency_key: true }).extend({
  stage: z.enum(orderStages),
  needs_person: z.boolean(),
  subject: z.string(),
  /** of its device now; null: it is in use, or out of sight */
  out_of_use: z.enum(outOfUse).nullable(),
  org_name: z.string(),
  operator_id: Id,
  /** when somebody looked what became of it, who, and what was found */
  settle_time: Time.nullable(),
  settler: z.string(),
  settler_login: z.string(),
  settlement: z.string(),
  /** of its lock now, by which a waiting order says when it leaves; null: the lock is out of sight */
  connection: Connection.nullable(),
  seen_time: Time.nullable(),
  sleep_interval: z.int().nullable(),
  velocity: z.number().nullable(),
});
export type QueuedOrder = z.output<typeof QueuedOrder>;

const filter = {
  stage: oneOrMore(z.enum(orderStages)).optional(),
  kind: oneOrMore(z.enum(commandKinds)).optional(),
  org_id: Id.optional(),
  operator_id: Id.optional(),
  device_id: Id.optional(),
  /** only those somebody has to look at */
  needs_person: z.boolean().optional(),
  /** of its giving */
  from: Time.optional(),
  to: Time.optional(),
  /** of its lock: number, name or what it guards */
  keyword: Line(60).optional(),
};

const title = (zh: string, en: string): Text => ({ zh, en });

/** Why an order is not taken back. */
export const cancelRefusals = ['commandSent', 'commandEnded', 'noPermission'] as const satisfies (
  | keyof typeof orderRefusals
  | keyof typeof commonRefusals
)[];

/** The orders of all locks. */
export const orderQueue = {
  /**
   * What needs somebody first, and of that what moves metal, then newest first, by cursor: `before` is the id of the last row
   * shown, and `stood` where it stood then. Narrowed by stage, newest first alone.
   */
  list: call({
    path: '/order/list',
    title: title('查询指令队列', 'Search the order queue'),
    permit: 'order:list',
    business: null,
    input: z.object({
      ...filter,
      before: Id.optional(),
      stood: z.enum(orderStandings).default('rest'),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(QueuedOrder), more: z.boolean() }),
  }),
  detail: call({
    path: '/order/detail',
    title: title('查看队列指令', 'View an order of the queue'),
    permit: 'order:list',
    business: null,
    input: z.object({ id: Id }),
    output: QueuedOrder,
  }),
  /** How many stand where now, and what became of those of the last day. */
  summary: call({
    path: '/order/summary',
    title: title('统计指令队列', 'Count the order queue'),
    permit: 'order:list',
    business: null,
    input: Nothing,
    output: z.object({
      needs_person: z.int(),
      queued: z.int(),
      sent: z.int(),
      /** that move metal, accepted in the last day and not proved yet */
      answered: z.int(),
      expired: z.int(),
      cancelled: z.int(),
    }),
  }),
  /** Takes back those that have not left yet, each by itself; of the others it says why not. Needs the order's own button, too. */
  cancel: call({
    path: '/order/cancel',
    title: title('取消队列指令', 'Cancel orders of the queue'),
    permit: 'order:cancel',
    business: 'other',
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: z.object({ rows: z.array(z.object({ id: Id, refusal: z.enum(cancelRefusals).nullable() })) }),
  }),
  /** Files what somebody found who looked; the order stays what it is, and stands among the others. */
  settle: call({
    path: '/order/settle',
    title: title('指令结案', 'Settle an order'),
    permit: 'order:settle',
    business: 'update',
    input: z.object({ id: Id, settlement: Line(200).min(3, { error: 'reasonShort' }) }),
    output: Nothing,
  }),
  export: exportCall({
    path: 'order',
    menu: 'order',
    title: title('指令', 'orders'),
    filter,
    fields: [
      ...Object.keys(QueuedOrder.omit({ args: true, result: true, reason_text: true, replaced_by: true }).shape),
      'said',
      'why',
    ],
  }),
};
