import type { AssignedOrders } from '@plomb/contract/batches/assignments';
import type { ErrorCode, FieldErrorCode } from '@plomb/contract/errors';
import { personNamed } from '@plomb/contract/kit/personNamed';
import type { Text } from '@plomb/contract/kit/text';
import type { Command } from '@plomb/contract/lock/command';
import { type IntervalLimits, outsideLimits } from '@plomb/contract/lock/intervals';
import { sealModel } from '@plomb/contract/lock/operable';
import { type ArgsOf, argsMistake, type CommandKind, orderKinds } from '@plomb/contract/lock/orderKinds';
import { lifetimeOf } from '@plomb/contract/orders/params';
import type { ClientBase } from 'pg';
import { holdSeal } from '../../ingest/holdSeal.ts';
import {
  type Clause,
  inOrganisation,
  mayOperate,
  openingsOf,
  type PlaceInAreas,
  type Right,
  refusalByRight,
} from '../../lock/mayOperate.ts';
import { type Lock, locksById, type RightIds, underWayOf } from '../../lock/operating.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { Refusal } from '../../platform/refusal.ts';
import { holdLocks } from './holdLocks.ts';
import { becomesEither, undoneBy } from './lifeCycle.ts';

/** Why a lock does not get an order. */
export interface Unfit {
  code: ErrorCode | FieldErrorCode;
  /** the argument that is refused; '' = it is about the lock */
  field: string;
  /** of the decision whether it may be given */
  clause?: Clause;
  /** for the words of the code */
  values?: Record<string, string>;
  /** a second person may approve it */
  asks?: true;
}
const unfitBy = (code: ErrorCode): Unfit => ({ code, field: '' });

/** What is wrong with the arguments for this lock, by its family and its type; null = nothing. */
export const mistakeFor = <K extends CommandKind>(
  lock: Pick<Lock, 'family'> & IntervalLimits,
  kind: K,
  args: ArgsOf<K>,
) =>
  argsMistake(lock.family, kind, args) ??
  (kind === 'set_intervals' ? outsideLimits(lock, args as ArgsOf<'set_intervals'>) : null);

export interface Given extends Pick<Command, 'reason' | 'reason_code' | 'reason_text'>, RightIds {
  kind: CommandKind;
  /** of the kind, as the contract has checked them */
  args: object;
  /** of one operator unique for ever */
  keyOf(deviceId: number): string;
  apiKeyId: number | null;
  batchId: number | null;
  /** by which approval of a second person; not said: by none */
  approvalId?: number;
  /** its time is counted from then; not said: from now */
  since?: Date;
  /** when its devices were chosen; not said: now */
  chosen?: Date;
}

export interface OrderLimits {
  /** seconds one may wait for its lock: an unseal ordered at 09:00 must not open something else at 14:00 */
  lifetime(kind: CommandKind): number;
  /** how many may wait for a lock before it gets no more of those that do not replace each other */
  waiting(): number;
}
export const orderLimits = (
  param: (name: ReturnType<typeof lifetimeOf> | 'waiting_orders_per_lock') => number,
): OrderLimits => ({
  lifetime: (kind) => param(lifetimeOf(kind)),
  waiting: () => param('waiting_orders_per_lock'),
});

/** By what right an order is given; held, so that whoever ends it takes back what was ordered by it. Null: whoever gives it sees its locks. */
const assignedRight = async (
  client: ClientBase,
  assignmentId: number | undefined,
): Promise<Extract<Right, { by: 'assignment' }> | null> => {
  if (assignmentId === undefined) return null;
  const { rows } = await client.query<{ ended: boolean; sending: boolean; orders: AssignedOrders }>(
    'select end_time is not null as ended, sending, orders from device_assignment where id = $1 for share',
    [assignmentId],
  );
  return { by: 'assignment', ...(rows[0] ?? { ended: true, sending: false, orders: 'seal' }) };
};

