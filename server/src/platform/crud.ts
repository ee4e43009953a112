import type { Call } from '@plomb/contract/kit/call';
import { versionField } from '@plomb/contract/kit/resource';
import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { columnOf } from './columnOf.ts';
import { Refusal } from './refusal.ts';
import type { Ctx, FileRows, Handlers } from './serve.ts';
import { checkVersion, versionOf, type Written } from './version.ts';

type Fields = Record<string, unknown>;
type Plain = Record<'list' | 'detail' | 'add' | 'update' | 'delete' | 'export', Call>;

interface CrudOptions {
  table: string;
  /** where rows are read from when a screen shows more than the table holds: a subselect with the row's columns */
  rows?: RawBuilder<unknown>;
  /** fields a keyword looks in; `isKept`: each row has them as `search_text` */
  search: readonly string[];
  isKept?: true;
  /** names an entry in the operation log */
  label: string;
  /** fields kept as JSON: a list in one of them is no array of the database */
  json?: readonly string[];
  /** its rows are of an organisation (`org_id`): the one `add` names, else that of whoever adds them */
  isOwned?: true;
  /** finds the page of a list too long to be sorted and counted as it is; without it the database does just that */
  listing?: Listing<never>;
}

/** The ids a page of a list shows, in their order, and how many there are in all. */
export type Listing<I> = (
  input: I,
  ctx: Pick<Ctx, 'operator'>,
) => Promise<{ ids: number[]; total: number; totalIsAtLeast?: true }>;

const fieldsOf = (schema: z.ZodType): string[] => Object.keys((schema as z.ZodObject).shape);
/** The columns an update replaces: every field of its input but those that say which row is meant. */
export const writtenBy = (table: string, update: Call): Written => ({
  table,
  columns: fieldsOf(update.input)
    .filter((f) => f !== 'id' && f !== versionField)
    .map(columnOf),
});

/** `%` and `_` typed by a person mean themselves. */
export const contains = (keyword: string): string => `%${keyword.replace(/[\\%_]/g, '\\$&')}%`;

/** A filter of one value, or of any of several. */
export const isOneOf = (column: RawBuilder<unknown>, value: unknown): RawBuilder<boolean> =>
  Array.isArray(value) ? sql<boolean>`${column} = any(${value})` : sql<boolean>`${column} = ${value}`;

