import { setTimeout as wait } from 'node:timers/promises';
import { orders } from '@plomb/contract/orders/orders';
import { cutOff } from '@plomb/server/testing/dropDatabase';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { House, until, usualHouse } from '@plomb/server/testing/house';
import { KillFleet } from '@plomb/server/testing/killFleet';
import { openLine } from '@plomb/server/testing/line';
import { NatsServer, natsBinary } from '@plomb/server/testing/natsServer';
import type { Client } from 'pg';
import { show } from './machine.ts';
import type { Options } from './options.ts';
import { connected, type Database, openDatabase, registerLocks } from './stage.ts';

const locks = 200;
const awaySeconds = 60;
const asleepSeconds = 30;
const password = 'keeper-of-seals-7';

/**
 * Two of each role and one for the jobs, over NATS: killed at random under load; a gateway is killed and missed, another
 * sleeps; then NATS is killed, and is away, and so is PostgreSQL, which once merely answers nothing; all are restarted in turn. At last the same house on three
 * servers of NATS, of which the leading one is killed.
 */
export const measureFaults = async ({ kills }: Options): Promise<void> => {
  const nats = await natsBinary();
  if ('missing' in nats) {
    console.log(`several processes were not killed: ${nats.missing}`);
    return;
  }
  const server = await NatsServer.start(nats.path);
  const database = await openDatabase();
  const { line, url } = await byLine(database.url);
  const house = await House.start({ DATABASE_URL: url, NATS_URL: server.url, PLOMB_ADMIN_PASSWORD: password });
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
    const scene = { database, house, fleet };
    await tell(`${kills} × kill -9 of one of ${usualHouse.length} processes, each with an order under way`, scene);
    await missed(scene);
    await asleep(scene, ids);
    await fleet.report(house.ports, locks);
    await server.kill();
    for (const line of fleet.lines.values()) line.send(2);
    await server.start();
    await tell('kill -9 of NATS', scene);
    await fleet.report(house.ports, locks);
    await house.roll();
    await tell('every process restarted, one after the other', scene);
    await withoutIt('NATS', scene, { goes: () => server.kill(), comes: () => server.start() });
    await withoutIt('PostgreSQL', scene, {
      goes: () => onServer(database.url, (db, name) => lockOut(db, name)),
      comes: () =>
        onServer(database.url, (db, name) => db.query(`alter database "${name}" with allow_connections true`)),
    });
    // as a machine that lost its power, and another that has its address a minute later
    await withoutIt('PostgreSQL, no word of whose end comes,', scene, {
      goes: async () => line.deafen(),
      comes: async () => line.mend(),
    });
    fleet.close();
    await house.stop();
    await onCluster(nats.path, database, fleet);
  } finally {
    await house.stop();
    line.close();
    await database.drop();
    await server.drop();
  }
};

/** A database by a line that can go dead. */
const byLine = async (database: string) => {
  const url = new URL(database);
  const line = await openLine(`tcp://${url.host}`);
  url.port = new URL(line.url).port;
  return { line, url: url.href };
};

/** How many locks are said to be connected. */
const online = (url: string): Promise<number> =>
  connected(url, async (db) => {
    const { rows } = await db.query<{ n: string }>('select count(*) as n from device_connection where connected');
    return Number(rows[0]?.n);
  });

/** A gateway is killed, and its locks do not come again: how long they look connected. */
const missed = async (scene: Scene): Promise<void> => {
  const { database, house, fleet } = scene;
  await fleet.report(house.ports, locks);
  await until(async () => (await online(database.url)) === locks);
  const nth = usualHouse.indexOf('gateway');
  await house.processes[nth]!.kill();
  const at = performance.now();
  await until(async () => (await online(database.url)) <= locks / 2);
  const seconds = (performance.now() - at) / 1000;
  await house.restart(nth);
  await tell(`kill -9 of a gateway whose locks stay away (not connected after ${seconds.toFixed(1)} s)`, scene);
};

