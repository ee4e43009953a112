import { orders } from '@plomb/contract/orders/orders';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { type Pace, Rotation } from '@plomb/simulator/rotation';
import { password } from './generate.ts';
import { ms, perS, show } from './machine.ts';
import type { Options } from './options.ts';
import { closedBy, connected, openDatabase, registerLocks, withProduct } from './stage.ts';

const load = 5000;
/** more reports on their way at any time than the gateway lets wait for storage */
const tooMany = 12_000;
const asked = 200;
const betweenMillis = 50;
/** how long bytes that are late are waited for */
const lastMillis = 10_000;

/** From an order's acceptance to its bytes at the lock, while a fleet reports, and while it reports more than can be stored. */
export const measureOrders = async (o: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      const phones = await registerLocks(database.url, Math.max(o.locks, 2 * asked));
      const arrived = new Map<string, number>();
      const fleet = new Rotation({
        host: '127.0.0.1',
        port: product.gatewayPort,
        phones,
        onOrder: (phone) => arrived.set(phone, performance.now()),
      });
      await fleet.open();
      const ids = await connected(database.url, async (db) => {
        const { rows } = await db.query<{ id: string; sn: string }>('select id, sn from device where sn = any($1)', [
          phones,
        ]);
        return new Map(rows.map((row) => [row.sn, Number(row.id)]));
      });
      const client = await FetchClient.open(product.url);
      await client.login('admin', password);
      const order = (phone: string) =>
        client.ok(orders.unseal, {
          device_id: ids.get(phone)!,
          reason: 'measured for the bench',
          idempotency_key: crypto.randomUUID(),
        });
      // one lock has one order at a time: each load has locks of its own
      const beside = (what: string, pace: Pace, from: number) =>
        ordersBeside(what, { fleet, pace, arrived, order, phones: phones.slice(from, from + asked) });
      await beside('', { perSecond: load }, 0);
      await beside(
        `with ${Math.min(tooMany, o.locks).toLocaleString('en')} reports waiting, `,
        { inFlight: tooMany },
        asked,
      );
      show('connections closed by the gateway', await closedBy(product));
      await fleet.cut();
    });
  } finally {
    await database.drop();
  }
};

interface Beside {
  fleet: Rotation;
  pace: Pace;
  /** when an order's bytes came, by lock */
  arrived: ReadonlyMap<string, number>;
  order(phone: string): Promise<unknown>;
  phones: readonly string[];
}

const ordersBeside = async (what: string, { fleet, pace, arrived, order, phones }: Beside): Promise<void> => {
  const reports = fleet.run(pace, (asked * betweenMillis) / 1000 + 4);
  await wait(2000);
  const calls = new Latencies();
  const accepted = new Map<string, number>();
  for (const phone of phones) {
    const from = performance.now();
    await order(phone);
    accepted.set(phone, performance.now());
    calls.add(performance.now() - from);
    await wait(betweenMillis);
  }
  const { perSecond, lost } = await reports;
  const came = () => phones.filter((phone) => arrived.has(phone));
  for (let waited = 0; waited < lastMillis && came().length < accepted.size; waited += betweenMillis)
    await wait(betweenMillis);
  const bytes = new Latencies();
  // bytes may be there before the caller has read that the order was accepted
  for (const phone of came()) bytes.add(Math.max(0, arrived.get(phone)! - accepted.get(phone)!));
  show(
    `orders ${what}at ${perS(perSecond)}: the call p50, p99`,
    `${ms(calls.percentile(0.5))}, ${ms(calls.percentile(0.99))}; connections lost ${lost}`,
  );
  show(
    '  accepted → bytes at the lock p50, p99',
    `${ms(bytes.percentile(0.5))}, ${ms(bytes.percentile(0.99))}, longest ${ms(bytes.percentiles().max)} (${bytes.count} of ${accepted.size} arrived)`,
  );
};

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
