import { live } from '@plomb/contract/live/live';
import { orders } from '@plomb/contract/orders/orders';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../src/testing/database.ts';
import type { DeviceLine } from '../src/testing/deviceLine.ts';
import { FetchClient } from '../src/testing/fetchClient.ts';
import { House, until } from '../src/testing/house.ts';
import { KillFleet, REPORTS_EACH } from '../src/testing/killFleet.ts';
import { NatsServer, natsBinary } from '../src/testing/natsServer.ts';
import type { ProductProcess } from '../src/testing/process.ts';

const LOCKS = 40;
const nats = await natsBinary();
if ('missing' in nats) console.warn(`The product as several processes is not tested: ${nats.missing}`);

/** Registers locks, and tells their ids by their numbers on the wire. */
const register = async (url: string): Promise<Map<string, number>> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule)
      values ('t', 't', 'hhd', 480, 'open')`);
  const { rows } = await db.query<{ id: string; sn: string }>(
    `insert into device (org_id, sn, device_name, device_type_id)
     select o.id, (13912345000 + n)::text, 'lock ' || n, t.id
     from (select min(id) as id from organisation) o, device_type t, generate_series(1, ${LOCKS}) n returning id, sn`,
  );
  await db.end();
  return new Map(rows.map(({ id, sn }) => [sn, Number(id)]));
};

/** What a console is told, as it comes. */
const watch = async (client: FetchClient, gone: AbortSignal): Promise<{ has(word: RegExp): Promise<void> }> => {
  const answer = await client.post(live.stream.path, {}, gone);
  let heard = '';
  let tell = (): void => undefined;
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      heard += decoder.decode(chunk, { stream: true });
      tell();
    }
  };
  void read().catch(() => undefined);
  return {
    has: (word) =>
      new Promise((resolve) => {
        tell = () => word.test(heard) && resolve();
        tell();
      }),
  };
};

describe.skipIf('missing' in nats)('several processes over NATS', { timeout: 300_000 }, () => {
  let database: FreshDatabase;
  let server: NatsServer;
  let house: House;
  let ids: Map<string, number>;
  let fleet: KillFleet;
  beforeAll(async () => {
    server = await NatsServer.start('path' in nats ? nats.path : '');
    database = await freshDatabase();
    house = await House.start({ DATABASE_URL: database.url, NATS_URL: server.url, NATS_STREAM_MEGABYTES: '256' });
    ids = await register(database.url);
    fleet = new KillFleet([...ids.keys()]);
  }, 300_000);
  afterAll(async () => {
    fleet.close();
    await house.stop();
    await server.drop();
    await database.drop();
  });

  const signedIn = async (nth: number): Promise<FetchClient> => {
    const client = await FetchClient.open(house.of('api')[nth]!.url);
    await client.login('admin', 'keeper-of-seals-7');
    return client;
  };
  const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
    (await database.pools.owner.query<T>(sql, values)).rows;
  const unseal = (client: FetchClient, sn: string) =>
    client.ok(orders.unseal, { device_id: ids.get(sn)!, reason: 'a test', idempotency_key: crypto.randomUUID() });
  const lineOf = (sn: string): DeviceLine => fleet.lines.get(sn)!;
  /** Everything acknowledged is stored, once; what the stream holds yet is waited for. */
  const settled = async () => {
    await fleet.finish(house.ports);
    const missing = async () => (await fleet.check(database.url)).lost;
    await until(async () => (await missing()) === 0);
    return fleet.check(database.url);
  };

  it('say what they do and whether they can', async () => {
    for (const { url } of house.processes) {
      const answer = await fetch(`${url}/health/ready`);
      expect([answer.status, ((await answer.json()) as { status: string }).status]).toEqual([200, 'ready']);
    }
    const health = (await (await fetch(`${house.of('ingest')[0]!.url}/health/live`)).json()) as object;
    expect(health).toEqual({ status: 'live', roles: ['ingest'] });
    expect((await fetch(`${house.of('gateway')[0]!.url}/config.json`)).status).toBe(404);
    const leasesNow = () =>
      query<{ roles: string[]; name: string }>(
        'select p.roles, l.name from lease l join process p on p.id = l.process_id order by l.name',
      );
    // what one process gives up when another comes, the other takes at its next beat
    await until(async () => (await leasesNow()).length === 9);
    const leases = await leasesNow();
    expect(leases.map(({ name }) => name)).toEqual(['jobs', ...Array.from({ length: 8 }, (_, n) => `reports ${n}`)]);
    expect(leases.filter(({ name }) => name !== 'jobs').every(({ roles }) => roles.includes('ingest'))).toBe(true);
  });

  it('a report to one gateway is live at each API, and an order given at either reaches its lock once', async () => {
    const [first, second] = [await signedIn(0), await signedIn(1)];
    const gone = new AbortController();
    const streams = [await watch(first, gone.signal), await watch(second, gone.signal)];
    const [sn, other] = [...ids.keys()] as [string, string];
    const [here, there] = [lineOf(sn), lineOf(other)];
    await here.connect(house.ports[0]!);
    await there.connect(house.ports[1]!);
    here.send(1);
    there.send(1);
    for (const stream of streams)
      for (const id of [ids.get(sn), ids.get(other)]) await stream.has(new RegExp(`{"id":${id},[^{}]*"report_time":"`));

    const arrived = [here, there].map(
      (line) => new Promise<void>((resolve) => Object.assign(line, { onOrder: resolve })),
    );
    await unseal(second, sn);
    await unseal(first, other);
    await Promise.all(arrived);
    for (const line of [here, there]) expect(line.orders).toHaveLength(1);
    for (const stream of streams) await stream.has(/^event: command$/m);
    gone.abort();
  });

  it('a lock that goes to another gateway is online there, and its order goes there and nowhere else', async () => {
    const sn = [...ids.keys()][2]!;
    const line = lineOf(sn);
    const client = await signedIn(0);
    await line.connect(house.ports[0]!);
    line.send(1);
    const owner = async () =>
      (
        await query<{ gateway: string; connected: boolean; epoch: number }>(
          'select gateway, connected, epoch from device_connection where device_id = $1',
          [ids.get(sn)],
        )
      )[0]!;
    await until(async () => (await owner()).connected);
    const before = await owner();
    const over = line.closed;
    await line.connect(house.ports[1]!);
    line.send(1);
    // the gateway it left ends the old connection, and its late word changes nothing
    await over;
    const after = await owner();
    expect(after).toMatchObject({ connected: true, epoch: before.epoch + 1 });
    expect(after.gateway).not.toBe(before.gateway);
    const arrived = new Promise<void>((resolve) => Object.assign(line, { onOrder: resolve }));
    await unseal(client, sn);
    await arrived;
    expect(line.orders).toHaveLength(1);
    expect(await owner()).toEqual(after);
  });

  it('a gateway that slept loses its locks to another, and neither marks them offline nor orders them anything', async () => {
    const [first, second] = house.of('gateway') as [ProductProcess, ProductProcess];
    const moved = [...ids.keys()].slice(30, 34);
    const lines = moved.map(lineOf);
    const client = await signedIn(0);
    const online = () =>
      query<{ gateway: string; epoch: number }>(
        'select gateway, epoch from device_connection where connected and device_id = any($1) order by device_id',
        [moved.map((sn) => ids.get(sn))],
      );
    const processes = async () => (await query<{ id: string }>('select id from process')).map(({ id }) => id);
    for (const line of lines) {
      await line.connect(first.gatewayPort);
      line.send(1);
    }
    await until(
      async () => (await online()).length === lines.length && (await online()).every(({ epoch }) => epoch > 0),
    );
    const sleeper = (await online())[0]!.gateway;
    const over = lines.map((line) => line.closed);
    first.sleep();
    const arrived = lines.map((line) => new Promise<void>((resolve) => Object.assign(line, { onOrder: resolve })));
    // asked for while the lock is where nobody answers
    await unseal(client, moved[0]!);
    for (const line of lines) {
      await line.connect(second.gatewayPort);
      line.send(1);
    }
    for (const sn of moved.slice(1)) await unseal(client, sn);
    await Promise.all(arrived);
    await until(async () => !(await processes()).includes(sleeper));
    const before = await online();
    expect(before).toHaveLength(lines.length);
    expect(before.map(({ gateway }) => gateway)).not.toContain(sleeper);
    first.wake();
    // the connections that it still had end, and it is there again
    await Promise.all(over);
    await until(async () => (await processes()).includes(sleeper));
    expect(await online()).toEqual(before);
    for (const line of lines) expect(line.orders).toHaveLength(1);
  });

  it('each killed under load loses and doubles nothing, and sends no order twice', async () => {
    const before = new Map([...fleet.lines].map(([sn, line]) => [sn, line.orders.length]));
    const ordered = [...ids.keys()].slice(5, 5 + house.processes.length);
    for (const [nth, sn] of ordered.entries()) {
      await fleet.report(house.ports, 30 + nth * 17);
      await unseal(await signedIn(1), sn);
      await house.kill(nth);
    }
    const { lost, doubled } = await settled();
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    for (const [sn, line] of fleet.lines) expect(line.orders.length - before.get(sn)!).toBeLessThanOrEqual(1);
  });

  it('NATS that is killed and comes back loses nothing', async () => {
    await fleet.report(house.ports, 50);
    await server.kill();
    await until(async () => (await fetch(`${house.of('gateway')[0]!.url}/health/ready`)).status === 503);
    const before = fleet.acknowledged;
    for (const line of fleet.lines.values()) line.send(2);
    await until(async () => (await fetch(`${house.of('ingest')[0]!.url}/health/ready`)).status === 503);
    await server.start();
    const { acknowledged, lost, doubled } = await settled();
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    expect(acknowledged).toBeGreaterThanOrEqual(before + 2 * LOCKS);
  });

  it('devices are acknowledged while PostgreSQL is away, and what they told is stored when it is back', async () => {
    // all of them are known to their gateway by then: who comes meanwhile has to wait
    await fleet.report(house.ports, LOCKS * REPORTS_EACH);
    await database.goAway();
    const before = fleet.acknowledged;
    const more = new Promise<void>((resolve) => {
      for (const line of fleet.lines.values()) line.onAck = () => fleet.acknowledged >= before + 2 * LOCKS && resolve();
    });
    for (const line of fleet.lines.values()) line.send(2);
    await more;
    await until(async () => (await fetch(`${house.of('ingest')[0]!.url}/health/ready`)).status === 503);
    await database.comeBack();
    const { lost, doubled } = await settled();
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
  });

  it('a rolling restart loses no acknowledgement', async () => {
    await fleet.report(house.ports, 50);
    const reporting = setInterval(() => {
      for (const line of fleet.lines.values()) line.send(1);
    }, 200);
    await house.roll();
    clearInterval(reporting);
    const { lost, doubled } = await settled();
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 });
    // every process ended in good order: none had to be found out
    expect(await query('select 1 from process')).toHaveLength(house.processes.length);
  });
});
