import type { InputOf } from '@plomb/contract/kit/call';
import { type meters, SOON_DAYS } from '@plomb/contract/metering/meters';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Listing } from '../../platform/crud.ts';
import { type Finder, holds, type Naming } from '../../platform/finding.ts';
import { kyselyOver } from '../../platform/postgres/kysely.ts';
import { openReach } from '../../platform/postgres/reach.ts';

type Input = Omit<InputOf<typeof meters.list>, 'page' | 'size'> & { page: number; size: number };
type Day = 'due_date' | 'next_inspection';

export const METER_WORDS = ['meter_name', 'factory_number', 'station', 'customer'];
/** Meters, as their list finds them. */
export const meterNaming = (finder: Finder): Naming => ({
  few: (keyword, ctx) => finder.holding({ table: 'meter', as: 'm', word: { keyword, columns: METER_WORDS } }, ctx),
  isNamed: (id, keyword) => sql`(select ${holds('m', METER_WORDS, keyword)} from meter m where m.id = ${id})`,
});
/** A day of a meter that is still in use. */
export const ofUse = (day: Day) => sql`case when m.state <> 'scrapped' then ${sql.ref(`m.${day}`)} end`;

/** Which meters a page shows, as far as it is asked; what it is filtered by is said so that an index of it is used. */
export interface MeterFilter {
  state?: Input['state'] | undefined;
  due?: Input['due'] | undefined;
  inspection_due?: Input['inspection_due'] | undefined;
  type_id?: number | undefined;
  verifier_id?: number | undefined;
  inspector_id?: number | undefined;
  keyword?: string | undefined;
  /** in words, where row-level security does not say it */
  orgs: readonly number[] | null;
  /** which it is somewhere now, and where: the world has two or three days at a time */
  days: readonly { today: string; orgs: readonly number[] }[];
  /** which of them hold the keyword, when they are known; else it is looked for on the way */
  held?: readonly number[] | null;
}

/** The same as meter_state(). */
const patrolled = sql`m.patrol_time > now() - interval '24 hours'`;
const inState = (state: string): RawBuilder<unknown> =>
  ({
    patrol: sql`m.state = 'sealed' and ${patrolled}`,
    sealed: sql`m.state = 'sealed' and (${patrolled}) is not true`,
  })[state] ?? sql`m.state = ${state}`;
/** The same as meter_due() of each organisation's own day. */
const isDue = (day: Day, due: string, days: MeterFilter['days']): RawBuilder<unknown> => {
  const of = sql.ref(`m.${day}`);
  if (due === 'none') return sql`(m.state = 'scrapped' or ${of} is null)`;
  const when = (today: string) =>
    ({
      overdue: sql`${of} < ${today}::date`,
      soon: sql`${of} between ${today}::date and ${today}::date + ${SOON_DAYS}::int`,
      valid: sql`${of} > ${today}::date + ${SOON_DAYS}::int`,
    })[due] ?? sql`false`;
  const some = days.map(({ today, orgs }) =>
    days.length === 1 ? when(today) : sql`(m.org_id = any(${orgs}) and ${when(today)})`,
  );
  return sql`(m.state <> 'scrapped' and (${sql.join(some, sql` or `)}))`;
};
export const whereMeters = (f: MeterFilter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`true`];
  if (f.orgs) terms.push(sql`m.org_id = any(${f.orgs})`);
  if (f.state) terms.push(inState(f.state));
  if (f.due) terms.push(isDue('due_date', f.due, f.days));
  if (f.inspection_due) terms.push(isDue('next_inspection', f.inspection_due, f.days));
  if (f.type_id) terms.push(sql`m.type_id = ${f.type_id}`);
  if (f.verifier_id) terms.push(sql`m.verifier_id = ${f.verifier_id}`);
  if (f.inspector_id) terms.push(sql`m.inspector_id = ${f.inspector_id}`);
  if (f.held) terms.push(sql`m.id = any(${f.held})`);
  else if (f.keyword) terms.push(holds('m', METER_WORDS, f.keyword));
  return sql`from meter m where ${sql.join(terms, sql` and `)}`;
};

const isDay = (column: string): column is Day => column === 'due_date' || column === 'next_inspection';
/** What is never empty, and has an index with the newest of each first. */
const kept = ['meter_name', 'station', 'create_time'];
/**
 * The ids of a page, each time as far as it goes: of an order by a day those that have one are read off its index, and where these do not fill a page
 * it is sorted with those that have none behind them.
 */
export const pagesOfMeters = (
  f: MeterFilter,
  { page, size, sort = '' }: Pick<Input, 'page' | 'size' | 'sort'>,
): RawBuilder<{ id: number }>[] => {
  const from = whereMeters(f);
  const part = sql`limit ${size} offset ${(page - 1) * size}`;
  const column = sort.replace(/^-/, '');
  const [of, direction] = [sql.ref(`m.${column || 'id'}`), sql.raw(sort.startsWith('-') ? 'desc' : 'asc')];
  if (kept.includes(column)) return [sql`select m.id ${from} order by ${of} ${direction}, m.id desc ${part}`];
  if (!isDay(column)) return [sql`select m.id ${from} order by m.id desc ${part}`];
  return [
    sql`select m.id ${from} and m.state <> 'scrapped' and ${of} is not null order by ${of} ${direction}, m.id desc ${part}`,
    sql`select m.id ${from} order by ${ofUse(column)} ${direction} nulls last, m.id desc ${part}`,
  ];
};
export const countOfMeters = (f: MeterFilter): RawBuilder<{ n: number }> =>
  sql`select count(*)::int as n ${whereMeters(f)}`;

/** Which meters a page shows, and how many there are, found outside row-level security like devices (decisions 0020, 0145). */
export const openMeterListing = (readers: Pool, finder: Finder): Listing<Input> => {
  const db = kyselyOver(readers);
  const reach = openReach(readers);
  const daysNow = async () =>
    (
      await sql<MeterFilter['days'][number]>`select day_in(time_zone)::text as today, array_agg(id) as orgs
        from organisation group by 1`.execute(db)
    ).rows;
  return async ({ page, size, sort, ...asked }, ctx) => {
    const { keyword } = asked;
    const filter: MeterFilter = {
      ...asked,
      orgs: await reach(ctx.operator),
      days: asked.due || asked.inspection_due ? await daysNow() : [],
      held: keyword
        ? await finder.holding({ table: 'meter', as: 'm', word: { keyword, columns: METER_WORDS } }, ctx)
        : null,
    };
    const pageOf = async (): Promise<number[]> => {
      let rows: { id: number }[] = [];
      for (const query of pagesOfMeters(filter, { page, size, sort }))
        if (rows.length < size) rows = (await query.execute(db)).rows;
      return rows.map(({ id }) => id);
    };
    const [ids, counted] = await Promise.all([pageOf(), countOfMeters(filter).execute(db)]);
    return { ids, total: counted.rows[0]!.n };
  };
};
