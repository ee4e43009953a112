import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { contains, matches } from './crud.ts';
import { kyselyOver } from './postgres/kysely.ts';
import { openReach } from './postgres/reach.ts';
import type { Ctx } from './serve.ts';

/** A page of a list of very many rows of one table, the newest first. */
export interface Finding {
  table: string;
  /** what its rows are called in `terms` */
  as: string;
  terms: readonly RawBuilder<unknown>[];
  /** what the list has of its table, where that is little of it and an index has the newest of all */
  part?: RawBuilder<unknown> | undefined;
  size: number;
  /** the last row of the page before */
  before?: number | undefined;
  /** in the order of this time, for a list that is narrowed to one; else in that of the ids */
  by?: string | undefined;
  /** a column whose index has the newest of each value in order, and the values that are asked for */
  each?: { column: string; type: 'text' | 'smallint'; values: readonly unknown[] } | undefined;
  /** `terms` have an index that finds the few they leave, of whichever organisation */
  few?: boolean | undefined;
  /** whether a row holds the word that is looked for: first of the newest of each organisation, then by an index of words */
  word?: ((by: Way) => RawBuilder<unknown>) | undefined;
}
/** How a word is looked for: in rows that are read one by one, so that no index is asked, or by an index, which may have to be told more. */
export type Way = 'walk' | 'index';
export type Finder = ReturnType<typeof openFinder>;

/** So many that a word is about are looked up one by one; of more the newest rows hold some soon. */
const FEW = 500;
/** So many of the newest are looked through for a word, and then of each organisation its share, but so many at the least, before an index of words is asked. */
const NEWEST = 20_000;
const WALKED = 2000;
const LEAST = 20;
/** Who has no more in all has all of it looked through: an index of words reads what holds one in all other organisations, too. */
const WHOLE = 15_000;
/** Of so many of the newest, so many that hold a word say that it is common; and of one that is not, no more are found ahead. */
const SAMPLED = 2000;
const COMMON = 20;
const MOST_HELD = 10_000;

/** Whether a text that is kept as `search_key` of its parts holds a keyword; null: one of separators alone, which means itself. */
export const holdsKey = (column: RawBuilder<unknown>, keyword: string): RawBuilder<boolean> | null =>
  searchKey(keyword) === '' ? null : sql<boolean>`${column} like search_key(${contains(keyword.normalize('NFKC'))})`;
