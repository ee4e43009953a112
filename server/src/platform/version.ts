import type { Call } from '@plomb/contract/kit/call';
import { versionField } from '@plomb/contract/kit/resource';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from './refusal.ts';
import type { Ctx } from './serve.ts';

/** What a form writes: its table, and the columns it replaces. */
export interface Written {
  table: string;
  columns: readonly string[];
}

/**
 * A fingerprint of what a form writes, as it stands in the row with this id. What else changes in the row (a status, the
 * hour somebody was seen) is none of the form's business and leaves it alone.
 */
export const versionOf = ({ table, columns }: Written, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select md5(row(${sql.join(columns.map((c) => sql.ref(`v.${c}`)))})::text)
    from ${sql.table(table)} as v where v.id = ${id})`;

/** What the call says it changes: the field of its request that names the record, and its value. */
type Named = readonly [field: string, value: string | number];

/** The last who changed the record by this call, as far as the caller may see; for a day, no more is looked through. */
const lastChange = async (ctx: Ctx, call: Call, [field, value]: Named): Promise<string | undefined> => {
  const { rows } = await sql<{ operate_name: string }>`
    select operate_name from operation_log
    where operate_url = ${call.path} and success and create_time > now() - interval '1 day'
      and parsed_json(request_body) ->> ${field}::text = ${String(value)}
    order by id desc limit 1`.execute(ctx.db);
  return rows[0]?.operate_name || undefined;
};

/** Refuses when what the caller read as `version` is not what stands there now. */
export const checkRead = async (
  ctx: Ctx,
  call: Call,
  named: Named,
  version: string | undefined,
  now: string,
): Promise<void> => {
  if (version === undefined || version === now) return;
  const who = await lastChange(ctx, call, named);
  throw new Refusal(who === undefined ? 'changedBySomebody' : 'changedMeanwhile', { who: who ?? '' }, [
    { code: 'custom', path: [versionField], message: 'conflict', input: undefined },
  ]);
};

/**
 * Locks the row until the end of the transaction, and refuses when what the caller read as `version` is not what stands
 * there now. A caller that names no version replaces whatever is there.
 */
export const checkVersion = async (
  ctx: Ctx,
  written: Written,
  call: Call,
  { id, version }: { id: number; version?: string | undefined },
): Promise<void> => {
  await sql`select 1 from ${sql.table(written.table)} where id = ${id} for update`.execute(ctx.db);
  if (version === undefined) return;
  const { rows } = await sql<{ now: string | null }>`select ${versionOf(written, sql`${id}`)} as now`.execute(ctx.db);
  const now = rows[0]?.now ?? null;
  if (now === null) throw new Refusal('notFound');
  await checkRead(ctx, call, ['id', id], version, now);
};
