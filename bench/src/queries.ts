import { gzipSync } from 'node:zlib';
import { calls } from '@plomb/contract/calls';
import type { Call, OutputOf } from '@plomb/contract/kit/call';
import { type FleetPart, MOST_HELD } from '@plomb/contract/map/map';
import { fleetCounts, openFleetCounting } from '@plomb/server/domains/dashboard/fleet';
import { openListing } from '@plomb/server/lock/listing';
import { kyselyOn } from '@plomb/server/platform/postgres/kysely';
import { openPools } from '@plomb/server/platform/postgres/pools';
import { scoped } from '@plomb/server/platform/postgres/transaction';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import type { Pool } from 'pg';
import { password, people } from './generate.ts';
import { ms, show, tidy } from './machine.ts';
import type { Options } from './options.ts';
import { connected, type Database, openGenerated, withProduct } from './stage.ts';

/** Each figure is of so many calls, with other words, pages and locks each time. */
const tries = 30;

interface Fleet {
  devices: number;
  numbers: string[];
  /** a device with a track of today, and when */
  busy: { device: number; at: string };
}

/** What people who look at a very large fleet wait for: as asked over HTTP, signed in as three of different reach. */
export const measureQueries = async (o: Options): Promise<void> => {
  const database = await openGenerated(o.folder);
  try {
    const fleet = await fleetOf(database);
    if (o.explain) await explain(database, fleet);
    await withProduct(database.url, async (product) => {
      const first = await FetchClient.open(product.url);
      await first.login(people[0], password);
      const began = performance.now();
      await first.ok(calls.map.view, { box: [-180, -85, 180, 85], free: [-180, -85, 180, 85], zoom: 2 });
      show('the places of all locks read for the map, after the start', ms(performance.now() - began));
      for (const who of people) {
        const client = await FetchClient.open(product.url);
        await client.login(who, password);
        const { total } = await client.ok(calls.devices.list, {});
        console.log(`\n${who} sees ${total.toLocaleString('en')} devices; ${tries} calls each, p50 and p99`);
        const figure = async (what: string, call: Call, input: (nth: number) => object) => {
          const times = new Latencies();
          for (let nth = 0; nth < tries; nth++) {
            tidy(nth);
            const from = performance.now();
            await client.ok(call, input(nth) as never);
            times.add(performance.now() - from);
          }
          show(`  ${what}`, `${ms(times.percentile(0.5))}, ${ms(times.percentile(0.99))}`);
        };
        const list = (what: string, input: (nth: number) => object) => figure(what, calls.devices.list, input);
        const pages = Math.max(1, Math.floor(total / 20));
        const anyPage = (nth: number) => 1 + ((nth * 7919 + Math.floor(pages / 2)) % pages);
        await list('first page of the list', () => ({}));
        await list('any page', (nth) => ({ page: anyPage(nth) }));
        if (pages >= 40_000) await list('page 40,000', () => ({ page: 40_000 }));
        for (const sort of [
          'sn',
          '-device_name',
          'create_time',
          'lock_status',
          'electric',
          '-electric',
          '-seen_time',
        ]) {
          await list(`by ${sort}, first page`, () => ({ sort }));
          if (!/seen|electric|status/.test(sort))
            await list(`by ${sort}, any page`, (nth) => ({ sort, page: anyPage(nth) }));
        }
        await list('search: a whole number', (nth) => ({ keyword: fleet.numbers[nth % fleet.numbers.length] }));
        await list('search: part of a plate', (nth) => ({ keyword: `沪A ${100 + nth}` }));
        await list('search: what nearly all have', () => ({ keyword: 'lock' }));
        await list('search: two letters that nobody has', () => ({ keyword: 'zq' }));
        await list('open locks only', () => ({ lock_status: 1 }));
        await list('late ones only', () => ({ connection: 'late' }));
        await figure('dashboard', calls.dashboard.fleet, () => ({}));
        await figure('open alarms', calls.alarms.list, () => ({ status: 'unprocessed' }));
        await mapFigure(client);
      }
    });
    await track(database, fleet);
  } finally {
    await database.drop();
  }
};

const fleetOf = ({ url }: Database): Promise<Fleet> =>
  connected(url, async (db) => {
    const { rows } = await db.query<{ devices: string; numbers: string[] }>(
      `select (select count(*) from device) as devices,
         (select array_agg(sn) from (select sn from device tablesample system (1) limit 50) s) as numbers`,
    );
    const busy = await db.query<{ device: string; at: string }>(
      "select device_id as device, max(device_time)::text as at from position where device_time > now() - interval '1 day' group by 1 limit 1",
    );
    const row = rows[0];
    if (!row || Number(row.devices) === 0 || !busy.rows[0])
      throw new Error('There is no fleet; run `npm run bench -- generate` before.');
    return {
      devices: Number(row.devices),
      numbers: row.numbers,
      busy: { device: Number(busy.rows[0].device), at: busy.rows[0].at },
    };
  });

