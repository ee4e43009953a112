import type { Call } from '@plomb/contract/kit/call';
import { openings } from '@plomb/contract/orders/openings';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { password } from './generate.ts';
import { ms, show, tidy } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const OPENINGS = 1_000_000;
const LOCKS = 20_000;
const ORGANISATIONS = 100;
/** over which they are spread, as are the days that are asked for */
const DAYS = 180;
const tries = 20;

/** Openings by every way, one in fifty without right, of locks of many organisations, told in the order in which they happened. */
const fill = `
  insert into organisation (org_name, org_type, parent_id)
    select 'branch ' || n, 'other', (select min(id) from organisation) from generate_series(1, ${ORGANISATIONS}) n;
  insert into device_type (org_id, device_type, device_type_name, family)
    select min(id), 'bench', 'bench', 'hhd' from organisation;
  insert into device (org_id, sn, device_name, subject, device_type_id)
    select o.id, (13000000000 + n)::text, 'lock ' || n, '沪A ' || n, (select min(id) from device_type where device_type = 'bench')
    from generate_series(1, ${LOCKS}) n
      join (select id, row_number() over (order by id) as nth from organisation) o on o.nth = 2 + n % ${ORGANISATIONS};
  insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after, fault,
      replay, quality, authenticated, rang)
    select d.id, d.org_id, t.at, t.at, t.at, n % 60000, n, 'bench', 1, (array[1, 3, 4, 5, 7, 13, null])[1 + n % 7], 2, 0, 0, false,
      'direct', true, case when n % 50 = 0 then array['illegal_unlock'] else '{}' end
    from generate_series(1, ${OPENINGS}) n
      join (select id, org_id, row_number() over (order by id) as nth from device) d on d.nth = 1 + (n * 7919::bigint) % ${LOCKS},
      lateral (select now() - interval '${DAYS} days' * (1 - n / ${OPENINGS}.0) as at) t;
  insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id, process_time)
    select device_id, org_id, 'illegal_unlock', 'critical', at, at, id, at from lock_event where without_right;
  vacuum analyze`;

/** A log of 1,000,000 openings, as whoever sees all of them reads it. */
export const measureOpenings = async (_: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      await connected(database.url, async (db) => {
        for (const sql of fill.split(';')) await db.query(sql);
      });
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
      const list = (what: string, input: (nth: number) => object) => figure(what, openings.list, input);
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
      const aDay = (nth: number) => ({ from: day(2 + nth * 8), to: day(1 + nth * 8) });
      const { rows } = await client.ok(openings.list, { size: 100 });
      const before = (nth: number) => rows[0]!.id - Math.floor((nth * OPENINGS) / tries);
      console.log(`\n${OPENINGS.toLocaleString('en')} openings of ${LOCKS.toLocaleString('en')} locks; p50 and p99`);
      await list('the newest', () => ({}));
      await list('any page', (nth) => ({ before: before(nth) }));
      await list('those without right', () => ({ without_right: true }));
      await list('those without right, any page', (nth) => ({ without_right: true, before: before(nth) }));
      await list('by card', () => ({ way: 'card' }));
      await list('by card or password, any page', (nth) => ({ way: ['card', 'password'], before: before(nth) }));
      await list('by a way that was never used', () => ({ way: 'sms' }));
      await list('of one organisation', (nth) => ({ org_id: 2 + nth }));
      await list('of one lock', (nth) => ({ device_id: rows[nth]!.device_id }));
      await list('of a day', aDay);
      await list('of a day, by password', (nth) => ({ ...aDay(nth), way: 'password' }));
      await list('of a day, those without right', (nth) => ({ ...aDay(nth), without_right: true }));
      await list('of the days until one, half a year ago', (nth) => ({ to: day(DAYS - 1 - nth) }));
      await list('by a whole number', (nth) => ({ keyword: rows[nth]!.sn }));
      await list('by part of a plate', (nth) => ({ keyword: `沪A 1${nth}` }));
      await list('by what all have', () => ({ keyword: 'lock' }));
      await list('by what nobody has', () => ({ keyword: 'zq' }));
      await figure('one opening', openings.detail, (nth) => ({ id: rows[nth]!.id }));
      await figure('the chart of seven days', openings.summary, () => ({}));
    });
  } finally {
    await database.drop();
  }
};
