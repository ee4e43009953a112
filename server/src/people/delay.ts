import { createHash } from 'node:crypto';
import { addressKey } from '@plomb/gateway/addressKey';
import type { Pool } from 'pg';
import { Refusal } from '../platform/refusal.ts';

const LONGEST = 900;
/** Failures after which the wait grows no more. */
const STEPS = 20;

/** Seconds to wait after the nth failure in a row; with three free tries 0, 0, 0, 2, 4, 8 … 15 minutes. */
export const delayAfter = (failures: number, freeTries: number): number =>
  failures <= freeTries ? 0 : Math.min(2 ** (failures - freeTries), LONGEST);

/** Who or what is counted; the operator, where it is one. */
export interface Subject {
  name: string;
  operatorId: number | null;
}

/** Names of subjects are kept as hashes: people type passwords into the wrong field. */
const hashed = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/**
 * What a sign-in is counted under. Somebody known is counted as that person, however the name was spelt: two spellings
 * that find one operator must not have two counts. An address the person has signed in from lately has a count of its
 * own, so that strangers who guess at a name elsewhere do not make its owner wait.
 */
export const signInSubject = (operatorId: number | null, typedName: string, usualAddress: string | null): Subject => {
  const who = operatorId === null ? `name ${typedName.toLowerCase()}` : `operator ${operatorId}`;
  return { name: usualAddress === null ? who : `${who} at ${addressKey(usualAddress)}`, operatorId };
};

/**
 * Counts a try before it is judged, and refuses it while the subject has to wait. Many guesses at once would all be let
 * through otherwise, before the first of them is judged. A good try clears the count.
 */
export const claimTry = async (db: Pool, subject: Subject, freeTries: number): Promise<void> => {
  const delays = Array.from({ length: STEPS }, (_, i) => delayAfter(i + 1, freeTries));
  const { rowCount } = await db.query(
    `insert into login_failure (subject, operator_id, failures, next_time)
     values ($1, $4, 1, now() + make_interval(secs => ($2::int[])[1]))
     on conflict (subject) do update set failures = login_failure.failures + 1,
       next_time = now() + make_interval(secs => ($2::int[])[least(login_failure.failures + 1, $3::int)])
     where login_failure.next_time <= now()`,
    [hashed(subject.name), delays, STEPS, subject.operatorId],
  );
  if (rowCount !== 0) return;
  const { rows } = await db.query<{ seconds: number }>(
    'select greatest(1, ceil(extract(epoch from next_time - now())))::int as seconds from login_failure where subject = $1',
    [hashed(subject.name)],
  );
  throw new Refusal('tooManyTries', { seconds: rows[0]?.seconds ?? 1 });
};

export const clearFailures = async (db: Pool, subject: Subject): Promise<void> => {
  await db.query('delete from login_failure where subject = $1', [hashed(subject.name)]);
};

/** Whatever stands against an operator, wherever it was tried. */
export const forgive = async (db: Pool, operatorId: number): Promise<void> => {
  await db.query('delete from login_failure where operator_id = $1', [operatorId]);
};
