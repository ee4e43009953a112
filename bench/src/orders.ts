import { locks } from '@plomb/contract/locks';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { Rotation } from '@plomb/simulator/rotation';
import { password } from './generate.ts';
import { ms, perS, show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, registerLocks, withProduct } from './stage.ts';

const load = 5000;
const asked = 200;
const betweenMillis = 50;
/** how long bytes that are late are waited for */
const lastMillis = 10_000;

/** From an order's acceptance to its bytes at the lock, while a fleet reports. */
export const measureOrders = async (o: Options): Promise<void> => {
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      const phones = await registerLocks(database.url, Math.min(5000, o.locks));
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
      const seconds = (asked * betweenMillis) / 1000 + 4;
      const reports = fleet.run({ perSecond: load }, seconds);
      await wait(2000);
      const calls = new Latencies();
      const accepted = new Map<string, number>();
      for (const phone of phones.slice(0, asked)) {
        const from = performance.now();
        await client.ok(locks.unseal, {
          device_id: ids.get(phone)!,
          reason: 'measured for the bench',
          idempotency_key: crypto.randomUUID(),
        });
        accepted.set(phone, performance.now());
        calls.add(performance.now() - from);
        await wait(betweenMillis);
      }
      const { perSecond } = await reports;
      for (let waited = 0; waited < lastMillis && arrived.size < accepted.size; waited += betweenMillis)
        await wait(betweenMillis);
      const bytes = new Latencies();
      // bytes may be there before the caller has read that the order was accepted
      for (const [phone, at] of accepted) if (arrived.has(phone)) bytes.add(Math.max(0, arrived.get(phone)! - at));
      show(
        `orders at ${perS(perSecond)}: the call p50, p99`,
        `${ms(calls.percentile(0.5))}, ${ms(calls.percentile(0.99))}`,
      );
      show(
        '  accepted → bytes at the lock p50, p99',
        `${ms(bytes.percentile(0.5))}, ${ms(bytes.percentile(0.99))}, longest ${ms(bytes.percentiles().max)} (${bytes.count} of ${accepted.size} arrived)`,
      );
      await fleet.cut();
    });
  } finally {
    await database.drop();
  }
};

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
