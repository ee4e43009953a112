import { FIRST } from '@plomb/contract/dashboard/dashboard';
import { type Astray, Heard } from '@plomb/contract/lock/connection';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import {
  astray,
  connection,
  fresh,
  heard,
  held,
  lowBattery,
  offRoute as offRouteAlarm,
  seenTime,
} from '../../lock/state.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Tables } from '../../platform/serve.ts';

const sums = [
  ...([
    'devices',
    'enabled',
    'ls0',
    'ls1',
    'ls2',
    'ls3',
    'ls255',
    'held',
    'stale0',
    'stale1',
    'stale2',
    'stale3',
  ] as const),
  ...(['online', 'sleeping', 'late', 'offline', 'off_route', 'silent', 'low', 'low_sealed'] as const),
  ...Heard.options,
];
/** The ids of the first of them. */
const firsts = ['longest_off_route', 'longest_silent', 'emptiest'] as const;
/**
 * A fleet by lock status (`ls`), by connection and by how long ago it was heard. `held`: of those with status 2, sealed by
 * the platform's word alone; `stale`: of those of each status, it is the last that is known.
 */
export type FleetCounts = Record<(typeof sums)[number], number> &
  Record<(typeof firsts)[number], number[]> & {
    /** ms since it was counted */
    age: number;
  };

/** Up to so many devices are counted at each look; more are counted from time to time, for all who look. */
export const countedAtOnce = 20_000;

const columns = [...sums, ...firsts];
const names = (of: readonly string[]) => sql.join(of.map((name) => sql.ref(name)));
const each = <T extends string | number>(values: readonly T[], column: string, prefix = '', and = sql`true`) =>
  sql.join(
    values.map((v) => sql`count(*) filter (where ${sql.ref(column)} = ${v} and ${and}) as ${sql.ref(`${prefix}${v}`)}`),
  );
const sealedAnd = (astray: Astray) => sql`in_use and lock_status = 2 and astray = ${sql.lit(astray)}`;
const offRoute = sealedAnd('off_route');
const silent = sealedAnd('silent');
const low = sql`in_use and low`;
const figures = sql`count(*) as devices, count(*) filter (where status = 1) as enabled,
  ${each([0, 1, 2, 3, 255], 'lock_status', 'ls')}, count(*) filter (where held) as held,
  ${each([0, 1, 2, 3], 'lock_status', 'stale', sql`stale`)},
  ${each(['online', 'sleeping', 'late', 'offline'], 'connection')}, ${each(Heard.options, 'heard')},
  count(*) filter (where ${offRoute}) as off_route, count(*) filter (where ${silent}) as silent,
  count(*) filter (where ${low}) as low, count(*) filter (where ${low} and lock_status = 2) as low_sealed,
  coalesce((array_agg(id order by left_time, id) filter (where ${offRoute}))[1:${sql.lit(FIRST)}], '{}') as longest_off_route,
  coalesce((array_agg(id order by seen nulls first, id) filter (where ${silent}))[1:${sql.lit(FIRST)}], '{}') as longest_silent,
  coalesce((array_agg(id order by electric, id) filter (where ${low}))[1:${sql.lit(FIRST)}], '{}') as emptiest`;
/** What the device list shows: all in service. Those in use, which are enabled, alone can need somebody. */
const fleet = sql`(
  select d.id, d.org_id, d.status, d.status = 1 and d.device_state = 'in_use' as in_use, s.lock_status, s.electric,
    ${sql.raw(seenTime)} as seen, ${sql.raw(connection)} as connection, ${sql.raw(heard)} as heard,
    ${sql.raw(astray)} as astray, w.first_time as left_time,
    ${sql.raw(held)} as held, not ${sql.raw(fresh)} as stale, ${sql.raw(lowBattery)} as low
  from device d join device_type t on t.id = d.device_type_id
    join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
    ${sql.raw(offRouteAlarm)}
  where d.retired_time is null) fleet`;

/** The fleet in the caller's sight. Of one that was counted ahead the first are those of each organisation. */
export const fleetCounts = async (db: Kysely<Tables>, atOnce = countedAtOnce): Promise<FleetCounts> => {
  const size = await sql<{ n: number }>`
    select coalesce(sum(devices), 0)::bigint as n from device_count where not retired`.execute(db);
  if ((size.rows[0]?.n ?? 0) > atOnce) {
    const kept = await sql<FleetCounts & { age: number | null }>`
      select ${sql.join(sums.map((c) => sql`coalesce(sum(${sql.ref(c)}), 0)::bigint as ${sql.ref(c)}`))},
        ${sql.join(firsts.map((c) => sql`array(select unnest(${sql.ref(c)}) from fleet_count) as ${sql.ref(c)}`))},
        (extract(epoch from now() - min(count_time)) * 1000)::bigint as age from fleet_count`.execute(db);
    const row = kept.rows[0];
    if (row && row.age !== null) return row;
  }
  const counted = await sql<FleetCounts>`select ${figures}, 0 as age from ${fleet}`.execute(db);
  return counted.rows[0]!;
};

/** Every organisation has its row, also that whose last device went. */
const countAll = sql`
  insert into fleet_count (org_id, count_time, ${names(columns)})
  select o.id, now(), ${sql.join(sums.map((c) => sql`coalesce(${sql.ref(c)}, 0)`))},
    ${sql.join(firsts.map((c) => sql`coalesce(${sql.ref(c)}, '{}')`))}
  from organisation o left join (select org_id, ${figures} from ${fleet} group by org_id) f on f.org_id = o.id
  order by o.id
  on conflict (org_id) do update set count_time = excluded.count_time,
    ${sql.join(columns.map((c) => sql`${sql.ref(c)} = ${sql.ref(`excluded.${c}`)}`))}`;

/**
 * Counts the fleet of every organisation, when there are enough devices to be worth it. Gives itself rest in proportion:
 * it takes a twentieth of one processor at most. Any number of processes may do it; one does at a time.
 */
export const openFleetCounting = (platform: Pool, atOnce = countedAtOnce): (() => Promise<void>) => {
  let rested = 0;
  return async () => {
    if (performance.now() < rested) return;
    await transaction(platform, async (client) => {
      const db = kyselyOn<Tables>(client);
      const { rows } = await sql<{ due: boolean }>`
        select coalesce((select sum(devices) from device_count where not retired), 0) > ${atOnce}
          and pg_try_advisory_xact_lock(hashtext('plomb fleet count'))
          and not exists (select from fleet_count where count_time > now() - interval '8 seconds') as due`.execute(db);
      if (!rows[0]?.due) return;
      const from = performance.now();
      await countAll.execute(db);
      rested = performance.now() + 20 * (performance.now() - from);
    });
  };
};