/** A gateway is held still, and its locks go elsewhere: what it says when it goes on changes nothing. */
const asleep = async (scene: Scene, ids: ReadonlyMap<string, number>): Promise<void> => {
  const { database, house, fleet } = scene;
  const [sleeper, other] = house.of('gateway');
  await fleet.report(house.ports, locks);
  await until(async () => (await online(database.url)) === locks);
  const over = [...fleet.lines.values()].map(({ closed }) => closed);
  sleeper!.sleep();
  const at = performance.now();
  const ordered = [...ids].slice(-10);
  for (const [, id] of ordered) await order(house, id);
  await fleet.report([other!.gatewayPort], locks);
  await until(async () => performance.now() - at > asleepSeconds * 1000);
  sleeper!.wake();
  await Promise.all(over);
  await until(async () => (await fetch(`${sleeper!.url}/health/ready`)).ok);
  const words = `${await online(database.url)} of ${locks} connected, ${
    ordered.filter(([sn]) => fleet.lines.get(sn)!.orders.length === 1).length
  } of ${ordered.length} orders arrived`;
  await tell(`a gateway held still for ${asleepSeconds} s, its locks at the other (${words})`, scene);
};

const withoutIt = async (
  what: string,
  scene: Scene,
  { goes, comes }: { goes(): Promise<unknown>; comes(): Promise<unknown> },
): Promise<void> => {
  const { house, fleet } = scene;
  const load = fleet.load(house.ports, awaySeconds + 30);
  await wait(10_000);
  await goes();
  const before = fleet.acknowledged;
  await wait(awaySeconds * 1000);
  const meanwhile = fleet.acknowledged - before;
  await comes();
  const [back, last] = [performance.now(), fleet.acknowledged];
  await until(async () => fleet.acknowledged > last);
  const seconds = (performance.now() - back) / 1000;
  await load;
  const words = `acknowledged meanwhile: ${meanwhile}; again after ${seconds.toFixed(1)} s`;
  await tell(`${what} away for ${awaySeconds} s under load (${words})`, scene);
};

/** Reports under load on three servers that each keep all of them, while the one is killed that leads. */
const onCluster = async (binary: string, database: Database, fleet: KillFleet): Promise<void> => {
  const servers = await NatsServer.cluster(binary, 3);
  const env = { NATS_URL: servers.map(({ url }) => url).join(), NATS_REPLICAS: '3' };
  const house = await House.start({ DATABASE_URL: database.url, ...env, PLOMB_ADMIN_PASSWORD: password });
  try {
    const load = fleet.load(house.ports, 60);
    await wait(15_000);
    const leader = await servers[0]!.leader();
    await servers[leader]!.kill();
    const [at, last] = [performance.now(), fleet.acknowledged];
    await until(async () => fleet.acknowledged > last + locks);
    const seconds = (performance.now() - at) / 1000;
    await wait(20_000);
    await servers[leader]!.start();
    await load;
    const words = `acknowledged again after ${seconds.toFixed(1)} s`;
    await tell(`kill -9 of the leading one of three servers of NATS (${words})`, { database, house, fleet });
    fleet.close();
  } finally {
    await house.stop();
    for (const one of servers) await one.drop();
  }
};

/** Works on the server of a database, from beside it. */
export const onServer = (url: string, work: (db: Client, name: string) => Promise<unknown>): Promise<unknown> => {
  const beside = new URL(url);
  const name = beside.pathname.slice(1);
  beside.pathname = '/postgres';
  return connected(beside.href, (db) => work(db, name));
};

/** Whoever is connected loses the connection, and nobody gets in. */
export const lockOut = async (db: Client, name: string): Promise<void> => {
  await db.query(`alter database "${name}" with allow_connections false`);
  await cutOff(db, name);
};

const order = async (house: House, device: number): Promise<void> => {
  const client = await FetchClient.open(house.of('api')[0]!.url);
  await client.login('admin', password);
  await client.ok(orders.unseal, {
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
