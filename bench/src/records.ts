import { calls } from '@plomb/contract/calls';
import type { Call } from '@plomb/contract/kit/call';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import type { Client } from 'pg';
import { password } from './generate.ts';
import { ms, show, tidy } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const LOCKS = 20_000;
const ORGANISATIONS = 100;
const DAYS = 10;
const EXPORTED = 1_000_000;
const tries = 20;

const locks = `
  insert into organisation (org_name, org_type, parent_id)
    select 'branch ' || n, 'other', (select min(id) from organisation) from generate_series(1, ${ORGANISATIONS}) n;
  insert into device_type (org_id, device_type, device_type_name, family)
    select min(id), 'bench', 'bench', 'hhd' from organisation;
  insert into device (org_id, sn, device_name, subject, device_type_id)
    select o.id, (13000000000 + n)::text, 'lock ' || n, '沪A ' || n, (select min(id) from device_type where device_type = 'bench')
    from generate_series(1, ${LOCKS}) n
      join (select id, row_number() over (order by id) as nth from organisation) o on o.nth = 2 + n % ${ORGANISATIONS}`;
export const fillLocks = async (db: Client): Promise<void> => {
  for (const sql of locks.split(';')) await db.query(sql);
};

/** So many reports of these locks, evenly between so many days ago and so many. */
export const fillReports = async (db: Client, count: number, newest: number, oldest: number): Promise<void> => {
  await db.query(
    `insert into position (device_id, device_time, serial, hash, org_id, receive_time, msg_type, replay, lon, lat, velocity, heading,
      satellites, lock_status, fault, electric, signal, report_reson, raw)
    select d.id, t.at, n % 60000, n, d.org_id, t.at + interval '1 second' * (case when n % 40 = 0 then 700 else 1 end), 0, n % 40 = 0,
      121.5, 31.2, 60, 90, 9, case when n % 1000 = 0 then 3 else 2 end, case when n % 100000 = 0 then 1004 else 0 end, 80, 20, '0200',
      sha256(n::text::bytea) || sha256(n::text::bytea) || sha256(n::text::bytea)
    from generate_series(1, $1::int) n
      join (select id, org_id, row_number() over (order by id) as nth from device) d on d.nth = 1 + (n * 7919::bigint) % ${LOCKS},
      lateral (select now() - interval '1 day' * ($2::float8 + ($3::float8 - $2::float8) * (1 - n / $1::int::float8)) as at) t`,
    [count, newest, oldest],
  );
  await db.query('vacuum analyze');
};

/** Records of many locks, as whoever sees all of them reads them, and 1,000,000 of them written to a file. */
export const measureRecords = async ({ positions }: Options): Promise<void> => {
  const database = await openDatabase();
  const { locationRecords, statusRecords, jobs } = calls;
  try {
    await withProduct(database.url, async (product) => {
      const began = performance.now();
      await connected(database.url, async (db) => {
        await fillLocks(db);
        await fillReports(db, positions, 0, DAYS);
      });
      show('filled in', `${Math.round((performance.now() - began) / 1000)} s`);
      const client = await FetchClient.open(product.url);
      await client.login('admin', password);
      const figure = async (what: string, call: Call, input: (nth: number) => object) => {
        const times = new Latencies();
        for (let nth = 0; nth < tries; nth++) {
          tidy(nth);
          const from = performance.now();
          await client.ok(call, input(nth) as never);
          times.add(performance.now() - from);
        }
        show(what, `${ms(times.percentile(0.5))}, ${ms(times.percentile(0.99))}`);
      };
      const list = (what: string, input: (nth: number) => object) => figure(what, statusRecords.list, input);
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
      const whole = { from: day(DAYS - 0.1) };
      const { rows } = await client.ok(statusRecords.list, { size: 100 });
      console.log(
        `\n${positions.toLocaleString('en')} reports of ${LOCKS.toLocaleString('en')} locks in ${DAYS} days; p50 and p99`,
      );
      await list('the newest', () => ({}));
      await list('the newest of all days', () => whole);
      await list('any page of them', (nth) => ({ ...whole, before: day((DAYS * (nth + 0.5)) / tries) }));
      await list('of one organisation', (nth) => ({ ...whole, org_id: 2 + nth }));
      await list('of one lock', (nth) => ({ ...whole, device_id: rows[nth]!.device_id }));
      await list('by part of a plate', (nth) => ({ ...whole, keyword: `沪A 1${nth}` }));
      await list('told late, one in forty', () => ({ ...whole, told: 'replayed' }));
      await list('abnormal, one in a thousand', () => ({ ...whole, lock_status: 3 }));
      await list('a fault, one in 100,000', () => ({ ...whole, fault: 1004 }));
      await list('what nobody reported', () => ({ ...whole, fault: 1001 }));
      await figure('one record', locationRecords.detail, (nth) => ({ key: rows[nth]!.key }));

      const from = day((DAYS * EXPORTED) / positions);
      const asked = performance.now();
      const columns = ['device_time', 'sn', 'subject', 'lock_status', 'lon', 'lat', 'velocity', 'told', 'electric'];
      const { id } = await client.ok(locationRecords.export, {
        ...{ from, timeZone: 'Asia/Shanghai' },
        columns: columns.map((field) => ({ field, title: field })),
      });
      for (;;) {
        const job = (await client.ok(jobs.list, {})).rows.find((one) => one.id === id)!;
        if (job.state === 'done') {
          const seconds = (performance.now() - asked) / 1000;
          show('written to a file', `${job.done.toLocaleString('en')} in ${Math.round(seconds)} s`);
          break;
        }
        if (job.state === 'failed') throw new Error(job.failure);
        await new Promise((go) => setTimeout(go, 500));
      }
    });
  } finally {
    await database.drop();
  }
};