/** Three in a row are what an index of trigrams is asked by. */
const trigram = /[\p{L}\p{N}]{3}/u;
/** Whether what a row keeps as `search_text` of some columns holds a keyword. */
export const holds = (
  as: string,
  columns: readonly string[],
  keyword: string,
  by: Way = 'walk',
): RawBuilder<boolean> => {
  const text = sql.ref(`${as}.search_text`);
  const key = searchKey(keyword);
  if (key !== '' && by === 'walk') return sql<boolean>`strpos(${text}, search_key(${keyword})) > 0`;
  const whole = holdsKey(text, keyword) ?? anyOf(as, columns, keyword);
  return key === '' || trigram.test(key)
    ? whole
    : sql<boolean>`(${whole} and letter_pairs(${text}) @@ letter_pairs_of(search_key(${keyword})))`;
};
export const anyOf = (as: string, columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => matches(sql.ref(`${as}.${column}`), keyword)),
    sql` or `,
  )})`;

/**
 * Ids of rows, found outside row-level security, which keeps an index for words from being used and hides from the planner how few rows
 * an organisation has, with the operator's scope in words (decision 0145). What is shown of them is read under it like everything else.
 */
export const openFinder = (readers: Pool) => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);

  const fewOf = async (
    table: string,
    as: string,
    term: RawBuilder<unknown>,
    orgs: readonly number[] | null,
  ): Promise<number[] | null> => {
    const scope = orgs ? sql`${sql.ref(`${as}.org_id`)} = any(${orgs})` : sql`true`;
    const { rows } = await sql<{
      id: number;
    }>`select ${sql.ref(`${as}.id`)} as id from ${sql.table(table)} as ${sql.ref(as)}
      where ${scope} and ${term} limit ${FEW + 1}`.execute(db);
    return rows.length > FEW ? null : rows.map(({ id }) => id);
  };
  const idsOf = async (f: Finding, { operator }: Pick<Ctx, 'operator'>): Promise<number[]> => {
    const [orgs, org] = [await reach(operator), sql.ref(`${f.as}.org_id`)];
    const [id, time] = [sql.ref(`${f.as}.id`), f.by === undefined ? null : sql.ref(`${f.as}.${f.by}`)];
    const from = sql`${sql.table(f.table)} as ${sql.ref(f.as)}`;
    const terms = [...f.terms];
    if (f.before !== undefined && time) {
      // its time is finer than what a screen is told
      const { rows } = await sql<{ at: string }>`
        select ${time}::text as at from ${from} where ${id} = ${f.before} and ${orgs ? sql`${org} = any(${orgs})` : sql`true`}`.execute(
        db,
      );
      if (!rows[0]) return [];
      terms.push(sql`(${time}, ${id}) < (${rows[0].at}::timestamptz, ${f.before}::bigint)`);
    } else if (f.before !== undefined) terms.push(sql`${id} < ${f.before}`);
    const each = f.each;
    const order = time ? sql`at desc, id desc` : sql`id desc`;
    const of = each ? sql`cross join unnest(${each.values}::${sql.raw(each.type)}[]) as e(value)` : sql``;
    /** the newest of each organisation, so many each, and what is asked of them besides */
    const ofEach = (
      more: RawBuilder<unknown>,
      many: number,
    ) => sql`unnest(${[...operator.orgIds]}::bigint[]) as o(id) ${of}
      cross join lateral (select ${id} as id, ${time ?? sql`null`} as at, ${more} as holds from ${from}
        where ${sql.join([...terms, sql`${org} = o.id`, ...(each ? [sql`${sql.ref(`${f.as}.${each.column}`)} = e.value`] : [])], sql` and `)}
        order by ${time ? sql`${time} desc, ` : sql``} ${id} desc limit ${many}) n`;
    const scope = [
      ...(orgs ? [sql`${org} = any(${orgs})`] : []),
      ...(each ? [sql`${sql.ref(`${f.as}.${each.column}`)} = any(${each.values})`] : []),
    ];
    const isFlat = f.few === true;
    if (f.word && !isFlat && !time) {
      // one that many hold is among the newest of all, which lie side by side
      const { rows } = await sql<{ id: number }>`select ${id} as id from (select * from ${from}
          where ${f.part ?? sql`true`} and ${f.before === undefined ? sql`true` : sql`${id} < ${f.before}`} order by ${id} desc limit ${NEWEST}) as ${sql.ref(f.as)}
        where ${sql.join([...terms, ...scope, f.word('walk')], sql` and `)} order by ${id} desc limit ${f.size}`.execute(
        db,
      );
      if (rows.length === f.size) return rows.map((row) => row.id);
    }
    if (f.word && !isFlat) {
      // or of each organisation: what lies behind the last that was read of one is not known
      const many = Math.max(LEAST, Math.ceil(WALKED / operator.orgIds.length));
      const { rows } = await sql<{ ids: number[]; whole: boolean }>`
        with w as materialized (select o.id as org, ${each ? sql`e.value` : sql`null`} as value, n.* from ${ofEach(f.word('walk'), many)}),
          ends as (select org, value, min(${time ? sql`at` : sql`id`}) as edge from w group by org, value having count(*) = ${many})
        select array(select id from w where holds and ${time ? sql`at` : sql`id`} > all (select edge from ends) order by ${order} limit ${f.size}) as ids,
          not exists (select from ends) as whole`.execute(db);
      const { ids, whole } = rows[0]!;
      if (whole || ids.length === f.size) return ids;
    }
    const hasLittle = async (): Promise<boolean> => {
      if (!f.word || !orgs) return false;
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from (select from ${from} where ${org} = any(${orgs}) limit ${WHOLE + 1}) n`.execute(
        db,
      );
      return rows[0]!.n <= WHOLE;
    };
    const by: Way = isFlat || (await hasLittle()) ? 'walk' : 'index';
    const newest = sql`order by ${time ? sql`n.at desc, ` : sql``} n.id desc limit ${f.size}`;
    const all = sql`select ${id} as id, ${time ?? sql`null`} as at from ${from} where ${sql.join([...terms, ...scope, ...(f.word ? [f.word(by)] : [])], sql` and `)}`;
    const found = isFlat
      ? sql<{ id: number }>`select n.id from (${all}) n ${newest}`
      : f.word
        ? // all that hold it: nobody knows how rare it is, and on the way there are none
          sql<{ id: number }>`select n.id from (${all} offset 0) n ${newest}`
        : sql<{ id: number }>`select n.id from ${ofEach(sql`true`, f.size)} ${newest}`;
    return (await found.execute(db)).rows.map((row) => row.id);
  };

  return {
    /** The page, as `read` reads it by ids under row-level security, and whether there are more. */
    async page<R>(
      f: Finding,
      read: (where: RawBuilder<unknown>, rest: RawBuilder<unknown>) => RawBuilder<R>,
      ctx: Pick<Ctx, 'operator' | 'db'>,
    ): Promise<{ rows: R[]; more: boolean }> {
      const found = await idsOf({ ...f, size: f.size + 1 }, ctx);
      const [ids, id] = [found.slice(0, f.size), sql.ref(`${f.as}.id`)];
      if (ids.length === 0) return { rows: [], more: false };
      const { rows } = await read(
        sql`where ${id} = any(${ids})`,
        sql`order by array_position(${ids}::bigint[], ${id})`,
      ).execute(ctx.db);
      return { rows, more: found.length > f.size };
    },
    /** Which rows of a table a word is about, when they are few. */
    few: async (
      table: string,
      as: string,
      term: RawBuilder<unknown>,
      { operator }: Pick<Ctx, 'operator'>,
    ): Promise<number[] | null> => fewOf(table, as, term, await reach(operator)),
    /**
     * All rows of a table that hold a word, for a list in any order; null where many do, which are best read one by one on the way. The newest say which
     * it is: an index would read all that hold a common word, and the planner knows how common it is of no word.
     */
    holding: async (
      table: string,
      as: string,
      word: (by: Way) => RawBuilder<unknown>,
      { operator }: Pick<Ctx, 'operator'>,
    ): Promise<number[] | null> => {
      const [from, id] = [sql`${sql.table(table)} as ${sql.ref(as)}`, sql.ref(`${as}.id`)];
      const sampled = await sql<{ n: number }>`select count(*)::int as n
        from (select * from ${from} order by ${id} desc limit ${SAMPLED}) as ${sql.ref(as)} where ${word('walk')}`.execute(
        db,
      );
      if (sampled.rows[0]!.n >= COMMON) return null;
      const orgs = await reach(operator);
      const scope = orgs ? sql`${sql.ref(`${as}.org_id`)} = any(${orgs})` : sql`true`;
      const { rows } = await sql<{ id: number }>`select h.id
        from (select ${id} as id from ${from} where ${scope} and ${word('index')} offset 0) h limit ${MOST_HELD + 1}`.execute(
        db,
      );
      return rows.length > MOST_HELD ? null : rows.map((row) => row.id);
    },
  };
};
