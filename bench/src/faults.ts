import { locks as lockCalls } from '@plomb/contract/locks/locks';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { House, until, usualHouse } from '@plomb/server/testing/house';
import { KillFleet } from '@plomb/server/testing/killFleet';
import { NatsServer, natsBinary } from '@plomb/server/testing/natsServer';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, type Database, openDatabase, registerLocks } from './stage.ts';

const kills = 20;
const locks = 200;
const password = 'keeper-of-seals-7';

/** Two of each role and one for the jobs, over NATS: each killed at random under load, then NATS, then all restarted in turn. */
export const measureFaults = async (_: Options): Promise<void> => {
  const nats = await natsBinary();
  if ('missing' in nats) {
    console.log(`several processes were not killed: ${nats.missing}`);
    return;
  }
  const server = await NatsServer.start(nats.path);
  const database = await openDatabase();
  const house = await House.start({ DATABASE_URL: database.url, NATS_URL: server.url, PLOMB_ADMIN_PASSWORD: password });
  try {
    const phones = await registerLocks(database.url, locks);
    const ids = await connected(database.url, async (db) => {
      const { rows } = await db.query<{ id: string; sn: string }>('select id, sn from device where sn = any($1)', [
        phones,
      ]);
      return new Map(rows.map(({ id, sn }) => [sn, Number(id)]));
    });
    const fleet = new KillFleet(phones);
    for (let round = 0; round < kills; round++) {
      const nth = Math.floor(Math.random() * usualHouse.length);
      await fleet.report(house.ports, 1 + round * 29);
      await order(house, ids.get(phones[round]!)!);
      await house.kill(nth);
      console.log(`  killed: ${usualHouse[nth]}`);
    }
    await tell(`${kills} × kill -9 of one of ${usualHouse.length} processes, each with an order under way`, {
      database,
      house,
      fleet,
    });
    await fleet.report(house.ports, locks);
    await server.kill();
    for (const line of fleet.lines.values()) line.send(2);
    await server.start();
    await tell('kill -9 of NATS', { database, house, fleet });
    await fleet.report(house.ports, locks);
    await house.roll();
    await tell('every process restarted, one after the other', { database, house, fleet });
    fleet.close();
  } finally {
    await house.stop();
    await database.drop();
    await server.drop();
  }
};

const order = async (house: House, device: number): Promise<void> => {
  const client = await FetchClient.open(house.of('api')[0]!.url);
  await client.login('admin', password);
  await client.ok(lockCalls.unseal, {
    device_id: device,
    reason: 'a fault test',
    idempotency_key: crypto.randomUUID(),
  });
};

interface Scene {
  database: Database;
  house: House;
  fleet: KillFleet;
}

/** What became of it, once everything that was acknowledged had the time to be stored. */
const tell = async (what: string, { database, house, fleet }: Scene): Promise<void> => {
  await fleet.finish(house.ports);
  const deadline = Date.now() + 60_000;
  await until(async () => (await fleet.check(database.url)).lost === 0 || Date.now() > deadline);
  const { acknowledged, lost, doubled } = await fleet.check(database.url);
  const twice = [...fleet.lines.values()].filter(({ orders }) => orders.length > 1).length;
  show(what, `${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled; orders sent twice: ${twice}`);
  if (lost + doubled + twice > 0) process.exitCode = 1;
};
