import { type dashboard, FIRST } from '@plomb/contract/dashboard/dashboard';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { connection, fresh, offRoute, seenTime } from '../../lock/state.ts';
import type { Tables } from '../../platform/serve.ts';

type OffRoute = z.output<typeof dashboard.fleet.output>['off_route']['rows'][number];
type Lock = z.output<typeof dashboard.fleet.output>['silent']['rows'][number];

/** The first of these locks, as they are now. */
const firstOf = async <L extends Lock = Lock>(
  db: Kysely<Tables>,
  ids: readonly number[],
  order: RawBuilder<unknown>,
): Promise<L[]> => {
  const { rows } = await sql<L>`
    select d.id, d.sn, d.device_name, d.subject, t.family, s.lock_status, ${sql.raw(fresh)} as fresh,
      ${sql.raw(connection)} as connection, ${sql.raw(seenTime)} as seen_time, s.electric,
      w.first_time as left_time
    from device d join device_type t on t.id = d.device_type_id
      join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
      ${sql.raw(offRoute)}
    where d.id = any(${ids}) order by ${order}, d.id limit ${FIRST}`.execute(db);
  return rows;
};

/** Those of them that are off it still. */
export const longestOffRoute = async (db: Kysely<Tables>, ids: readonly number[]): Promise<OffRoute[]> =>
  (await firstOf<OffRoute>(db, ids, sql`w.first_time`)).filter(({ left_time }) => left_time !== null);
export const longestSilent = (db: Kysely<Tables>, ids: readonly number[]): Promise<Lock[]> =>
  firstOf(db, ids, sql`${sql.raw(seenTime)} nulls first`);
export const emptiest = (db: Kysely<Tables>, ids: readonly number[]): Promise<Lock[]> =>
  firstOf(db, ids, sql`s.electric`);
