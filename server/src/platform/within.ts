import type { ClientBase } from 'pg';
import type { SessionOperator } from './access.ts';
import { Refusal } from './refusal.ts';

/**
 * Narrows what the rest of a reading call sees to one organisation and those below it, of those the caller sees; answers
 * which these are. Nothing asked: all of them.
 */
export const within = async (
  { client, operator }: { client: ClientBase; operator: Pick<SessionOperator, 'orgIds'> },
  orgId: number | undefined,
): Promise<readonly number[]> => {
  if (orgId === undefined) return operator.orgIds;
  if (!operator.orgIds.includes(orgId)) throw new Refusal('notFound');
  const { rows } = await client.query<{ ids: number[] }>(
    `with recursive below as (
       select $1::bigint as id union select o.id from organisation o join below b on o.parent_id = b.id)
     select array_agg(id) as ids from below`,
    [orgId],
  );
  const held = new Set(operator.orgIds);
  const ids = (rows[0]?.ids ?? []).map(Number).filter((id) => held.has(id));
  await client.query("select set_config('plomb.orgs', $1, true)", [ids.join(',')]);
  return ids;
};