/** Whether a text contains a keyword, forgivingly: see `searchKey`. A keyword of separators alone means itself. */
export const matches = (text: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> =>
  searchKey(keyword) === ''
    ? sql<boolean>`${text} ilike ${contains(keyword)}`
    : sql<boolean>`search_key(${text}) like search_key(${contains(keyword.normalize('NFKC'))})`;

/**
 * The five plain handlers of one table. Scope needs no words here: the transaction sees only the operator's
 * organisations, so a foreign row is not found, and a row moved to a foreign organisation is refused by the database.
 */
export const crud = <C extends Plain>(calls: C, o: CrudOptions): Handlers<Pick<C, keyof Plain>> => {
  const rowFields = fieldsOf(calls.detail.output).filter((f) => f !== versionField);
  const writeFields = [...new Set([...fieldsOf(calls.add.input), ...(o.isOwned ? ['org_id'] : [])])];
  const updateFields = fieldsOf(calls.update.input).filter((f) => f !== 'id' && f !== versionField);
  const filters = fieldsOf(calls.list.input).filter((f) => !['page', 'size', 'sort', 'keyword'].includes(f));

  const written = writtenBy(o.table, calls.update);
  const from = o.rows ?? sql.table(o.table);
  const columnsOf = (fields: string[]) => sql.join(fields.map((f) => sql`${sql.ref(columnOf(f))} as ${sql.ref(f)}`));
  const columns = columnsOf(rowFields);
  const kept = (field: string, value: unknown = null) =>
    sql`${value !== null && o.json?.includes(field) ? JSON.stringify(value) : value}`;
  const values = (input: Fields, { operator }: Ctx) => {
    const written: Fields = o.isOwned ? { ...input, org_id: input.org_id ?? operator.orgId } : input;
    return writeFields.map((f) => kept(f, written[f]));
  };

  const where = (input: Fields) => {
    const terms: RawBuilder<unknown>[] = filters
      .filter((f) => input[f] !== undefined)
      .map((f) => isOneOf(sql.ref(columnOf(f)), input[f]));
    if (Array.isArray(input.ids)) terms.push(sql`id = any(${input.ids})`);
    if (typeof input.keyword === 'string' && input.keyword !== '') {
      const { keyword } = input;
      terms.push(
        o.isKept && searchKey(keyword) !== ''
          ? sql`search_text like search_key(${contains(keyword.normalize('NFKC'))})`
          : sql`(${sql.join(
              o.search.map((f) => matches(sql.ref(columnOf(f)), keyword)),
              sql` or `,
            )})`,
      );
    }
    return terms.length > 0 ? sql`where ${sql.join(terms, sql` and `)}` : sql``;
  };
  const order = (sort: unknown) => {
    const by = typeof sort === 'string' ? sort : '-id';
    const direction = by.startsWith('-') ? sql`desc nulls last` : sql`asc nulls last`;
    return sql`order by ${sql.ref(columnOf(by.replace(/^-/, '')))} ${direction}, id desc`;
  };
  const labelled = (rows: readonly Fields[]) => rows.map((r) => String(r[columnOf(o.label)])).join(', ');

  const handlers = {
    async list(input: Fields, ctx: Ctx) {
      const { db } = ctx;
      if (o.listing) {
        const { ids, ...counted } = await o.listing(input as never, ctx);
        const found = await sql<Fields>`select ${columns} from ${from} as row where id = any(${ids})`.execute(db);
        const byId = new Map(found.rows.map((row) => [row.id, row]));
        return { rows: ids.flatMap((id) => byId.get(id) ?? []), ...counted };
      }
      const { page, size } = input as { page: number; size: number };
      // one after the other: started together, the second one's failure would have nobody to hear it
      const { rows } = await sql<Fields>`select ${columns} from ${from} as row ${where(input)} ${order(input.sort)}
        limit ${size} offset ${(page - 1) * size}`.execute(db);
      const count = await sql<{ n: number }>`select count(*) as n from ${from} as row ${where(input)}`.execute(db);
      return { rows, total: count.rows[0]?.n ?? 0 };
    },
    async detail(input: Fields, { db }: Ctx) {
      const version = versionOf(written, sql`${input.id}`);
      const found = await sql<Fields>`
        select ${columns}, ${version} as version from ${from} as row where id = ${input.id}`.execute(db);
      if (!found.rows[0]) throw new Refusal('notFound');
      return found.rows[0];
    },
    async add(input: Fields, ctx: Ctx) {
      ctx.note(String(input[o.label]));
      const names = sql.join(writeFields.map((f) => sql.ref(columnOf(f))));
      const added = await sql<{ id: number }>`
        insert into ${sql.table(o.table)} (${names}) values (${sql.join(values(input, ctx))}) returning id`.execute(
        ctx.db,
      );
      return added.rows[0];
    },
    async update(input: Fields, ctx: Ctx) {
      ctx.note(String(input[o.label]));
      await checkVersion(ctx, written, calls.update, input as { id: number; version?: string });
      const before = await sql<Fields>`
        select ${columnsOf(updateFields)} from ${sql.table(o.table)} where id = ${input.id} for update`.execute(ctx.db);
      const sets = sql.join(updateFields.map((f) => sql`${sql.ref(columnOf(f))} = ${kept(f, input[f])}`));
      const changed = await sql<{ id: number }>`
        update ${sql.table(o.table)} set ${sets} where id = ${input.id} returning id`.execute(ctx.db);
      if (!changed.rows[0] || !before.rows[0]) throw new Refusal('notFound');
      ctx.changed(before.rows[0], Object.fromEntries(updateFields.map((f) => [f, input[f] ?? null])));
      return changed.rows[0];
    },
    async delete(input: Fields, ctx: Ctx) {
      const ids = [...new Set(input.ids as number[])];
      // named before it is tried: what is still used is refused, and the log says what that was
      const found = await sql<Fields>`select * from ${sql.table(o.table)} where id = any(${ids}) for update`.execute(
        ctx.db,
      );
      ctx.note(labelled(found.rows));
      const gone = await sql`delete from ${sql.table(o.table)} where id = any(${ids}) returning id`.execute(ctx.db);
      if (gone.rows.length !== ids.length) throw new Refusal('notFound'); // one foreign id refuses the whole request
      return {};
    },
    export: (input: Fields, ctx: Ctx) =>
      cursor(ctx, sql`select ${columns} from ${from} as row ${where(input)} ${order(input.sort)}`),
  };
  return handlers as unknown as Handlers<Pick<C, keyof Plain>>; // field by field the contract's schemas say what these are
};

const PART = 500;

/** Rows of a query in parts, by a cursor of the request's own transaction. */
export async function* cursor({ db }: Ctx, query: RawBuilder<unknown>): FileRows {
  await sql`declare part no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<Fields>`fetch ${sql.lit(PART)} from part`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < PART) return;
  }
}

/** The enable toggle: all or none. */
export const setStatus = async (
  table: string,
  input: { ids: number[]; status: 1 | 2 },
  ctx: Ctx,
): Promise<Record<string, never>> => {
  const ids = [...new Set(input.ids)];
  const changed = await sql`
    update ${sql.table(table)} set status = ${input.status} where id = any(${ids}) returning id`.execute(ctx.db);
  if (changed.rows.length !== ids.length) throw new Refusal('notFound');
  return {};
};
