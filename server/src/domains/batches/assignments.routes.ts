import {
  type AssignedOf,
  type AssignedOrders,
  type Assignment,
  assignmentLimits,
  assignments,
} from '@plomb/contract/batches/assignments';
import { type ErrorCode, errors } from '@plomb/contract/errors';
import { inBoth } from '@plomb/contract/kit/text';
import type { LockFamily } from '@plomb/contract/lock/codes';
import type { CommandState } from '@plomb/contract/lock/command';
import type { OutOfUse } from '@plomb/contract/lock/operable';
import { abilities, orderKinds } from '@plomb/contract/lock/orderKinds';
import { orders as orderCalls } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import type { Pool } from 'pg';
import { alsoSeeing } from '../../lock/alsoSeeing.ts';
import { openFindLocks } from '../../lock/findLocks.ts';
import { openDeviceIds } from '../../lock/listing.ts';
import { refusalOfDevice, saidWithClause } from '../../lock/mayOperate.ts';
import { outOfUse } from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type FileRows, type Served, serve } from '../../platform/serve.ts';
import { type AssignmentFilter, assignmentsOf } from './assignments.queries.ts';
import { meant } from './batches.routes.ts';
import type { Giving } from './giving.ts';

interface Deps {
  readers: Pool;
  giving: Giving;
  /** refuses an order when whoever gives it has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
  /** an order changed */
  touched(commandId: number): void;
  /** why an order is not taken back any more; null = it is */
  refusalToCancel(state: CommandState): ErrorCode | null;
}

interface Meant {
  id: number;
  org_id: number;
  sn: string;
  device_name: string;
  subject: string;
  family: LockFamily;
  status: 1 | 2;
  out_of_use: OutOfUse | null;
  /** organisations that see it: its own and those above */
  seen_by: number[];
}

/** Of these devices, those in sight and in service. */
const devicesById = async (ids: readonly number[], { client }: Ctx): Promise<Meant[]> => {
  const { rows } = await client.query<Meant>(
    `with recursive up as (
       select id as org_id, id as top from organisation
       union all select up.org_id, o.parent_id from up join organisation o on o.id = up.top where o.parent_id is not null),
     seers as materialized (select org_id, array_agg(top) as seen_by from up group by org_id)
     select d.id, d.org_id, d.sn, d.device_name, d.subject, d.status, t.family, ${outOfUse} as out_of_use, s.seen_by
       from device d join device_type t on t.id = d.device_type_id join seers s on s.org_id = d.org_id
      where d.id = any($1) and d.retired_time is null order by d.id`,
    [ids],
  );
  return rows;
};

/** Who they are to go to. Which are out of sight is as unknown as what is not there. */
const organisations = async (ids: readonly number[], { client }: Ctx) => {
  const { rows } = await client.query<{ id: number; org_name: string; enabled: boolean }>(
    'select id, org_name, organisation_enabled(id) as enabled from organisation where id = any($1) order by id',
    [ids],
  );
  if (rows.length !== new Set(ids).size) throw new Refusal('notFound');
  return rows;
};

type Whom = { id: number; enabled: boolean };
/** What decides whether a device may be given to an organisation that does not see it. */
export type AssignedDevice = Pick<Meant, 'family' | 'status' | 'out_of_use' | 'seen_by'>;

/** Why an organisation is not given a device. Every reason of its own, the gravest first. */
export const refusalToAssign = (
  orders: AssignedOrders,
  device: AssignedDevice,
  to: Whom,
  has: { orders: AssignedOrders; sending: boolean } | undefined,
  sending: boolean,
): ErrorCode | null => {
  if (!to.enabled) return 'organisationOff';
  if (device.seen_by.includes(to.id)) return 'seesDevice';
  if (abilities[device.family][orders] === 'no') return 'commandUnsupported';
  const no = refusalOfDevice(device, orderKinds[orders]);
  if (no) return no;
  return has?.orders === orders && has.sending === sending ? 'assignedAlready' : null;
};

const key = (deviceId: number, orgId: number): string => `${deviceId} ${orgId}`;

/** What these organisations have of these devices already. */
const standing = async (ids: readonly number[], orgIds: readonly number[], { client }: Ctx) => {
  const { rows } = await client.query<{
    id: number;
    device_id: number;
    to_org_id: number;
    orders: AssignedOrders;
    sending: boolean;
  }>(
    `select id, device_id, to_org_id, orders, sending from device_assignment
      where device_id = any($1) and to_org_id = any($2) and end_time is null`,
    [ids, orgIds],
  );
  return new Map(rows.map((row) => [key(row.device_id, row.to_org_id), row]));
};

/** The orders that wait by these, which what follows takes back. */
const waiting = async (ids: readonly number[], { client }: Ctx): Promise<number[]> =>
  (
    await client.query<{ id: number }>("select id from command where assignment_id = any($1) and state = 'queued'", [
      ids,
    ])
  ).rows.map(({ id }) => id);

