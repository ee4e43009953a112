import { dashboard, FIRST, MOST_PLACES } from '@plomb/contract/dashboard/dashboard';
import { LockStatus } from '@plomb/contract/lock/codes';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { deviceOf, names, namesByAlarm } from '../../lock/named.ts';
import { openAlarms } from '../../lock/openAlarms.ts';
import { fieldRefusal } from '../../platform/refusal.ts';
import { isOfRoot } from '../../platform/rootOnly.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { within } from '../../platform/within.ts';
import { fleetCounts } from './fleet.ts';
import { healthOf } from './health.ts';
import { emptiest, longestOffRoute, longestSilent } from './locks.ts';
import { reportHours } from './reportHours.ts';
import { alarmsOf, sealsOf } from './trends.ts';

interface Alarms {
  unprocessed: number;
  critical: number;
  told_since: number;
  oldest_time: string | null;
}

const open = sql.raw(openAlarms);
const rank = sql`array_position(array['critical', 'warning', 'info'], a.severity)`;
/**
 * A status told after the deed hides that metal was forced, not the alarm: nobody has dealt with it yet. What anybody may
 * have said counts among the alarms alone: that it was forced is not known.
 */
const toldSince = sql`
  select count(distinct a.device_id) from alarm a join lock_state s on s.device_id = a.device_id
  where a.process_time is null and a.severity = 'critical' and not a.unproved and s.lock_status <> ${LockStatus.abnormal}`;
const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

const DAY = 86_400_000;
/** Whatever clock they begin by, they are the last ones: a count from years ago reads everything. */
const checkDays = (days: readonly string[]): void => {
  if (Date.parse(days[0]!) < Date.now() - (days.length + 2) * DAY) throw fieldRefusal('days', 'outOfRange');
};

export const dashboardRoutes = ({ platform }: { platform: Pool }): Served[] =>
  serve(dashboard, {
    alarms: async ({ org_id }, ctx) => {
      const { db } = ctx;
      await within(ctx, org_id);
      const counted = await sql<Alarms>`
        select count(*) as unprocessed, count(*) filter (where severity = 'critical') as critical,
          (${toldSince}) as told_since, ${iso('min(first_time)')} as oldest_time
        from alarm where ${open}`.execute(db);
      const first = await sql`
        select a.id, ${sql.raw(namesByAlarm)}, a.kind,
          fences_in_sight(a.fences, a.fence_orgs) as fences,
          a.severity, ${iso('a.first_time')} as first_time
        from (select * from alarm a where ${open} order by ${rank}, a.first_time, a.id limit ${FIRST}) a
          ${sql.raw(deviceOf('a'))} order by ${rank}, a.first_time, a.id`.execute(db);
      const places = await sql`
        select a.id, a.severity, a.lon, a.lat from alarm a where ${open} and a.lon is not null and a.lat is not null
        order by ${rank}, a.first_time, a.id limit ${MOST_PLACES}`.execute(db);
      return { ...counted.rows[0]!, rows: first.rows, places: places.rows } as never;
    },

    orders: async ({ org_id }, ctx) => {
      const { db } = ctx;
      await within(ctx, org_id);
      const counted = await sql<{ n: number }>`select count(*) as n from command where needs_person`.execute(db);
      const first = await sql`
        select q.id, q.device_id, ${sql.raw(names.sn)}, ${sql.raw(names.device_name)}, ${sql.raw(names.subject)}, q.kind,
          ${iso('q.create_time')} as create_time
        from (select * from command where needs_person order by create_time, id limit ${FIRST}) q
          ${sql.raw(deviceOf('q'))} order by q.create_time, q.id`.execute(db);
      return { count: counted.rows[0]!.n, rows: first.rows } as never;
    },

    fleet: async ({ org_id }, ctx) => {
      const { db } = ctx;
      await within(ctx, org_id);
      const f = await fleetCounts(db);
      const { minute, ten_minutes, half_hour, two_hours, day, older } = f;
      return {
        devices: f.devices,
        enabled: f.enabled,
        counted_ms_ago: f.age,
        lock: { unsealedLocked: f.ls0, unsealedOpen: f.ls1, sealedLocked: f.ls2, abnormal: f.ls3, initial: f.ls255 },
        held: f.held,
        last_known: { unsealedLocked: f.stale0, unsealedOpen: f.stale1, sealedLocked: f.stale2, abnormal: f.stale3 },
        connection: { online: f.online, sleeping: f.sleeping, late: f.late, offline: f.offline },
        heard: { minute, ten_minutes, half_hour, two_hours, day, older },
        off_route: { count: f.off_route, rows: await longestOffRoute(db, f.longest_off_route) },
        silent: { count: f.silent, rows: await longestSilent(db, f.longest_silent) },
        battery: { count: f.low, sealed: f.low_sealed, rows: await emptiest(db, f.emptiest) },
      };
    },

    alarmDays: async ({ days }, { db }) => {
      checkDays(days);
      return { days: await alarmsOf(db, days) };
    },

    sealDays: async ({ days }, { db }) => {
      checkDays(days);
      return { days: await sealsOf(db, days) };
    },

    reportHours: async (_, { db }) => ({ hours: await reportHours(db) }),

    health: async (_, ctx) => ((await isOfRoot(ctx)) ? healthOf(platform) : null),
  });
