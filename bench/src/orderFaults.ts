import { House } from '@plomb/server/testing/house';
import { NatsServer, natsBinary } from '@plomb/server/testing/natsServer';
import { orderFaults } from '@plomb/server/testing/orderFaults';
import { OrderLine } from '@plomb/server/testing/orderLine';
import { lockOut, onServer } from './faults.ts';
import { show } from './machine.ts';
import { connected, openDatabase, registerLocks } from './stage.ts';

const rounds = 10;
const locksEach = 10;
/** How long what goes away is away: in the first round as long as a restart of its machine may take. */
const awayMillis = (round: number): number => (round === 0 ? 60_000 : 2000);

/** Each fault that may befall an order, a hundred times: ten rounds of ten locks, each of which is ordered something in the middle of it. */
export const measureOrderFaults = async (): Promise<void> => {
  const nats = await natsBinary();
  if ('missing' in nats) {
    console.log(`the faults of orders were not tried: ${nats.missing}`);
    return;
  }
  const server = await NatsServer.start(nats.path);
  const database = await openDatabase();
  const house = await House.start({ DATABASE_URL: database.url, NATS_URL: server.url });
  try {
    const phones = await registerLocks(database.url, rounds * locksEach * orderFaults.length);
    const locks = await connected(database.url, async (db) => {
      const { rows } = await db.query<{ id: string; sn: string }>('select id, sn from device where sn = any($1)', [
        phones,
      ]);
      return rows.map(({ id, sn }) => new OrderLine(sn, Number(id)));
    });
    const away = {
      url: database.url,
      goAway: () => onServer(database.url, (db, name) => lockOut(db, name)),
      comeBack: () =>
        onServer(database.url, (db, name) => db.query(`alter database "${name}" with allow_connections true`)),
    };
    for (const { what, run } of orderFaults) {
      const started = performance.now();
      const wrong: string[] = [];
      for (let round = 0; round < rounds; round++) {
        const some = locks.splice(0, locksEach);
        const found = await run({ house, nats: server, database: away, locks: some, away: awayMillis(round) });
        wrong.push(...found.filter((one) => one !== null));
        for (const lock of some) lock.leave();
      }
      const runs = rounds * locksEach;
      show(what, `${runs - wrong.length} of ${runs} (${((performance.now() - started) / 1000).toFixed(0)} s)`);
      for (const one of wrong.slice(0, 5)) console.log(`  ${one}`);
      if (wrong.length > 0) process.exitCode = 1;
    }
  } finally {
    await house.stop();
    await database.drop();
    await server.drop();
  }
};
