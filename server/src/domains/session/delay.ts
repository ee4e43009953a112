import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Refusal } from '../../platform/refusal.ts';

const FREE_TRIES = 3;
const LONGEST = 900;

/** Seconds to wait after the nth failure in a row: 0, 0, 0, 2, 4, 8 … 15 minutes. */
export const delayAfter = (failures: number): number =>
  failures <= FREE_TRIES ? 0 : Math.min(2 ** (failures - FREE_TRIES), LONGEST);

/** Names are kept as hashes: people type passwords into the wrong field. */
const subjectOf = (loginName: string): string => createHash('sha256').update(loginName.toLowerCase()).digest('hex');

/** Refuses while the name has to wait; a name nobody has waits just the same. */
export const checkDelay = async (db: Pool, loginName: string): Promise<void> => {
  const { rows } = await db.query<{ seconds: number }>(
    'select ceil(extract(epoch from next_time - now()))::int as seconds from login_failure where subject = $1 and next_time > now()',
    [subjectOf(loginName)],
  );
  if (rows[0]) throw new Refusal('tooManyTries', { seconds: rows[0].seconds });
};

export const recordFailure = async (db: Pool, loginName: string): Promise<void> => {
  const { rows } = await db.query<{ failures: number }>(
    `insert into login_failure (subject, failures, next_time) values ($1, 1, now())
     on conflict (subject) do update set failures = login_failure.failures + 1 returning failures`,
    [subjectOf(loginName)],
  );
  await db.query('update login_failure set next_time = now() + make_interval(secs => $2) where subject = $1', [
    subjectOf(loginName),
    delayAfter(rows[0]?.failures ?? 1),
  ]);
};

export const clearFailures = async (db: Pool, loginName: string): Promise<void> => {
  await db.query('delete from login_failure where subject = $1', [subjectOf(loginName)]);
};
