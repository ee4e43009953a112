import { monitorEventLoopDelay } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { type FleetLock, type FleetPart, fleetLocks, map } from '@plomb/contract/map/map';
import { fleetIds, fleetRows } from '@plomb/server/domains/map/queries';
import { openPools } from '@plomb/server/platform/postgres/pools';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { measure } from '../../console/bench.ts';
import { password } from './generate.ts';
import { ms, show } from './machine.ts';
import { measurePage } from './page.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const LOCKS = 100_000;
const MOVERS = 1000;
const STEPS = 60;

/** One organisation with a hundred thousand locks on the road: what the map costs the line, the server and the page. */
export const measureMap = async (): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      await connected(database.url, async (db) => {
        await db.query(
          `insert into device_type (device_type, device_type_name, family, utc_offset_minutes, report_interval, sleep_interval, low_battery, org_id)
           select 'map', 'G-300', 'hhd', 480, 30, 600, 10, min(id) from organisation`,
        );
        await db.query(
          `insert into device (sn, device_name, subject, device_type_id, org_id)
           select '8604110' || lpad(n::text, 8, '0'), 'Container TCLU ' || (100000 + n * 37 % 900000),
             chr(27818) || 'A·' || lpad((n * 7919 % 100000)::text, 5, '0'),
             (select max(id) from device_type), (select min(id) from organisation) from generate_series(1, $1::int) n`,
          [LOCKS],
        );
        await db.query(
          `update lock_state set lon = 100 + random() * 20, lat = 22 + random() * 18, velocity = random() * 90,
             heading = random() * 359, electric = random() * 100, lock_status = (array[0, 1, 2, 2, 2])[1 + floor(random() * 5)::int],
             present_time = now() - random() * interval '10 minutes', receive_time = now() - random() * interval '9 minutes'`,
        );
        await db.query('analyze');
      });
      const client = await FetchClient.open(product.url);
      await client.login('admin', password);
      const locks: FleetLock[] = [];
      const parts = new Latencies();
      let [raw, sent] = [0, 0];
      const from = performance.now();
      for (let after: number | null = 0; after !== null; ) {
        const asked = performance.now();
        const part: FleetPart = await client.ok(map.locks, { size: 5000, ...(after ? { after } : {}) });
        parts.add(performance.now() - asked);
        const text = JSON.stringify(part);
        raw += text.length;
        sent += gzipSync(text).length;
        locks.push(...fleetLocks(part));
        after = part.next;
      }
      const whole = performance.now() - from;
      const mb = (bytes: number) => `${(bytes / 1e6).toFixed(2)} MB`;
      show(
        `${locks.length.toLocaleString('en')} locks fetched in parts of 5,000`,
        `${ms(whole)}; a part ${ms(parts.percentile(0.5))}, p99 ${ms(parts.percentile(0.99))}`,
      );
      show('  as sent (gzip), and raw', `${mb(sent)}, ${mb(raw)}`);
      await held(database.url);
      const page = await measure(locks, MOVERS, STEPS);
      const worst = (times: number[]) =>
        `${ms(times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)}, worst ${ms(Math.max(...times))}`;
      show('  page: all onto the board and the map, once', ms(page.fill));
      show(`  page: a step of ${MOVERS.toLocaleString('en')} movers to what the map draws`, worst(page.step));
      show('  page: the list after it, once a second at the most', worst(page.list));
      show('  page: another filter', ms(page.filter));
      show(
        '  page: the order of names in pieces, and the longest piece',
        `${ms(page.names)}, ${ms(page.longestPiece)}`,
      );
      await measurePage(product.url, locks, MOVERS);
    });
  } finally {
    await database.drop();
  }
};

/** How long the server's one thread is held up while parts are read, checked and written. */
const held = async (url: string): Promise<void> => {
  const pools = openPools(url);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    delay.enable();
    for (let ids = await fleetIds(pools.readers, null, 0, 5000); ids.length > 0; ) {
      const part = { ...(await fleetRows(pools.readers, ids)), next: null, registered: LOCKS, epoch: 'e', seq: 0 };
      JSON.stringify(map.locks.output.parse(part));
      ids = await fleetIds(pools.readers, null, ids.at(-1) ?? 0, 5000);
    }
    delay.disable();
    show('  the event loop held up by it, at the longest', ms(delay.max / 1e6));
  } finally {
    await pools.close();
  }
};
