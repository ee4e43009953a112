import { Rotation } from '@plomb/simulator/rotation';
import { cpuOf, memoryOf, ms, show, spent } from './machine.ts';
import type { Options } from './options.ts';
import { newSpaceOf, openDatabase, registerLocks, withProduct } from './stage.ts';

/** What open connections cost the product, and how long a fleet takes to come back after the network was away. */
export const measureConnections = async (o: Options): Promise<void> => {
  const count = Math.min(15_000, o.locks);
  const database = await openDatabase();
  try {
    await withProduct(database.url, async (product) => {
      const phones = await registerLocks(database.url, count);
      // what the product grows by as it begins to work at all is no connection's cost
      const first = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones: phones.slice(0, 500) });
      await first.open();
      await first.run({ perSecond: 2000 }, 3);
      await first.cut();
      const start = { all: memoryOf(product.pid), young: await newSpaceOf(product) };
      const perSocket = async () => {
        const each = (bytes: number) => `${(bytes / count / 1024).toFixed(1)} KB`;
        const young = (await newSpaceOf(product)) - start.young;
        return `${each(memoryOf(product.pid) - start.all)} each, of which V8's room for new objects ${each(young)}`;
      };
      const fleet = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones });
      await fleet.open({ silent: true });
      show(`${count.toLocaleString('en')} sockets open and silent`, await perSocket());
      const met = await fleet.once();
      show('  the same after one report of each', await perSocket());
      show(
        '  all of these at once: acknowledged, p99, unanswered',
        `${met.acknowledged}, ${ms(met.latency.p99)}, ${met.open}`,
      );
      await fleet.run({ perSecond: Math.min(5000, count) }, Math.min(15, o.seconds));
      show('  the same after some seconds of reports', await perSocket());
      await fleet.cut();

      const back = Math.min(10_000, count);
      const returning = new Rotation({ host: '127.0.0.1', port: product.gatewayPort, phones: phones.slice(0, back) });
      await returning.open();
      await returning.cut();
      const before = cpuOf(product.pid);
      const from = performance.now();
      await returning.open({ atOnce: back, silent: true });
      const again = await returning.once();
      const { user, system } = spent(before, cpuOf(product.pid));
      show(
        `${back.toLocaleString('en')} locks connect again at once and report; until the last acknowledgement`,
        `${((performance.now() - from) / 1000).toFixed(1)} s (${again.acknowledged} acknowledged, ${again.open} not; ${(((user + system) * 1e6) / back).toFixed(0)} µs of processor each)`,
      );
      await returning.cut();
    });
  } finally {
    await database.drop();
  }
};
