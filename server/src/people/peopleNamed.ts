import { type Kysely, sql } from 'kysely';
import { matches } from '../platform/crud.ts';
import type { Tables } from '../platform/serve.ts';

/** A form shows so many, and more by what is typed. */
const SHOWN = 20;

/** Operators in sight whom a form offers, by name, login name or organisation; `above`: of that one and those above it. */
export const peopleNamed = async (
  keyword: string,
  db: Kysely<Tables>,
  above?: number,
): Promise<{ id: number; oper_name: string; org_name: string }[]> => {
  const named =
    keyword === ''
      ? sql`true`
      : sql`(${matches(sql`p.oper_name`, keyword)} or ${matches(sql`p.login_name`, keyword)} or ${matches(sql`o.org_name`, keyword)})`;
  const { rows } = await sql<{ id: number; oper_name: string; org_name: string }>`
    select p.id, p.oper_name, o.org_name from operator p join organisation o on o.id = p.org_id
    where p.status = 1 and ${named}${above === undefined ? sql`` : sql` and p.org_id in (select orgs_above(${above}))`} order by p.oper_name, p.id limit ${SHOWN}`.execute(
    db,
  );
  return rows;
};
