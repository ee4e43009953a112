import type { Pool } from 'pg';
import { dueTime } from '../../lock/authorisationDue.ts';

/** What time ends, and what else has ended and was not told yet: whom it concerns, and whose orders were taken back. */
export const sweepAuthorisations = async (platform: Pool): Promise<{ operators: number[]; orders: number[] }> => {
  await platform.query(
    `update authorisation a set state = case when a.state <> 'active' then 'lapsed' when a.until_time is null then 'ended'
         else 'expired' end,
       end_time = now(), end_cause = case when a.state = 'active' and a.until_time is null then 'unreviewed' end
      where a.end_time is null and (${dueTime} <= now() or a.until_time <= now())`,
  );
  const { rows } = await platform.query<{ id: number; org_id: number | null; people: (number | null)[] }>(
    `update authorisation set told = true where not told
       returning id, org_id, array[holder_id, friend_id, first_id, second_id] as people`,
  );
  if (rows.length === 0) return { operators: [], orders: [] };
  const { rows: orders } = await platform.query<{ id: number }>(
    "select id from command where authorisation_id = any($1) and state = 'cancelled' and cause = 'right'",
    [rows.map(({ id }) => id)],
  );
  return {
    operators: [...new Set(rows.flatMap(({ people }) => people.filter((id) => id !== null)))],
    orders: orders.map(({ id }) => id),
  };
};
