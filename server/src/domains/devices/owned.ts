import { sql } from 'kysely';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

/** Catalogues that all organisations below their owner use too. */
type Table = 'device_type' | 'manufacturer';

/** With the owner as the caller sees it: one above is out of sight, and what it owns is not the caller's to change. */
export const owned = (table: Table) => sql`(
  select x.*, coalesce(o.org_name, '') as org_name, o.id is null as shared
  from ${sql.table(table)} x left join organisation o on o.id = x.org_id)`;

/** What is seen and not owned is refused with its reason; the database refuses it in any case. */
export const refuseShared = async (table: Table, ids: readonly number[], { db }: Ctx): Promise<void> => {
  const { rows } = await sql`select from ${owned(table)} as row where id = any(${ids}) and shared`.execute(db);
  if (rows.length > 0) throw new Refusal('sharedFromAbove');
};
