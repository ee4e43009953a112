import { meters } from '@plomb/contract/metering/meters';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { countOfMeters, type MeterFilter, pagesOfMeters } from './listing.ts';

const ZONES = ['Pacific/Kiritimati', 'Etc/GMT+12'];
let api: TestApi;
let above: Caller;
let below: Caller;
let orgs: number[];
let type: number;

beforeAll(async () => {
  api = await startApi();
  const house = await buildOrganisation(api.db);
  orgs = [house, await buildOrganisation(api.db, house), await buildOrganisation(api.db)];
  // between these two it is never the same day
  for (const [nth, org] of orgs.entries())
    await api.owner.query('update organisation set time_zone = $2 where id = $1', [org, ZONES[nth % 2]]);
  above = await api.signedIn(await buildOperator(api.db, house));
  below = await api.signedIn(await buildOperator(api.db, orgs[1]!));
  const { rows } = await api.owner.query<{ id: number }>(
    "insert into meter_type (org_id, type_name) values ($1, 'scale') returning id",
    [house],
  );
  type = rows[0]!.id;
  await api.owner.query('alter table meter disable trigger user');
  // in each organisation some of each state, around each edge of a day, several alike, and some of which nobody said anything
  await api.owner.query(
    `insert into meter (org_id, type_id, meter_name, factory_number, station, due_date, next_inspection, state, patrol_time, operator_id, oper_name, create_time)
     select o, $2, 'GZ-' || n % 7, 'CX-' || n, case n % 3 when 0 then 'yard' else 'station ' || n % 3 end, d, current_date + (n * 7 % 50)::int - 10,
       case n % 5 when 0 then 'scrapped' when 1 then 'in_use' when 2 then 'maintenance' else 'sealed' end,
       case when n % 5 = 4 then now() - n % 4 * interval '10 hours' end, 1, 'who', now() - n % 6 * interval '1 day'
     from unnest($1::bigint[]) o, (select row_number() over () as n, d from (select current_date + off as d
       from unnest(array[-40, -2, -1, 0, 1, 2, 28, 29, 30, 31, 32, 90]) off union all select null) days, generate_series(1, 4)) rows`,
    [orgs, type],
  );
  await api.owner.query('alter table meter enable trigger user');
});
afterAll(() => api.stop());

/** What the list is to say, as the two functions of the database say it of each meter. */
const expected = async (of: number[], where: string, order: string): Promise<number[]> => {
  const { rows } = await api.owner.query<{ id: number }>(
    `select id from (select m.*, meter_state(m.state, m.patrol_time) as stands,
       case when m.state <> 'scrapped' then m.due_date end as due, case when m.state <> 'scrapped' then m.next_inspection end as next, day_in(o.time_zone) as today
       from meter m join organisation o on o.id = m.org_id) m where org_id = any($1) and ${where} order by ${order}`,
    [of],
  );
  return rows.map(({ id }) => id);
};
const listed = async (by: Caller, input: object): Promise<{ ids: number[]; total: number }> => {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { rows, total } = await by.ok(meters.list, { ...input, page, size: 50 });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < 50) return { ids, total };
  }
};

const SORTS = {
  meter_name: 'meter_name',
  station: 'station',
  create_time: 'create_time',
  due_date: 'due',
  next_inspection: 'next',
};
describe('a list of meters', () => {
  it.each(Object.entries(SORTS))('by %s has each once, in that order and the other way round', async (sort, column) => {
    for (const [sign, direction] of [
      ['', 'asc'],
      ['-', 'desc'],
    ]) {
      const ids = await expected(orgs.slice(0, 2), 'true', `${column} ${direction} nulls last, id desc`);
      expect(await listed(above, { sort: `${sign}${sort}` })).toEqual({ ids, total: ids.length });
      const own = await expected([orgs[1]!], 'true', `${column} ${direction} nulls last, id desc`);
      expect(await listed(below, { sort: `${sign}${sort}` })).toEqual({ ids: own, total: own.length });
    }
  });

  it.each([
    ...['overdue', 'soon', 'valid', 'none'].flatMap((due) => [
      [{ due }, `meter_due(due, today) = '${due}'`],
      [{ inspection_due: due, sort: '-due_date' }, `meter_due(next, today) = '${due}'`],
    ]),
    ...['in_use', 'sealed', 'patrol', 'maintenance', 'scrapped'].map((state) => [{ state }, `stands = '${state}'`]),
    [{ keyword: 'gz-3' }, "meter_name = 'GZ-3'"],
    [{ keyword: 'GZ' }, 'true'],
    [{ keyword: 'station', sort: 'station' }, "station <> 'yard'"],
    [{ keyword: 'cx-1', due: 'overdue' }, "factory_number like 'CX-1%' and meter_due(due, today) = 'overdue'"],
    [{ keyword: 'cx-44' }, "factory_number = 'CX-44'"],
    [{ keyword: 'zq' }, 'false'],
    [{ keyword: '-' }, 'true'],
  ] as [{ sort?: string }, string][])('of %j has what is so where it is, each by its own day', async (asked, where) => {
    for (const [by, of] of [
      [above, orgs.slice(0, 2)],
      [below, [orgs[1]!]],
    ] as const) {
      const order = asked.sort === '-due_date' ? 'due desc nulls last, ' : asked.sort === 'station' ? 'station, ' : '';
      const ids = await expected([...of], where, `${order}id desc`);
      expect(await listed(by, asked)).toEqual({ ids, total: ids.length });
    }
  });
});

describe('of very many meters', () => {
  const all: MeterFilter = { orgs: null, days: [{ today: '2026-01-01', orgs: [1, 2] }] };
  /** How the database goes about it where sorting and reading all there is are not what it likes best. */
  const planOf = (query: RawBuilder<unknown>): Promise<string> =>
    transaction(api.owner, async (client) => {
      await client.query(
        'set local enable_seqscan = off; set local enable_sort = off; set local enable_bitmapscan = off',
      );
      const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(kyselyOn(client));
      return rows.map((row) => Object.values(row)[0]).join('\n');
    });

  it.each([
    ['meter_name', 'meter_by_name'],
    ['station', 'meter_by_station'],
    ['create_time', 'meter_by_create'],
    ['due_date', 'meter_by_due'],
    ['next_inspection', 'meter_by_inspection'],
  ])('a page by %s is read off its index in both directions', async (sort, index) => {
    for (const one of [sort, `-${sort}`]) {
      const plan = await planOf(pagesOfMeters(all, { page: 1, size: 20, sort: one })[0]!);
      expect(plan).toMatch(new RegExp(`Index Only Scan( Backward)? using ${index} `));
      expect(plan).not.toMatch(/->\s+Sort /);
    }
  });

  it.each(['overdue', 'soon', 'valid'] as const)('those that are %s are counted from an index', async (due) => {
    expect(await planOf(countOfMeters({ ...all, due }))).toMatch(
      /Index Only Scan using meter_\w*due\w* [\s\S]*Index Cond: .*due_date/,
    );
  });

  it.each(['scrapped', 'sealed', 'patrol'] as const)(
    'those that are in the state “%s” are found by it',
    async (state) => {
      expect(await planOf(countOfMeters({ ...all, state }))).toContain('Index Only Scan using meter_by_state');
    },
  );
});