/** The same of an authorisation, which is of some devices of one person: which orders it gives the right to now, by device. */
const authorisedRights = async (
  client: ClientBase,
  giver: Pick<Giver, 'id'>,
  authorisationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Extract<Right, { by: 'authorisation' }>>> => {
  const { rows } = await client.query<{ id: number; orders: AssignedOrders | null; place: PlaceInAreas | null }>(
    `select d as id, authorisation_right($1, d, $2) as orders, (select to_jsonb(p) from authorisation_place($1, d) p) as place
       from unnest($3::bigint[]) as n(d)`,
    [authorisationId, giver.id, ids],
  );
  // asked after it is held: what was ordered meanwhile counts
  const counted = await client.query<Parameters<typeof openingsOf>[0]>(
    'select max_uses, proved, open from authorisation_openings($1)',
    [authorisationId],
  );
  const openings = openingsOf(counted.rows[0]!);
  return new Map(rows.map(({ id, orders, place }) => [id, { by: 'authorisation', orders, openings, place }]));
};

/** Of these locks those for which so much waits that they get no order of the kind. What moves metal always may wait. */
export const crowded = async (
  client: ClientBase,
  kind: CommandKind,
  limits: Pick<OrderLimits, 'waiting'>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (orderKinds[kind].replaces) return new Set();
  const { rows } = await client.query<{ device_id: number }>(
    `select device_id from command where device_id = any($1) and state = 'queued' and not physical
      group by device_id having count(*) >= $2`,
    [ids, limits.waiting()],
  );
  return new Set(rows.map(({ device_id }) => device_id));
};

/** Of these locks those that may not be given the cards of an order: one is disabled or being removed. */
export const withoutCards = async (
  client: ClientBase,
  { kind, args }: { kind: CommandKind; args: object },
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (kind !== 'add_cards') return new Set();
  const { rows } = await client.query<{ id: number }>(
    'select devices_without_cards as id from devices_without_cards($1, $2)',
    [ids, (args as ArgsOf<'add_cards'>).cards],
  );
  return new Set(rows.map(({ id }) => id));
};

/** Of a lock the orders that give way to a newer one, which `newer` names: to one by an assignment those by the same alone. */
const givesWay = `(state = 'queued' and ($2 and kind = $3 or $4 and physical)
  or again and attempt > 0 and state in ('queued', 'sent') and ($2 and kind = $3 or ${undoneBy('$3', '$5')}))
  and ($6::bigint is null or assignment_id = $6) and ($7::bigint is null or authorisation_id = $7)`;
type Newer = Pick<Given, 'kind' | 'args' | 'approvalId' | keyof RightIds>;
const newer = ({ kind, args, assignmentId, authorisationId }: Newer) => {
  const { moves, replaces } = orderKinds[kind];
  return [replaces, kind, moves, JSON.stringify(args), assignmentId ?? null, authorisationId ?? null];
};

export interface Written {
  /** the orders, by device */
  orders: ReadonlyMap<number, number>;
  /** orders that gave way to them */
  replaced: readonly number[];
  /** devices whose seal the platform holds by now: nothing is sent to them */
  held: ReadonlySet<number>;
  /** devices that got none after all */
  unfit: ReadonlyMap<number, ErrorCode>;
}

/**
 * Orders of one kind for these locks, one each. A newer order replaces one that has not left yet, and one that has left is not
 * sent again; what moves metal and has left stands, and the unique index says so.
 */
export const giveOrders = async (
  client: ClientBase,
  operator: Pick<SessionOperator, 'id' | 'operName' | 'loginName'>,
  limits: Pick<OrderLimits, 'lifetime'>,
  given: Given,
  locks: readonly Pick<Lock, 'id' | 'org_id' | 'family'>[],
): Promise<Written> => {
  const { again, doubtful, moves } = orderKinds[given.kind];
  const ids = locks.map(({ id }) => id);
  const replaced = await client.query<{ id: number }>(
    `update command set cause = 'replaced', ${becomesEither("state = 'queued'", 'cancel', 'claim')}
     where device_id = any($1) and ${givesWay} returning id`,
    [ids, ...newer(given)],
  );
  const { rows } = await client.query<{ id: number; device_id: number }>(
    `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name,
       expire_time, api_key_id, reason_code, reason_text, doubtful, login_name, batch_id, assignment_id, authorisation_id, approval_id)
     select device, org, $1, $2, $3, $4, key, $5, $6, $7, least(coalesce($18, now()) + make_interval(secs => $8), authorisation_until($20)), $9, $10, $11, $12, $13, $14, $19, $20, $21
       from unnest($15::bigint[], $16::bigint[], $17::text[]) as n(device, org, key)
     on conflict (device_id) where physical and state in ('queued', 'sent') do nothing returning id, device_id`,
    [
      given.kind,
      JSON.stringify(given.args),
      moves,
      again,
      given.reason,
      operator.id,
      operator.operName,
      limits.lifetime(given.kind),
      given.apiKeyId,
      given.reason_code,
      given.reason_text,
      doubtful,
      operator.loginName,
      given.batchId,
      ids,
      locks.map(({ org_id }) => org_id),
      ids.map(given.keyOf),
      given.since ?? null,
      given.assignmentId ?? null,
      given.authorisationId ?? null,
      given.approvalId ?? null,
    ],
  );
  const orders = new Map(rows.map((row) => [row.device_id, row.id]));
  const held = new Set<number>();
  const unfit = new Map<number, ErrorCode>();
  for (const { id: deviceId, org_id: orgId, family } of locks) {
    const id = orders.get(deviceId);
    if (id === undefined) unfit.set(deviceId, 'oneLivePhysicalCommand');
    else if (given.kind === 'factory_reset') await keepSealed(client, { id, deviceId, orgId }, {});
    else if (given.kind === 'seal' && sealModel[family] === 'platform') {
      if (await hold(client, operator, id, deviceId)) held.add(deviceId);
      else unfit.set(deviceId, 'closeShackleFirst');
    }
  }
  return { orders, replaced: replaced.rows.map(({ id }) => id), held, unfit };
};

export interface OrderNews {
  /** a command waits for this device */
  hint(deviceId: number): void;
  /** a command came to be or changed */
  touched(commandId: number): void;
  /** the present of a device changed without a report */
  deviceTouched(deviceId: number): void;
}

/** What follows once they are committed. */
export const tellOrders = ({ hint, touched, deviceTouched }: OrderNews, { orders, replaced, held }: Written): void => {
  for (const id of replaced) touched(id);
  for (const [deviceId, id] of orders) {
    touched(id);
    if (held.has(deviceId)) deviceTouched(deviceId);
    else hint(deviceId);
  }
};

/**
 * This family has no seal order: a closed lock is sealed by the platform's word. Nothing is sent and nothing is proved;
 * if it opened meanwhile the state no longer matches, and the order is taken back.
 */
const hold = async (
  client: ClientBase,
  operator: Pick<SessionOperator, 'operName' | 'loginName'>,
  commandId: number,
  deviceId: number,
): Promise<boolean> => {
  const actor = personNamed(operator.operName, operator.loginName);
  const event = await holdSeal(client, { deviceId, commandId, actor });
  await client.query(
    event === null
      ? "update command set state = 'cancelled', finish_time = now() where id = $1 and $2::bigint is null"
      : `update command set state = 'held', finish_time = now(), evidence = 'held', evidence_time = now(),
           evidence_event_id = $2 where id = $1`,
    [commandId, event],
  );
  return event !== null;
};

/** The order that sets a password, and its lock. */
export interface Setter {
  id: number;
  deviceId: number;
  orgId: number;
}

/** What an order will set; without anything sealed the factory's, which is also what is in force before the first. */
export const keepSealed = async (
  client: ClientBase,
  { id, deviceId, orgId }: Setter,
  { sealed, fingerprint, oldSealed }: { sealed?: Buffer; fingerprint?: Buffer; oldSealed?: Buffer | undefined },
): Promise<void> => {
  await client.query(
    `insert into static_password (device_id, org_id, state) select $1, $2, 'current'
     where not exists (select from static_password where device_id = $1 and state = 'current') on conflict do nothing`,
    [deviceId, orgId],
  );
  await client.query(
    `insert into static_password (device_id, org_id, setter_org_id, command_id, sealed, fingerprint, old_sealed)
     values ($1, $2, $2, $3, $4, $5, $6)`,
    [deviceId, orgId, id, sealed ?? null, fingerprint ?? null, oldSealed ?? null],
  );
};

/** The item of the list, with its words of now. */
export const chosenReason = async (
  client: ClientBase,
  code: string | undefined,
): Promise<Pick<Command, 'reason_code' | 'reason_text'>> => {
  if (code === undefined) return { reason_code: null, reason_text: null };
  const { rows } = await client.query<{ item_text: Text }>(
    `select item_text from dictionary_item i join dictionary d on d.id = i.dictionary_id
     where d.dict_code = 'unseal_reason' and i.item_code = $1 and i.enabled`,
    [code],
  );
  if (!rows[0]) throw new Refusal('reasonNotOffered');
  return { reason_code: code, reason_text: rows[0].item_text };
};

/** Who gives it: what it is permitted, and what it sees. */
export type Giver = Pick<SessionOperator, 'id' | 'grants' | 'orgIds'>;

/** These locks, as far as they are in sight, and which of them do not get an order and why; of the others nothing is said but that. */
export const judgeOrders = async (
  client: ClientBase,
  giver: Giver,
  limits: Pick<OrderLimits, 'waiting'>,
  { kind, args, assignmentId, authorisationId, approvalId }: Newer,
  ids: readonly number[],
): Promise<{ locks: Lock[]; unfit: Map<number, Unfit> }> => {
  const { grants, orgIds } = giver;
  const locks = await locksById(client, ids);
  const assigned = await assignedRight(client, assignmentId);
  const authorised = authorisationId === undefined ? null : await authorisedRights(client, giver, authorisationId, ids);
  const rightTo = ({ id, org_id }: Lock): Right => {
    if (authorised) return authorised.get(id) ?? { by: 'authorisation', orders: null, openings: 'left', place: null };
    return assigned ?? inOrganisation(orgIds, org_id);
  };
  const underWay = await underWayOf(client, ids, { assignmentId, authorisationId });
  const full = await crowded(client, kind, limits, ids);
  const without = await withoutCards(client, { kind, args }, ids);
  const judge = (lock: Lock): Unfit | null => {
    const facts = {
      ...{ right: rightTo(lock), lock, underWay: underWay.get(lock.id) ?? null, at: lock.now },
      grants,
      approved: approvalId !== undefined,
    };
    const verdict = mayOperate(kind, facts);
    if (verdict.answer === 'refused')
      return { ...unfitBy(verdict.code), clause: verdict.clause, values: verdict.values };
    if (verdict.answer === 'approval') return { ...unfitBy(verdict.code), asks: true };
    const mistake = mistakeFor(lock, kind, args as never);
    if (mistake) return { code: mistake.message, field: mistake.field };
    if (full.has(lock.id)) return unfitBy('ordersWaiting');
    return without.has(lock.id) ? { code: 'cardUnusable', field: 'cards' } : null;
  };
  const missing = unfitBy((assigned && refusalByRight(kind, assigned)) ?? 'deviceMissing');
  const unfit = new Map<number, Unfit>(ids.map((id) => [id, missing]));
  for (const lock of locks) {
    const no = judge(lock);
    if (no) unfit.set(lock.id, no);
    else unfit.delete(lock.id);
  }
  return { locks, unfit };
};

/** One order that many locks are given: the same judgement and the same writing as one at a time. */
export const openGiving = (news: OrderNews, limits: OrderLimits) => {
  /** Its time was over before it could be given: what was confirmed then is not what is confirmed now. */
  const isLate = async (client: ClientBase, { kind, since }: Given): Promise<boolean> => {
    const { rows } = await client.query<{ late: boolean }>(
      'select coalesce($1::timestamptz + make_interval(secs => $2) <= now(), false) as late',
      [since ?? null, limits.lifetime(kind)],
    );
    return rows[0]!.late;
  };
  return {
    reasonOf: chosenReason,
    async givingWay(client: ClientBase, order: Newer, ids: readonly number[]) {
      const { rows } = await client.query<{ oper_name: string; login_name: string; count: number }>(
        `select oper_name, login_name, count(*)::int as count from command where device_id = any($1) and ${givesWay}
          group by operator_id, oper_name, login_name order by 3 desc, 2`,
        [ids, ...newer(order)],
      );
      return rows;
    },
    judge: async (client: ClientBase, giver: Giver, order: Newer, ids: readonly number[]) =>
      (await judgeOrders(client, giver, limits, order, ids)).unfit,
    async give(
      client: ClientBase,
      operator: Giver & Pick<SessionOperator, 'operName' | 'loginName'>,
      given: Given,
      ids: readonly number[],
    ) {
      if (await isLate(client, given)) {
        const unfit: ReadonlyMap<number, Unfit> = new Map(ids.map((id) => [id, unfitBy('orderLate')]));
        return { orders: new Map<number, number>(), unfit, tell: () => undefined };
      }
      const exchanged = await holdLocks(client, given.kind, ids, given.chosen);
      const chosen = ids.filter((id) => !exchanged.has(id));
      const { locks, unfit } = await judgeOrders(client, operator, limits, given, chosen);
      for (const id of exchanged) unfit.set(id, unfitBy('lockExchanged'));
      const fit = locks.filter(({ id }) => !unfit.has(id));
      const written = await giveOrders(client, operator, limits, given, fit);
      for (const [id, code] of written.unfit) unfit.set(id, unfitBy(code));
      return { orders: written.orders, unfit, tell: () => tellOrders(news, written) };
    },
  };
};
