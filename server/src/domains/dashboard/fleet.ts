import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { connection, fresh, held } from '../../lock/state.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import type { Tables } from '../../platform/serve.ts';

/** A fleet by lock status and by connection. Disabled devices are left out. */
export interface FleetCounts {
  devices: number;
  ls0: number;
  ls1: number;
  ls2: number;
  ls3: number;
  ls255: number;
  /** of those with status 2: sealed by the platform's word alone */
  held: number;
  /** of those of each status: it is the last that is known */
  stale0: number;
  stale1: number;
  stale2: number;
  stale3: number;
  online: number;
  sleeping: number;
  late: number;
  offline: number;
  /** ms since it was counted */
  age: number;
}

/** Up to so many devices are counted at each look; more are counted from time to time, for all who look. */
export const countedAtOnce = 20_000;

const names = (of: readonly string[]) => sql.join(of.map((name) => sql.ref(name)));
const columns = [
  ...(['devices', 'ls0', 'ls1', 'ls2', 'ls3', 'ls255', 'held', 'stale0', 'stale1', 'stale2', 'stale3'] as const),
  ...(['online', 'sleeping', 'late', 'offline'] as const),
];
const figures = sql`count(*) as devices,
  count(*) filter (where lock_status = 0) as ls0, count(*) filter (where lock_status = 1) as ls1,
  count(*) filter (where lock_status = 2) as ls2, count(*) filter (where lock_status = 3) as ls3,
  count(*) filter (where lock_status = 255) as ls255,
  count(*) filter (where held) as held,
  count(*) filter (where stale and lock_status = 0) as stale0, count(*) filter (where stale and lock_status = 1) as stale1,
  count(*) filter (where stale and lock_status = 2) as stale2, count(*) filter (where stale and lock_status = 3) as stale3,
  count(*) filter (where connection = 'online') as online, count(*) filter (where connection = 'sleeping') as sleeping,
  count(*) filter (where connection = 'late') as late, count(*) filter (where connection = 'offline') as offline`;
const fleet = sql`(
  select d.org_id, s.lock_status, ${sql.raw(connection)} as connection, ${sql.raw(held)} as held, not ${sql.raw(fresh)} as stale
  from device d join device_type t on t.id = d.device_type_id
    join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
  where d.status = 1) fleet`;

/** The fleet in the caller's sight. */
export const fleetCounts = async (db: Kysely<Tables>, atOnce = countedAtOnce): Promise<FleetCounts> => {
  const size = await sql<{ n: number }>`
    select coalesce(sum(devices), 0)::bigint as n from device_count where not retired`.execute(db);
  if ((size.rows[0]?.n ?? 0) > atOnce) {
    const kept = await sql<FleetCounts & { age: number | null }>`
      select ${sql.join(columns.map((c) => sql`coalesce(sum(${sql.ref(c)}), 0)::bigint as ${sql.ref(c)}`))},
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
  select o.id, now(), ${sql.join(columns.map((c) => sql`coalesce(${sql.ref(c)}, 0)`))}
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
