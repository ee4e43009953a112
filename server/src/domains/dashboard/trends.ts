import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/serve.ts';

/** Which of the days a moment falls into, the first being 1. */
const dayOf = (column: string, days: readonly string[]) =>
  sql`width_bucket(${sql.ref(column)}, ${days}::timestamptz[])`;

/** Alarms that began on each day: of those in sight, read from an index that has all of it (`alarm_began`). */
export const alarmsOf = async (db: Kysely<Tables>, days: readonly string[]) => {
  const { rows } = await sql<{ day: number; total: number; illegal: number }>`
    select ${dayOf('first_time', days)} as day, count(*)::int as total,
      count(*) filter (where kind in ('illegal_unlock', 'illegal_unlocking'))::int as illegal
    from alarm where first_time >= ${days[0]}::timestamptz group by 1`.execute(db);
  return days.map((from, at) => {
    const { total, illegal } = rows.find(({ day }) => day === at + 1) ?? { total: 0, illegal: 0 };
    return { from, total, illegal };
  });
};

/** Seals that were set, and openings as the log has them. What rang and moved nothing set no seal. */
export const sealsOf = async (db: Kysely<Tables>, days: readonly string[]) => {
  const { rows: seals } = await sql<{ day: number; count: number }>`
    select ${dayOf('at', days)} as day, count(*)::int as count from lock_event
    where counts and ls_after = 2 and ls_before <> 2 and at >= ${days[0]}::timestamptz group by 1`.execute(db);
  const { rows: openings } = await sql<{ day: number; way: string; count: number }>`
    select ${dayOf('at', days)} as day, opening_way as way, count(*)::int as count from lock_event
    where opening_way is not null and at >= ${days[0]}::timestamptz group by 1, 2 order by 1, 3 desc, 2`.execute(db);
  return days.map((from, at) => {
    const ways = openings.filter(({ day }) => day === at + 1).map(({ way, count }) => ({ way, count }));
    return {
      from,
      sealed: seals.find(({ day }) => day === at + 1)?.count ?? 0,
      opened: ways.reduce((sum, { count }) => sum + count, 0),
      ways,
    };
  });
};
