import type { SessionEnd } from '@plomb/contract/session/session';
import type { Pool } from 'pg';
import { hashOf } from '../platform/access.ts';

/** Ends every session of an operator but the one that asks; tells how many. Other processes notice within seconds. */
export const endOthers = async (db: Pool, operatorId: number, token: string, why: SessionEnd): Promise<number> => {
  const { rowCount } = await db.query(
    `update session set end_time = now(), end_reason = $3
     where operator_id = $1 and end_time is null and token_hash <> $2`,
    [operatorId, hashOf(token), why],
  );
  return rowCount ?? 0;
};

/** Leaves an operator its `limit` sessions that were used last: who signs in anew is never kept out by those it forgot. */
export const endBeyond = async (db: Pool, operatorId: number, limit: number): Promise<void> => {
  await db.query(
    `update session set end_time = now(), end_reason = 'beyond' where token_hash in (
       select token_hash from session where operator_id = $1 and end_time is null
        order by seen_time desc, create_time desc offset $2)`,
    [operatorId, limit],
  );
};

/** Why the session of a token ended; of one that nobody knows, or that nobody ended, that it expired. */
export const whyEnded = async (db: Pool, token: string): Promise<SessionEnd> => {
  const { rows } = await db.query<{ why: SessionEnd }>(
    `select case when o.status = 1 and organisation_enabled(o.org_id) then coalesce(s.end_reason, 'expired')
       else 'disabled' end as why
     from session s join operator o on o.id = s.operator_id where s.token_hash = $1`,
    [hashOf(token)],
  );
  return rows[0]?.why ?? 'expired';
};
