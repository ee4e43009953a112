import type { ClientBase } from 'pg';

type Rule = { off: string; on: string };

/**
 * Runs `fn` with no trigger firing, no row hidden and no foreign key held, so that tables may be filled in any order;
 * putting the keys back checks every row. It takes the tables' owner, not a superuser, and belongs inside a transaction.
 */
export async function withoutRules<T>(client: ClientBase, fn: () => Promise<T>): Promise<T> {
  const rules = await listRules(client);
  for (const { off } of rules) await client.query(off);
  const result = await fn();
  for (const { on } of rules) await client.query(on);
  return result;
}

async function listRules(client: ClientBase): Promise<Rule[]> {
  const found = await client.query<Rule>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
      format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' else '' end, tgname) as on
    from pg_trigger where not tgisinternal and tgparentid = 0 and tgenabled in ('O', 'A')
    union all
    select format('alter table %s no force row level security', oid::regclass),
      format('alter table %s force row level security', oid::regclass)
    from pg_class where relforcerowsecurity
    union all
    select format('alter table %s drop constraint %I', conrelid::regclass, conname),
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where contype = 'f' and conparentid = 0`);
  return found.rows;
}
