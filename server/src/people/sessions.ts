import type { Pool } from 'pg';
import { hashOf } from '../platform/access.ts';

/** Ends every session of an operator but the one that asks; tells how many. Other processes notice within seconds. */
export const endOthers = async (db: Pool, operatorId: number, token: string): Promise<number> => {
  const { rowCount } = await db.query(
    'update session set end_time = now() where operator_id = $1 and end_time is null and token_hash <> $2',
    [operatorId, hashOf(token)],
  );
  return rowCount ?? 0;
};

/** Leaves an operator its `limit` sessions that were used last: who signs in anew is never kept out by those it forgot. */
export const endBeyond = async (db: Pool, operatorId: number, limit: number): Promise<void> => {
  await db.query(
    `update session set end_time = now() where token_hash in (
       select token_hash from session where operator_id = $1 and end_time is null
        order by seen_time desc, create_time desc offset $2)`,
    [operatorId, limit],
  );
};
