import { batches } from '@plomb/contract/batches/batches';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Rotation } from '@plomb/simulator/rotation';
import { password } from './generate.ts';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { closedBy, openDatabase, type Product, registerLocks, startProduct } from './stage.ts';

const usualLocks = 10_000;
/** the message that unseals; what only asks may go again by itself */
const instruct = 0x0310;
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
    const arrived = new Map<string, number>();
    let unseals = 0;
    const fleetOf = ({ gatewayPort: port }: Product) =>
      new Rotation({
        host: '127.0.0.1',
        port,
        phones,
        onOrder(phone, id) {
          arrived.set(phone, performance.now());
          if (id === instruct) unseals++;
        },
      });
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
    await queue(product, phones.length, 'query_info');
    show('  they are connected: until the last bytes are at its lock, from the preview', await drained(begun));

    await fleet.cut();
    await queue(product, phones.length, 'unseal');
    const woken = performance.now();
    await fleet.open({ silent: true });
    await fleet.once();
    show(
      '  they are away, and all wake at once: until the last bytes, from the first to connect',
      await drained(woken),
    );
    show('connections closed by the gateway', await closedBy(product));

    process.kill(product.pid, 'SIGKILL');
    await product.stop();
    await fleet.cut();
    const restarting = performance.now();
    product = await startProduct(database.url);
    const back = performance.now();
    show('kill -9 under them: until it takes connections again', seconds(restarting, back));
    fleet = fleetOf(product);
    unseals = 0;
    await fleet.open({ silent: true });
    const { acknowledged } = await fleet.once();
    show(
      '  all come again: until the last acknowledgement',
      `${seconds(back)} (${acknowledged.toLocaleString('en')} acknowledged; unseals sent again: ${unseals})`,
    );
    if (unseals > 0) process.exitCode = 1;
    await fleet.cut();
  } finally {
    await product.stop();
    await database.drop();
  }
};

/** Gives each lock an order, as somebody does who chose them all: one batch. Until all have theirs, without the preview. */
const queue = async (product: Product, count: number, kind: 'query_info' | 'unseal'): Promise<void> => {
  const client = await FetchClient.open(product.url);
  await client.login('admin', password);
  const { id } = await client.ok(batches.prepare, { order: { kind, args: {} }, of: { by: 'filter', filter: {} } });
  const begun = performance.now();
  await client.ok(batches.start, { id, count, reason: 'measured for the bench' });
  while ((await client.ok(batches.detail, { id })).given < count) await wait(250);
  show(`orders of ${count.toLocaleString('en')} locks in one batch: until the last is given`, seconds(begun));
};
