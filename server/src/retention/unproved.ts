import type { Pool } from 'pg';

/**
 * What somebody said in the name of a lock without proof, and the lock itself has told its own since: `t`, received before
 * `$1`. A lock that never proves anything keeps its records as long as any other, since they are all there is of it.
 */
const old = `not t.authenticated and t.receive_time < $1
  and exists (select from lock_state s where s.device_id = t.device_id and s.receive_time > t.receive_time)`;

interface Bounds {
  /** rows of one transaction */
  part: number;
  /** of one table in one turn */
  most: number;
}

interface Found {
  id: number;
  at: string;
  serial: number;
  hash: number;
}

/** Deletes it, in small parts; tells how many positions and how many events. What an alarm or an order names stays. */
export const forgetUnproved = async (
  platform: Pool,
  before: Date,
  { part, most }: Bounds,
): Promise<{ position: number; lock_event: number }> => {
  const gone = { position: 0, lock_event: 0 };
  const positions = await platform.query<Found>(
    // as text: a time of the database is finer than one of this program
    `select t.device_id as id, t.device_time::text as at, t.serial, t.hash from position t where ${old} limit ${most}`,
    [before],
  );
  for (let from = 0; from < positions.rows.length; from += part) {
    const some = positions.rows.slice(from, from + part);
    const done = await platform.query(
      `delete from position t using unnest($2::bigint[], $3::timestamptz[], $4::int[], $5::int[]) as u(id, at, serial, hash)
       where t.device_id = u.id and t.device_time = u.at and t.serial = u.serial and t.hash = u.hash and ${old}`,
      [before, some.map((p) => p.id), some.map((p) => p.at), some.map((p) => p.serial), some.map((p) => p.hash)],
    );
    gone.position += done.rowCount ?? 0;
  }
  const named = `exists (select from alarm a where a.event_id = t.id)
    or exists (select from command c where c.evidence_event_id = t.id)`;
  const events = await platform.query<{ id: number }>(
    `select t.id from lock_event t where ${old} and not (${named}) limit ${most}`,
    [before],
  );
  for (let from = 0; from < events.rows.length; from += part) {
    const ids = events.rows.slice(from, from + part).map((row) => row.id);
    const done = await platform.query(`delete from lock_event t where t.id = any($2) and ${old} and not (${named})`, [
      before,
      ids,
    ]);
    gone.lock_event += done.rowCount ?? 0;
  }
  return gone;
};
