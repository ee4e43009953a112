import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { contains, matches } from '../platform/crud.ts';
import { kyselyOver } from '../platform/postgres/kysely.ts';
import { openReach } from '../platform/postgres/reach.ts';
import type { Ctx } from '../platform/serve.ts';

/** A keyword that finds more locks than this is held against the records instead. */
const FEW_LOCKS = 20_000;

/**
 * The locks a keyword finds, also those that are somebody else's by now; null: too many to go by. Found outside of row-level
 * security, which keeps the index of the search from being used, with the operator's scope in words; what is shown of their
 * orders is read under it.
 */
export type FindLocks = (keyword: string, ctx: Pick<Ctx, 'db' | 'operator'>) => Promise<number[] | null>;
export const openFindLocks = (readers: Pool): FindLocks => {
  const wide = kyselyOver(readers);
  const reach = openReach(readers);
  return async (keyword, { db, operator }) => {
    // of separators alone nothing can be looked up
    if (searchKey(keyword) === '') return null;
    const orgs = await reach(operator);
    const like = sql`search_key(${contains(keyword.normalize('NFKC'))})`;
    const now = await sql<{ id: number }>`select d.id from device d where d.search_text like ${like}
      ${orgs === null ? sql`` : sql`and d.org_id = any(${orgs})`} limit ${FEW_LOCKS + 1}`.execute(wide);
    if (now.rows.length > FEW_LOCKS) return null;
    const left = await sql<{ id: number }>`select l.device_id as id from device_left l
      where search_key(l.sn || ' ' || l.device_name || ' ' || l.subject) like ${like}`.execute(db);
    return [...new Set([...now.rows, ...left.rows].map(({ id }) => id))];
  };
};

/**
 * Whether the lock of a record is one that a keyword finds, asked of one record after the other: a condition the planner
 * cannot turn into a join of all records with all locks.
 */
export const isFound = (record: string, keyword: string): RawBuilder<unknown> => {
  const of = (text: string, names: readonly string[]) =>
    searchKey(keyword) === ''
      ? sql.join(
          names.map((name) => matches(sql.raw(name), keyword)),
          sql` or `,
        )
      : sql`${sql.raw(text)} like search_key(${contains(keyword.normalize('NFKC'))})`;
  return sql`coalesce(
    (select ${of('d.search_text', ['d.sn', 'd.device_name', 'd.subject'])} from device d where d.id = ${sql.raw(record)}.device_id),
    (select ${of("search_key(l.sn || ' ' || l.device_name || ' ' || l.subject)", ['l.sn', 'l.device_name', 'l.subject'])}
      from device_left l where l.device_id = ${sql.raw(record)}.device_id and l.org_id = ${sql.raw(record)}.org_id), false)`;
};