/** The bytes of an answer as the server sends them, and what it says. */
const asked = async <C extends Call>(client: FetchClient, call: C, input: object) => {
  const text = await (await client.post(call.path, input)).text();
  const { verify, data } = JSON.parse(text) as { verify: { sign: string }; data: OutputOf<C> };
  if (verify.sign !== 'success') throw new Error(`${call.path}: ${verify.sign}`);
  return { data, sent: gzipSync(text, { level: 5 }).length };
};

/** The map asks part by part until it has all it may show; for more than a browser holds, what lies in its view. */
const mapFigure = async (client: FetchClient): Promise<void> => {
  const from = performance.now();
  let [sent, parts, first] = [0, 0, 0];
  let next: number | null = null;
  do {
    const part: { data: FleetPart; sent: number } = await asked(client, calls.map.locks, {
      size: 5000,
      ...(next === null ? {} : { after: next }),
    });
    sent += part.sent;
    parts++;
    first ||= performance.now() - from;
    next = part.data.next;
    if (part.data.registered > MOST_HELD) return viewFigure(client, from);
  } while (next !== null);
  show(
    '  locks for the map: first part, all',
    `${ms(first)}, ${ms(performance.now() - from)} (${parts} parts, ${(sent / 2 ** 20).toFixed(1)} MB as sent)`,
  );
};

/** A screen of the whole country, then half, a quarter … of it around other places, as somebody who zooms in. */
const viewFigure = async (client: FetchClient, from: number): Promise<void> => {
  let opened = 0;
  for (const [what, zoom] of [
    ['whole', 3.6],
    ['of a province', 6],
    ['of a town', 11],
  ] as const) {
    const times = new Latencies();
    let [sent, drawn, cells] = [0, 0, 0];
    for (let nth = 0; nth < tries; nth++) {
      const [x, y] = [62 / 2 ** (zoom - 3.6), 36 / 2 ** (zoom - 3.6)];
      const [lon, lat] = zoom < 4 ? [104, 36] : [80 + ((nth * 7) % 48), 22 + ((nth * 5) % 24)];
      const box = [lon - x, Math.max(-85, lat - y), lon + x, Math.min(85, lat + y)];
      const began = performance.now();
      const answer = await asked(client, calls.map.view, { box, free: box, zoom });
      times.add(performance.now() - began);
      opened ||= performance.now() - from;
      sent += answer.sent;
      drawn += answer.data.drawn.length;
      cells += answer.data.cells.length;
    }
    const each = (sum: number) => Math.round(sum / tries).toLocaleString('en');
    show(
      `  the map ${what}`,
      `${ms(times.percentile(0.5))}, ${ms(times.percentile(0.99))} (${each(drawn)} locks, ${each(cells)} groups, ${each(sent)} bytes as sent)`,
    );
  }
  show('  from opening the map until all of it is shown', ms(opened));
};

const trackSql = `select device_time, lon, lat, velocity, heading, lock_status, fault from position
  where device_id = $1 and device_time between $2::timestamptz - interval '30 minutes' and $2 order by device_time, serial`;

/** Half an hour of one lock, under row-level security as a request reads it. */
const track = async ({ url }: Database, { busy }: Fleet): Promise<void> => {
  const pools = openPools(url);
  const orgs = await pools.platform.query<{ id: number }>('select id from organisation');
  const times = new Latencies();
  let points = 0;
  for (let nth = 0; nth < tries; nth++) {
    const from = performance.now();
    const { rowCount } = await scoped(
      pools.app,
      orgs.rows.map((row) => row.id),
      (client) => client.query(trackSql, [busy.device, busy.at]),
    );
    points = rowCount ?? 0;
    times.add(performance.now() - from);
  }
  await pools.close();
  show(`\n30 minutes of one lock, ${points} points`, `${ms(times.percentile(0.5))}, ${ms(times.percentile(0.99))}`);
};

/** How the database goes about the list and the dashboard, statement by statement. */
const explain = async ({ url }: Database, fleet: Fleet): Promise<void> => {
  const pools = openPools(url);
  const orgs = await pools.platform.query<{ id: number }>('select id from organisation');
  const orgIds = orgs.rows.map((row) => row.id);
  const explaining = (pool: Pick<Pool, 'query'>) =>
    ({
      async query(text: string, values: unknown[]) {
        const plan = await pool.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, costs off) ${text}`,
          values,
        );
        console.log(`\n${text}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`);
        return pool.query(text, values);
      },
    }) as unknown as Pool;
  const page = openListing(explaining(pools.readers));
  const operator = { orgIds } as never;
  for (const input of [
    {},
    { page: Math.ceil(fleet.devices / 40) },
    { keyword: fleet.numbers[0] },
    { keyword: 'lock' },
    { sort: '-seen_time' },
    { connection: 'late' as const },
  ])
    await page({ page: 1, size: 20, ...input }, { operator });
  await openFleetCounting(pools.platform)();
  await scoped(pools.app, orgIds, (client) => fleetCounts(kyselyOn(explaining(client as unknown as Pool))));
  await pools.close();
};
