import { searchKey } from '@plomb/contract/kit/search';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { matches } from './crud.ts';
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
  /** looked for first among the newest of each organisation, then by an index of words */
  word?: Word | undefined;
}
/** A word that is looked for in the rows of a table. */
export interface Word {
  keyword: string;
  /** in which columns; what a row keeps as `search_text` is of these */
  columns: readonly string[];
  /** `search_text` is of more columns than these */
  isPart?: true;
  /** what is looked through where it is not `search_text` */
  text?: RawBuilder<unknown>;
  /** what else finds a row: what it is about is called so */
  about?: RawBuilder<unknown>;
}
/** What a keyword may name, for a list of rows that tell of it. */
export interface Naming {
  /** those it names in the caller's sight; null: too many to go by */
  few(keyword: string, ctx: Pick<Ctx, 'operator'>): Promise<number[] | null>;
  /** whether it names the one of this id, of one row after the other */
  isNamed(id: RawBuilder<unknown>, keyword: string): RawBuilder<unknown>;
}
/** How a word is looked for: in rows that are read one by one, so that no index is asked, or by an index, in a statement that has a `bucket` of it. */
type Way = 'walk' | 'index';
export type Finder = ReturnType<typeof openFinder>;

/** So many that a word is about are looked up one by one; of more the newest rows hold some soon. */
const FEW = 500;
/** So many of the newest are looked through for a word, and then of each organisation its share, but so many at the least, before an index of words is asked. */
const NEWEST = 20_000;
/** Of a word that some of these hold, and a page is not full of, so many more behind the last of them. */
const FURTHER = 2 * NEWEST;
const WALKED = 2000;
const LEAST = 20;
/** Who has no more in all has all of it looked through. */
const WHOLE = 15_000;
/** Of so many of the newest, so many that hold a word say that it is common; and of one that is not, no more are found ahead. */
const SAMPLED = 2000;
const COMMON = 20;
const MOST_HELD = 10_000;

