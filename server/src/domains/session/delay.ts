import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { Refusal } from '../../platform/refusal.ts';

const LONGEST = 900;

/** Seconds to wait after the nth failure in a row; with three free tries 0, 0, 0, 2, 4, 8 … 15 minutes. */
export const delayAfter = (failures: number, freeTries: number): number =>
  failures <= freeTries ? 0 : Math.min(2 ** (failures - freeTries), LONGEST);

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

export const recordFailure = async (db: Pool, loginName: string, freeTries: number): Promise<void> => {
  const { rows } = await db.query<{ failures: number }>(
    `insert into login_failure (subject, failures, next_time) values ($1, 1, now())
     on conflict (subject) do update set failures = login_failure.failures + 1 returning failures`,
    [subjectOf(loginName)],
  );
  await db.query('update login_failure set next_time = now() + make_interval(secs => $2) where subject = $1', [
    subjectOf(loginName),
    delayAfter(rows[0]?.failures ?? 1, freeTries),
  ]);
};

export const clearFailures = async (db: Pool, loginName: string): Promise<void> => {
  await db.query('delete from login_failure where subject = $1', [subjectOf(loginName)]);
};

/** Failures after which the wait grows no more. */
const STEPS = 20;

/**
 * Counts a try before it is judged, and refuses it while the subject has to wait. Six digits are guessed by many at once
 * otherwise: every one of them would be let through before the first is judged. A good try clears the count.
 */
export const claimTry = async (db: Pool, subject: string, freeTries: number): Promise<void> => {
  const delays = Array.from({ length: STEPS }, (_, i) => delayAfter(i + 1, freeTries));
  const { rowCount } = await db.query(
    `insert into login_failure (subject, failures, next_time) values ($1, 1, now() + make_interval(secs => ($2::int[])[1]))
     on conflict (subject) do update set failures = login_failure.failures + 1,
       next_time = now() + make_interval(secs => ($2::int[])[least(login_failure.failures + 1, $3::int)])
     where login_failure.next_time <= now()`,
    [subjectOf(subject), delays, STEPS],
  );
  if (rowCount === 0) await checkDelay(db, subject);
  if (rowCount === 0) throw new Refusal('tooManyTries', { seconds: 1 }); // the wait ended between the two looks
};
