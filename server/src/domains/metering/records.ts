import { type RawBuilder, sql } from 'kysely';
import { cursor } from '../../platform/crud.ts';
import type { Finder, Finding } from '../../platform/finding.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx, FileRows } from '../../platform/serve.ts';
import { metersNamed } from './meters.ts';

interface Records<F> {
  /** what a row is called in all of these */
  as: string;
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  /** of one row as of many: what is a record of this kind at all */
  only?: RawBuilder<unknown>;
  termsOf(filter: F): RawBuilder<unknown>[];
  /** `meters`: which of them the keyword names, when they are few */
  finding(filter: F & { size: number }, meters: number[] | null): Finding;
}
/** A page, one and a file of the records of meters, the newest first. */
export const recordsOf = <F extends { keyword?: string | undefined }>(
  { as, columns, from, only = sql`true`, termsOf, finding }: Records<F>,
  finder: Finder,
) => ({
  list: async (input: F & { size: number }, ctx: Ctx) =>
    finder.page(
      finding(input, await metersNamed(input.keyword, finder, ctx)),
      (where, rest) => sql<never>`select ${columns} ${from} ${where} ${rest}`,
      ctx,
    ),
  detail: async ({ id }: { id: number }, { db }: Pick<Ctx, 'db'>) => {
    const { rows } =
      await sql<never>`select ${columns} ${from} where ${only} and ${sql.ref(`${as}.id`)} = ${id}`.execute(db);
    if (!rows[0]) throw new Refusal('notFound');
    return rows[0];
  },
  export: (input: unknown, ctx: Ctx): FileRows =>
    cursor(
      ctx,
      sql`select ${columns} ${from} where ${sql.join(termsOf(input as F), sql` and `)} order by ${sql.ref(`${as}.id`)} desc`,
    ),
});