const isKeyed = (keyword: string): boolean => searchKey(keyword) !== '';
/** Whether what a row keeps as `search_text` of some columns holds a keyword; one of separators alone means itself. */
export const holds = (as: string, columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  holdsBy('walk', as, { keyword, columns });
/** `bucket`: see `word_keys` of the database. */
export const holdsBy = (by: Way, as: string, { keyword, columns, text, isPart }: Word): RawBuilder<boolean> => {
  if (!isKeyed(keyword)) return anyOf(as, columns, keyword);
  const kept = text ?? sql.ref(`${as}.search_text`);
  const terms = [sql`strpos(${kept}, search_key(${keyword})) > 0`];
  if (by === 'index')
    terms.unshift(
      sql`word_keys(word_bucket(${sql.ref(`${as}.org_id`)}), ${kept}) @> word_keys_of(bucket.n, search_key(${keyword}))`,
    );
  if (isPart) terms.push(anyOf(as, columns, keyword));
  return sql<boolean>`(${sql.join(terms, sql` and `)})`;
};
/** Whether a row holds a word, read one by one. */
export const holdsWord = (as: string, word: Word): RawBuilder<boolean> =>
  sql<boolean>`(${holdsBy('walk', as, word)} or ${word.about ?? sql`false`})`;
export const anyOf = (as: string, columns: readonly string[], keyword: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    columns.map((column) => matches(sql.ref(`${as}.${column}`), keyword)),
    sql` or `,
  )})`;

/** Rows that a word is looked for in, by `terms` besides. */
export interface Called {
  table: string;
  as: string;
  word: Word;
  terms?: readonly RawBuilder<unknown>[];
}
/** All rows of organisations that hold a word, by an index of words where that has it. */
const holding = (
  { table, as, word, terms = [], orgs }: Called & { orgs: readonly number[] | null },
  what: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const from = sql`${sql.table(table)} as ${sql.ref(as)}`;
  const org = sql.ref(`${as}.org_id`);
  const where = (...more: RawBuilder<unknown>[]) => sql.join([...terms, ...more], sql` and `);
  const ofThese = orgs ? sql`${org} = any(${orgs})` : sql`true`;
  if (!isKeyed(word.keyword)) return sql`select ${what} from ${from} where ${where(ofThese, holdsWord(as, word))}`;
  const them = orgs ? sql`unnest(${orgs}::bigint[]) as o(id)` : sql`organisation o`;
  // an index of organisations besides would be read for all they have
  const ofThem = orgs ? sql`${org} + 0 = any(${orgs})` : sql`true`;
  const said = sql`select w.* from (select distinct word_bucket(o.id) as n from ${them}) bucket
    cross join lateral (select ${what} from ${from} where ${where(ofThem, holdsBy('index', as, word))} offset 0) w`;
  if (!word.about) return said;
  const besides = where(ofThese, word.about, sql`not ${holdsBy('walk', as, word)}`);
  return sql`${said} union all select ${what} from ${from} where ${besides}`;
};

/**
 * Ids of rows, found outside row-level security, which keeps an index for words from being used and hides from the planner how few rows
 * an organisation has, with the operator's scope in words (decision 0145). What is shown of them is read under it like everything else.
 */
export const openFinder = (readers: Pool) => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);

  const fewOf = async (
    { table, as, word, terms = [] }: Called,
    most: number,
    { operator }: Pick<Ctx, 'operator'>,
  ): Promise<number[] | null> => {
    const orgs = await reach(operator);
    const id = sql.ref(`${as}.id`);
    const { rows } = await sql<{
      id: number;
    }>`select h.id from (${holding({ table, as, word, terms, orgs }, sql`${id} as id`)}) h limit ${most + 1}`.execute(
      db,
    );
    return rows.length > most ? null : rows.map((row) => row.id);
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
    const of = each ? sql`cross join unnest(${[...new Set(each.values)]}::${sql.raw(each.type)}[]) as e(value)` : sql``;
    /** the newest of each organisation, so many each, and what is asked of them besides */
    const ofEach = (
      more: RawBuilder<unknown>,
      many: number,
    ) => sql`unnest(${[...operator.orgIds]}::bigint[]) as o(id) ${of}
      cross join lateral (select ${id} as id, ${time ?? sql`null`} as at, ${more} as holds from ${from}
        where ${sql.join([...terms, sql`${org} = o.id`, ...(each ? [sql`${sql.ref(`${f.as}.${each.column}`)} = e.value`] : [])], sql` and `)}
        order by ${time ? sql`${time} desc, ` : sql``} ${id} desc limit ${many}) n`;
    const ofValues = each ? [sql`${sql.ref(`${f.as}.${each.column}`)} = any(${each.values})`] : [];
    const scope = [...(orgs ? [sql`${org} = any(${orgs})`] : []), ...ofValues];
    const isFlat = f.few === true;
    if (f.word && !isFlat && !time) {
      const { word } = f;
      const look = async (before: number | undefined, many: number, size: number): Promise<number[]> => {
        const { rows } = await sql<{ id: number }>`select ${id} as id from (select * from ${from}
            where ${f.part ?? sql`true`} and ${before === undefined ? sql`true` : sql`${id} < ${before}`} order by ${id} desc limit ${many}) as ${sql.ref(f.as)}
          where ${sql.join([...terms, ...scope, holdsWord(f.as, word)], sql` and `)} order by ${id} desc limit ${size}`.execute(
          db,
        );
        return rows.map((row) => row.id);
      };
      // one that many hold is among the newest of all, which lie side by side
      const newest = await look(f.before, NEWEST, f.size);
      if (newest.length === f.size) return newest;
      // and one that fewer do a little further: an index would read all that ever held it
      const rest = f.size - newest.length;
      const further = newest.length > 0 ? await look(newest.at(-1), FURTHER, rest) : [];
      if (further.length === rest) return [...newest, ...further];
    }
    if (f.word && !isFlat) {
      // or of each organisation: what lies behind the last that was read of one is not known
      const many = Math.max(LEAST, Math.ceil(WALKED / operator.orgIds.length));
      const { rows } = await sql<{ ids: number[]; whole: boolean }>`
        with w as materialized (select o.id as org, ${each ? sql`e.value` : sql`null`} as value, n.* from ${ofEach(holdsWord(f.as, f.word), many)}),
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
    const newest = sql`order by ${time ? sql`n.at desc, ` : sql``} n.id desc limit ${f.size}`;
    const what = sql`${id} as id, ${time ?? sql`null`} as at`;
    const walked = (more: RawBuilder<unknown>[]) =>
      sql`select ${what} from ${from} where ${sql.join([...terms, ...scope, ...more], sql` and `)}`;
    const { table, as, word } = f;
    const found = isFlat
      ? sql<{ id: number }>`select n.id from (${walked(word ? [holdsWord(as, word)] : [])}) n ${newest}`
      : word
        ? // all that hold it: nobody knows how rare it is, and on the way there are none
          sql<{
            id: number;
          }>`select n.id from (${(await hasLittle()) ? walked([holdsWord(as, word)]) : holding({ table, as, word, terms: [...terms, ...ofValues], orgs }, what)} offset 0) n ${newest}`
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
      const [rows, id]: [R[], RawBuilder<unknown>] = [[], sql.ref(`${f.as}.id`)];
      let { before } = f;
      // what is shown may be joined to what is out of sight: there are others behind
      for (;;) {
        const most = f.size - rows.length;
        const found = await idsOf({ ...f, before, size: most + 1 }, ctx);
        const ids = found.slice(0, most);
        if (ids.length === 0) return { rows, more: false };
        const shown = await read(
          sql`where ${id} = any(${ids})`,
          sql`order by array_position(${ids}::bigint[], ${id})`,
        ).execute(ctx.db);
        rows.push(...shown.rows);
        const more = found.length > most;
        if (!more || rows.length >= f.size) return { rows, more };
        before = ids.at(-1);
      }
    },
    /** Which rows of a table hold a word, when they are few. */
    few: (called: Called, ctx: Pick<Ctx, 'operator'>): Promise<number[] | null> => fewOf(called, FEW, ctx),
    /**
     * All rows of a table that hold a word, for a list in any order; null where many do, which are best read one by one on the way. The newest say which
     * it is: an index would read all that hold a common word, and the planner knows how common it is of no word.
     */
    holding: async (called: Called, ctx: Pick<Ctx, 'operator'>): Promise<number[] | null> => {
      const { table, as, word } = called;
      const sampled = await sql<{ n: number }>`select count(*)::int as n
        from (select * from ${sql.table(table)} as ${sql.ref(as)} order by ${sql.ref(`${as}.id`)} desc limit ${SAMPLED}) as ${sql.ref(as)}
        where ${holdsBy('walk', as, word)}`.execute(db);
      return sampled.rows[0]!.n >= COMMON ? null : fewOf(called, MOST_HELD, ctx);
    },
  };
};
