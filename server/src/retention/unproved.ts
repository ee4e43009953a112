import { type Forgetting, type Found, overdue } from './forgetting.ts';

/**
 * What somebody said in the name of a lock without proof, and the lock itself has told its own since: `t`, received before
 * `$1`. A lock that never proves anything keeps its records as long as any other, since they are all there is of it.
 */
const old = `not t.authenticated and t.receive_time < $1
  and exists (select from lock_state s where s.device_id = t.device_id and s.receive_time > t.receive_time)`;

export const unprovedPositions: Forgetting = {
  name: 'position_unproved',
  table: 'position',
  days: 'quarantine_days',
  async find(platform, before, most) {
    const { rows } = await platform.query<Found>(
      // the time as text: one of the database is finer than one of this program
      `select jsonb_build_object('id', t.device_id, 'at', t.device_time::text, 'serial', t.serial, 'hash', t.hash) as key,
         ${overdue('t.receive_time')} from position t where ${old} limit $2`,
      [before, most],
    );
    return rows;
  },
  async remove(platform, before, keys) {
    const done = await platform.query(
      `delete from position t using jsonb_to_recordset($2) as u(id bigint, at timestamptz, serial int, hash int)
       where t.device_id = u.id and t.device_time = u.at and t.serial = u.serial and t.hash = u.hash and ${old}`,
      [before, JSON.stringify(keys)],
    );
    return done.rowCount ?? 0;
  },
};

/** What an alarm or an order names stays. */
const unnamed = `not exists (select from alarm a where a.event_id = t.id)
  and not exists (select from command c where c.evidence_event_id = t.id)`;

export const unprovedEvents: Forgetting = {
  name: 'lock_event_unproved',
  table: 'lock_event',
  days: 'quarantine_days',
  async find(platform, before, most) {
    const { rows } = await platform.query<Found>(
      `select t.id as key, ${overdue('t.receive_time')} from lock_event t where ${old} and ${unnamed} limit $2`,
      [before, most],
    );
    return rows;
  },
  async remove(platform, before, keys) {
    const done = await platform.query(`delete from lock_event t where t.id = any($2) and ${old} and ${unnamed}`, [
      before,
      keys,
    ]);
    return done.rowCount ?? 0;
  },
};
