import {
  deviceManagement,
  type Enterable,
  LEASE_HOURS,
  LEASE_MINUTES,
  refusalToEnter,
} from '@plomb/contract/devices/management';
import { connectionFactsOf } from '@plomb/contract/lock/connection';
import { seedWord } from '@plomb/contract/words';
import { sql } from 'kysely';
import * as state from '../../lock/state.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import type { DeviceDeps } from './devices.routes.ts';

interface Found extends Omit<Enterable, 'held'> {
  sn: string;
  org_id: number;
  connected: boolean;
  seen_time: string | null;
  report_interval: number;
  sleep_interval: number;
  now: number;
}

/** Its row is locked: two who enter at once, and a seal that is told meanwhile, come one after the other. */
const lockedDevice = async (id: number, ctx: Ctx): Promise<Found> => {
  ctx.concerns([id]);
  const locked = await ctx.client.query('select from lock_state where device_id = $1 for no key update', [id]);
  if (locked.rowCount === 0) throw new Refusal('notFound');
  const { rows } = await ctx.client.query<Found>(
    `select d.sn, d.org_id, d.status, d.retired_time, d.device_state, d.lost,
       d.stock_status, s.lock_status, c.connected, ${state.seenTime} as seen_time,
       ${state.reportInterval} as report_interval, ${state.sleepInterval} as sleep_interval,
       (extract(epoch from now()) * 1000)::float8 as now
     from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
       join device_connection c on c.device_id = d.id where d.id = $1`,
    [id],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

/** The caller's own lease of the device, while it lasts. */
const own = `device_id = $1 and operator_id = $2 and end_time is null and until_time > now()`;

export const managementRoutes = ({ changed }: Pick<DeviceDeps, 'changed'>): Served[] =>
  serve(deviceManagement, {
    list: async ({ device_id, before, size }, { db, operator }) => {
      const known = await sql`select from device where id = ${device_id}`.execute(db);
      if (known.rows.length === 0) throw new Refusal('notFound');
      const { rows } = await sql<Record<string, unknown>>`
        select l.id, l.oper_name, l.login_name, l.operator_id = ${operator.id} as mine, l.reason, l.enter_time, l.until_time,
          coalesce(l.end_time, over.time) as end_time,
          coalesce(l.ended_by, case when over.time is not null then 'lease_end' end) as ended_by,
          (select count(*)::int from lock_event e where e.device_id = l.device_id and e.counts
            and e.at between l.enter_time and coalesce(l.end_time, l.until_time)) as events,
          (select count(*)::int from command c where c.device_id = l.device_id
            and c.create_time between l.enter_time and coalesce(l.end_time, l.until_time)) as orders
        from management_lease l
          cross join lateral (select case when l.until_time <= now() then l.until_time end as time) over
        where l.device_id = ${device_id} and ${before === undefined ? sql`true` : sql`l.id < ${before}`}
        order by l.id desc limit ${size + 1}`.execute(db);
      return { rows: rows.slice(0, size) as never, more: rows.length > size };
    },

    enter: async ({ device_id, minutes, reason }, ctx) => {
      const { client, operator } = ctx;
      const device = await lockedDevice(device_id, ctx);
      ctx.note(`${device.sn}: ${reason}`);
      // the job that ends it comes within a second
      await client.query(
        `update management_lease set end_time = until_time, ended_by = 'lease_end'
         where device_id = $1 and end_time is null and until_time <= now()`,
        [device_id],
      );
      const { rows } = await client.query('select from management_lease where device_id = $1 and end_time is null', [
        device_id,
      ]);
      const no = refusalToEnter({ ...device, held: rows.length > 0 }, connectionFactsOf(device), device.now);
      if (no === 'stockStep')
        throw new Refusal(no, { state: seedWord('stock_status', String(device.stock_status))[ctx.lang] });
      if (no) throw new Refusal(no);
      await client.query(
        `insert into management_lease (device_id, org_id, operator_id, oper_name, login_name, api_key_id, reason, until_time)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
        [
          device_id,
          device.org_id,
          operator.id,
          operator.operName,
          operator.loginName,
          operator.apiKey?.id ?? null,
          reason,
          minutes,
        ],
      );
      ctx.afterCommit(() => changed([device_id]));
      return {};
    },

    renew: async ({ device_id }, ctx) => {
      const { client, operator } = ctx;
      const { sn } = await lockedDevice(device_id, ctx);
      ctx.note(sn);
      const held = await client.query(`select from management_lease where ${own}`, [device_id, operator.id]);
      if (held.rowCount === 0) throw new Refusal('managementNotYours');
      const renewed = await client.query(
        `update management_lease set until_time = least(now() + make_interval(mins => $3), enter_time + make_interval(hours => $4))
         where ${own} and until_time < enter_time + make_interval(hours => $4)`,
        [device_id, operator.id, LEASE_MINUTES, LEASE_HOURS],
      );
      if (renewed.rowCount === 0) throw new Refusal('managementAtMost');
      ctx.afterCommit(() => changed([device_id]));
      return {};
    },

    exit: async ({ device_id }, ctx) => {
      const { client, operator } = ctx;
      const { sn } = await lockedDevice(device_id, ctx);
      ctx.note(sn);
      const left = await client.query(`update management_lease set end_time = now(), ended_by = 'exit' where ${own}`, [
        device_id,
        operator.id,
      ]);
      if (left.rowCount === 0) throw new Refusal('managementNotYours');
      ctx.afterCommit(() => changed([device_id]));
      return {};
    },
  });
