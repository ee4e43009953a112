import { orders } from '@plomb/contract/orders/orders';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Rotation } from '@plomb/simulator/rotation';
import { password } from './generate.ts';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { closedBy, connected, openDatabase, type Product, registerLocks, startProduct } from './stage.ts';

const usualLocks = 10_000;
/** calls under way at a time */
const atOnce = 32;
/** how long bytes are waited for */
const lastMillis = 120_000;

const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));
const seconds = (from: number, to = performance.now()): string => `${((to - from) / 1000).toFixed(1)} s`;

/**
 * An order for each of 10,000 locks: queued while they are connected, and drained to them; queued while they are away,
 * and drained when all wake at once. Then the product is killed under them, and all come again.
 */
export const measureDrain = async (o: Options): Promise<void> => {
  const database = await openDatabase();
  let product = await startProduct(database.url);
  try {
    const phones = await registerLocks(database.url, Math.min(usualLocks, o.locks));
    const ids = await connected(database.url, async (db) => {
      const { rows } = await db.query<{ id: string; sn: string }>('select id, sn from device where sn = any($1)', [
        phones,
      ]);
      return rows.map(({ id }) => Number(id));
    });
    const arrived = new Map<string, number>();
    const fleetOf = ({ gatewayPort: port }: Product) =>
      new Rotation({ host: '127.0.0.1', port, phones, onOrder: (phone) => arrived.set(phone, performance.now()) });
    const drained = async (from: number): Promise<string> => {
      while (arrived.size < phones.length && performance.now() - from < lastMillis) await wait(50);
      const count = `${arrived.size.toLocaleString('en')} of ${phones.length.toLocaleString('en')}`;
      const last = Math.max(...arrived.values());
      arrived.clear();
      return `${seconds(from, last)} (${count})`;
    };

    let fleet = fleetOf(product);
    await fleet.open();
    const begun = performance.now();
    await queue(product, ids, 'query_info');
    show('orders to connected locks: until the last is accepted', seconds(begun));
    show('  until the last bytes are at its lock, from the first call', await drained(begun));

    await fleet.cut();
    const queued = performance.now();
    await queue(product, ids, 'unseal');
    show('orders to locks that are away: until the last is accepted', seconds(queued));
    const woken = performance.now();
    await fleet.open({ silent: true });
    await fleet.once();
    show('  all wake at once: until the last bytes, from the first to connect', await drained(woken));
    show('connections closed by the gateway', await closedBy(product));

    process.kill(product.pid, 'SIGKILL');
    await product.stop();
    await fleet.cut();
    const restarting = performance.now();
    product = await startProduct(database.url);
    const back = performance.now();
    show('kill -9 under them: until it takes connections again', seconds(restarting, back));
    fleet = fleetOf(product);
    await fleet.open({ silent: true });
    const { acknowledged } = await fleet.once();
    show(
      '  all come again: until the last acknowledgement',
      `${seconds(back)} (${acknowledged.toLocaleString('en')} acknowledged; orders sent again: ${arrived.size})`,
    );
    if (arrived.size > 0) process.exitCode = 1;
    await fleet.cut();
  } finally {
    await product.stop();
    await database.drop();
  }
};

/** Gives each lock an order, so many calls at a time, as several people and programs do. */
const queue = async (product: Product, ids: readonly number[], kind: 'query_info' | 'unseal'): Promise<void> => {
  const client = await FetchClient.open(product.url);
  await client.login('admin', password);
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let id = ids[next++]; id !== undefined; id = ids[next++]) {
      const common = { device_id: id, idempotency_key: crypto.randomUUID() };
      if (kind === 'unseal') await client.ok(orders.unseal, { ...common, reason: 'measured for the bench' });
      else await client.ok(orders.query_info, common);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
};