export const assignmentRoutes = ({ readers, giving, confirmed, touched, refusalToCancel }: Deps): Served[] => {
  const idsOf = openDeviceIds(readers);
  const findLocks = openFindLocks(readers);
  const oneOf = async (id: number, ctx: Ctx): Promise<Assignment> => {
    const [one] = await assignmentsOf({ ids: [id] }, ctx, 1, findLocks);
    if (!one) throw new Refusal('notFound');
    return one;
  };
  /** One foreign id refuses all; held, so that two who change one take turns. Those that have ended are told. */
  const change = async (ids: readonly number[], set: string, values: unknown[], ctx: Ctx) => {
    const { client } = ctx;
    const all = [...new Set(ids)];
    const { rows } = await client.query<{ id: number; device_id: number; ended: boolean }>(
      `select id, device_id, end_time is not null as ended from device_assignment
        where id = any($1) and org_id = any($2) order by id for no key update`,
      [all, ctx.operator.orgIds],
    );
    if (rows.length !== all.length) throw new Refusal('notFound');
    const holding = rows.filter(({ ended }) => !ended);
    if (holding.length === 0) throw new Refusal('assignmentEnded');
    const [held, devices] = [holding.map(({ id }) => id), holding.map(({ device_id }) => device_id)];
    ctx.concerns(devices);
    const { rows: named } = await client.query<{ sn: string }>('select sn from device where id = any($1) order by id', [
      devices,
    ]);
    ctx.note(named.map(({ sn }) => sn).join(', '));
    const orders = await waiting(held, ctx);
    await client.query(`update device_assignment set ${set} where id = any($1)`, [held, ...values]);
    ctx.afterCommit(() => orders.forEach(touched));
    return { ended: all.filter((id) => !held.includes(id)) };
  };
  /** What the operator's own organisation was given: those above it read it, and order nothing by it. */
  const rightOf = async (id: number, ctx: Ctx) => {
    const { rows } = await ctx.client.query<{ device_id: number; org_id: number | null }>(
      `select device_id, org_id from device_assignment where id = $1 and to_org_id = $2 and refusal = ''`,
      [id, ctx.operator.orgId],
    );
    const [right] = rows;
    if (!right) throw new Refusal('notFound');
    ctx.concerns([right.device_id]);
    // nobody's any more, once whose it was has been deleted
    return { deviceId: right.device_id, owners: right.org_id === null ? [] : [right.org_id] };
  };
  async function* parts(input: AssignmentFilter, ctx: Ctx): FileRows {
    for (let before = input.before; ; ) {
      const part = await assignmentsOf({ ...input, before }, ctx, 500, findLocks);
      if (part.length > 0) yield part as unknown as Record<string, unknown>[];
      if (part.length < 500) return;
      before = part.at(-1)!.id;
    }
  }

  return serve(assignments, {
    list: async (input, ctx) => {
      const rows = await assignmentsOf(input, ctx, input.size + 1, findLocks);
      return { rows: rows.slice(0, input.size), more: rows.length > input.size };
    },
    detail: ({ id }, ctx) => oneOf(id, ctx),
    export: (input, ctx) => parts(input, ctx),
    preview: async ({ of, org_ids, orders }, ctx) => {
      const to = await organisations(org_ids, ctx);
      const { ids, unknown } = await meant(of as AssignedOf, ctx, idsOf, assignmentLimits.devices);
      if (ids.length === 0) throw new Refusal(of.by === 'filter' ? 'batchEmpty' : 'deviceMissing');
      if (ids.length > assignmentLimits.devices)
        throw new Refusal('assignTooMany', { limit: assignmentLimits.devices });
      const has = await standing(ids, org_ids, ctx);
      const devices = await devicesById(ids, ctx);
      return {
        devices: devices.map((device) => ({
          device_id: device.id,
          sn: device.sn,
          device_name: device.device_name,
          subject: device.subject,
          refused: to.flatMap((org) => {
            const no = refusalToAssign(orders, device, org, has.get(key(device.id, org.id)), true);
            return no ? [{ org_id: org.id, words: errors[no][ctx.lang] }] : [];
          }),
        })),
        unknown,
      };
    },
    add: async ({ devices: said, org_ids, orders }, ctx) => {
      const { client, operator } = ctx;
      const to = await organisations(org_ids, ctx);
      const ids = said.map(({ id }) => id);
      // none of them moves to another organisation meanwhile, and two who give the same take turns
      await client.query('select from device where id = any($1) order by id for no key update', [ids]);
      const found = await devicesById(ids, ctx);
      if (found.length !== ids.length) throw new Refusal('deviceMissing');
      const has = await standing(ids, org_ids, ctx);
      const sending = new Map(said.map((one) => [one.id, one.sending]));
      const all = found.flatMap((device) =>
        to.map((org) => {
          const before = has.get(key(device.id, org.id));
          const sends = sending.get(device.id)!;
          const refusal = refusalToAssign(orders, device, org, before, sends) ?? '';
          return { device, org, before, sends, refusal };
        }),
      );
      const given = all.filter(({ refusal }) => refusal === '');
      const words = orderKinds[orders].title;
      ctx.note(
        inBoth((lang) => `${words[lang]}: ${given.length} / ${all.length} → ${to.map((o) => o.org_name).join(', ')}`),
      );
      if (given.length === 0) throw new Refusal('assignNone');
      ctx.concerns(given.map(({ device }) => device.id));
      const replaced = given.flatMap(({ before }) => before?.id ?? []);
      const orderIds = await waiting(replaced, ctx);
      await client.query(
        `update device_assignment set end_time = now(), end_cause = 'replaced', end_by = $2 where id = any($1)`,
        [replaced, operator.operName],
      );
      const { rows } = await client.query<{ distribution_id: number }>(
        `with one as materialized (select nextval('distribution') as id)
         insert into device_assignment (distribution_id, device_id, org_id, to_org_id, giver_org_id, orders, sending, refusal,
           end_time, operator_id, oper_name, login_name)
         select one.id, n.device, n.org, n.whom, $1, $2, n.sends, n.refusal, case when n.refusal <> '' then now() end, $3, $4, $5
           from one, unnest($6::bigint[], $7::bigint[], $8::bigint[], $9::bool[], $10::text[]) as n(device, org, whom, sends, refusal)
         returning distribution_id`,
        [
          operator.orgId,
          orders,
          operator.id,
          operator.operName,
          operator.loginName,
          all.map(({ device }) => device.id),
          all.map(({ device }) => device.org_id),
          all.map(({ org }) => org.id),
          all.map(({ sends }) => sends),
          all.map(({ refusal }) => refusal),
        ],
      );
      ctx.afterCommit(() => orderIds.forEach(touched));
      return {
        distribution_id: rows[0]!.distribution_id,
        given: given.length,
        refused: all.length - given.length,
      };
    },
    sending: ({ ids, sending }, ctx) => change(ids, 'sending = $2', [sending], ctx),
    end: ({ ids }, ctx) =>
      change(ids, "end_time = now(), end_cause = 'withdrawn', end_by = $2", [ctx.operator.operName], ctx),
    order: async ({ id, kind, reason_code, reason, idempotency_key }, ctx) => {
      const { client, operator } = ctx;
      if (!operator.grants.has(orderCalls[kind].permit)) throw new Refusal('noPermission');
      if (orderKinds[kind].guarded) await confirmed(ctx);
      const { deviceId, owners } = await rightOf(id, ctx);
      const why = { ...(await giving.reasonOf(client, reason_code)), reason };
      const words = orderKinds[kind].title;
      const named = (await oneOf(id, ctx)).sn;
      const said = inBoth((lang) => [`${words[lang]} ${named}`, reasonIn(lang, why)].filter(Boolean).join(': '));
      ctx.note(said);
      // the same press that comes twice at once waits for itself
      await client.query("select pg_advisory_xact_lock(hashtext('plomb order ' || $1), hashtext($2))", [
        operator.id,
        idempotency_key,
      ]);
      const tell = await alsoSeeing(client, owners, operator.orgIds, async () => {
        const pressed = await client.query<{ same: boolean }>(
          `select assignment_id is not distinct from $3 and kind = $4 as same from command
            where operator_id = $1 and idempotency_key = $2`,
          [operator.id, idempotency_key, id, kind],
        );
        if (pressed.rows[0] && !pressed.rows[0].same) throw new Refusal('keyReused');
        if (pressed.rows[0]) return () => undefined;
        const given = { kind, args: {}, ...why, keyOf: () => idempotency_key, batchId: null, assignmentId: id };
        const done = await giving.give(client, operator, { ...given, apiKeyId: operator.apiKey?.id ?? null }, [
          deviceId,
        ]);
        const no = done.unfit.get(deviceId);
        if (no?.clause) ctx.note(saidWithClause(said, no.clause));
        if (no) throw new Refusal(no.code as ErrorCode, no.values);
        return done.tell;
      });
      ctx.afterCommit(tell);
      return oneOf(id, ctx);
    },
    cancel: async ({ id, order_id }, ctx) => {
      const { client, operator } = ctx;
      const { owners } = await rightOf(id, ctx);
      const { sn } = await oneOf(id, ctx);
      const stands = async () => {
        const { rows } = await client.query<{ kind: AssignedOrders; state: CommandState }>(
          'select kind, state from command where id = $1 and assignment_id = $2',
          [order_id, id],
        );
        if (!rows[0]) throw new Refusal('notFound');
        return rows[0];
      };
      await alsoSeeing(client, owners, operator.orgIds, async () => {
        const { kind } = await stands();
        ctx.note(inBoth((lang) => `${orderKinds[kind].title[lang]} ${sn}`));
        if (!operator.grants.has(orderCalls[kind].permit)) throw new Refusal('noPermission');
        const { rowCount } = await client.query(
          `update command set state = taken_back(command), finish_time = case when taken_back(command) = 'cancelled' then now() end,
              canceller_id = $2, canceller = $3 where id = $1 and state = 'queued'`,
          [order_id, operator.id, operator.operName],
        );
        // it may have left between the two statements
        if (rowCount === 0) throw new Refusal(refusalToCancel((await stands()).state) ?? 'conflict');
      });
      ctx.afterCommit(() => touched(order_id));
      return oneOf(id, ctx);
    },
  });
};
