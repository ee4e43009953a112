import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildDevice, buildOrganisation } from '../../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { type Owner, openConnections } from './connections.ts';

let database: FreshDatabase;
let org: number;
let device: number;
let time = Date.UTC(2026, 10, 22);
beforeAll(async () => {
  database = await freshDatabase();
  await database.pools.owner.query("insert into organisation (org_name) values ('root')");
  org = await buildOrganisation(database.pools.platform);
});
afterAll(() => database.drop());
beforeEach(async () => {
  device = (await buildDevice(database.pools.platform, org)).id;
});

const changed: [id: number, connected: boolean, seen: string | null][] = [];
const took: Owner[] = [];
const lost: [gateway: string, device: number][] = [];
beforeEach(() => {
  took.length = 0;
  lost.length = 0;
});
const openLog = (gateway: string, pool = database.pools.platform, now = () => time) =>
  openConnections(pool, {
    gateway,
    changed: (rows) => changed.push(...rows.map((r): (typeof changed)[number] => [r.deviceId, r.connected, r.seen])),
    took: (owner) => void took.push(owner),
    lost: (id) => void lost.push([gateway, id]),
    now,
  });
const row = async () =>
  (
    await database.pools.owner.query<{ connected: boolean; gateway: string; address: string; seen: number }>(
      `select connected, gateway, remote_address as address, extract(epoch from seen_time)::float8 * 1000 as seen
       from device_connection where device_id = $1`,
      [device],
    )
  ).rows[0];

it('counts a heartbeat as contact', async () => {
  const here = openLog('a');
  here.connected(device, '10.0.0.1');
  await here.flush();
  time += 40_000;
  here.heard(device);
  await here.flush();
  expect(await row()).toEqual({ connected: true, gateway: 'a', address: '10.0.0.1', seen: time });
  expect(changed.at(-1)).toEqual([device, true, new Date(time).toISOString()]);
});

it('does not let one gateway mark closed what another holds', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  here.connected(device, '10.0.0.1');
  await here.flush();
  time += 1000;
  there.connected(device, '10.0.0.2');
  await there.flush();
  time += 1000;
  here.disconnected(device);
  await here.flush();
  expect(await row()).toMatchObject({ connected: true, gateway: 'b', address: '10.0.0.2' });
  there.disconnected(device);
  await there.flush();
  expect(await row()).toMatchObject({ connected: false, gateway: 'b' });
});

it('does not let the older of two connections win because it was written later', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  here.connected(device, '10.0.0.1');
  time += 1000;
  there.connected(device, '10.0.0.2');
  await there.flush();
  await here.flush();
  expect(await row()).toMatchObject({ connected: true, gateway: 'b' });
});

it('does not let the older of two connections win because its gateway waited long for the database', async () => {
  const pool = database.pools.platform;
  /** whoever asks waits a second for a turn */
  const wait = () => {
    time += 1000;
  };
  const busy = new Proxy(pool, {
    get(_, name) {
      const asks = Reflect.get(pool, name).bind(pool);
      return (...asked: unknown[]) => {
        wait();
        return asks(...asked);
      };
    },
  });
  const [here, there] = [openLog('a', busy), openLog('b')];
  here.connected(device, '10.0.0.1');
  time += 1;
  there.connected(device, '10.0.0.2');
  await there.flush();
  await here.flush();
  expect(await row()).toMatchObject({ connected: true, gateway: 'b' });
  expect(lost).toEqual([['a', device]]);
});

it('writes a connection that came and went between two flushes', async () => {
  const here = openLog('a');
  here.connected(device, '10.0.0.1');
  time += 500;
  here.disconnected(device);
  await here.flush();
  expect(await row()).toMatchObject({ connected: false, gateway: 'a', seen: time });
});

it('does not let the clock of a gateway decide: one whose clock is late takes over all the same', async () => {
  const here = openLog('a');
  const there = openLog('b', database.pools.platform, () => time - 3_600_000);
  here.connected(device, '10.0.0.1');
  await here.flush();
  there.connected(device, '10.0.0.2');
  await there.flush();
  expect(await row()).toMatchObject({ connected: true, gateway: 'b' });
  expect(took).toEqual([{ deviceId: device, gateway: 'b', epoch: 2 }]);
});

it('counts each change of hands, and only those', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  for (const one of [here, here, there, here]) {
    one.connected(device, '10.0.0.1');
    await one.flush();
    time += 1000;
    one.heard(device);
    await one.flush();
  }
  expect(await here.owned(device)).toBe(3);
  expect(took.map(({ gateway, epoch }) => [gateway, epoch])).toEqual([
    ['b', 2],
    ['a', 3],
  ]);
});

it('knows whether it has a device: at once after it connected, and no more when another has it', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  expect(await here.owned(device)).toBeNull();
  here.connected(device, '10.0.0.1');
  expect(await here.owned(device)).toBe(1);
  time += 1000;
  there.connected(device, '10.0.0.2');
  await there.flush();
  here.taken(took[0]!);
  expect(await here.owned(device)).toBeNull();
  expect(lost).toEqual([['a', device]]);
  expect(await there.owned(device)).toBe(2);
});

it('ends its connection when the device turns out to be on a newer one elsewhere, though nobody said so', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  here.connected(device, '10.0.0.1');
  await here.flush();
  time += 1000;
  there.connected(device, '10.0.0.2');
  await there.flush();
  time += 1000;
  here.heard(device);
  await here.flush();
  expect(lost).toEqual([['a', device]]);
  expect(await row()).toMatchObject({ connected: true, gateway: 'b' });
});

it('a late word that another took the device does not end a connection that is newer than that', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  here.connected(device, '10.0.0.1');
  await here.flush();
  time += 1000;
  there.connected(device, '10.0.0.2');
  await there.flush();
  time += 1000;
  here.connected(device, '10.0.0.1');
  here.taken(took[0]!);
  await here.flush();
  here.taken(took[0]!);
  expect(lost).toEqual([]);
  expect(await here.owned(device)).toBe(3);
});

it('after it was thought to be gone it has its devices again, but not those that went elsewhere', async () => {
  const [here, there] = [openLog('a'), openLog('b')];
  const elsewhere = (await buildDevice(database.pools.platform, org)).id;
  for (const id of [device, elsewhere]) here.connected(id, '10.0.0.1');
  await here.flush();
  await database.pools.owner.query("update device_connection set connected = false where gateway = 'a'");
  time += 1000;
  there.connected(elsewhere, '10.0.0.2');
  await there.flush();
  time += 1000;
  here.again();
  await here.flush();
  expect(await row()).toMatchObject({ connected: true, gateway: 'a' });
  expect(lost).toEqual([['a', elsewhere]]);
  device = elsewhere;
  expect(await row()).toMatchObject({ connected: true, gateway: 'b' });
});

it('keeps what could not be written, and what came meanwhile', async () => {
  let isAway = true;
  const broken = new Proxy(database.pools.platform, {
    get: (pool, name) =>
      name === 'connect' && isAway
        ? () => Promise.reject(new Error('no database'))
        : Reflect.get(pool, name).bind(pool),
  });
  const here = openLog('a', broken);
  here.connected(device, '10.0.0.1');
  const flushing = here.flush();
  time += 1000;
  here.heard(device);
  await expect(flushing).rejects.toThrow('no database');
  isAway = false;
  await here.flush();
  expect(await row()).toEqual({ connected: true, gateway: 'a', address: '10.0.0.1', seen: time });
});

it('keeps from which network a device comes, since when, and from which it came before', async () => {
  const networks = async () =>
    (
      await database.pools.owner.query<{ network: string; before: string; time: number | null }>(
        `select network, network_before as before, extract(epoch from network_time)::float8 * 1000 as time
         from device_connection where device_id = $1`,
        [device],
      )
    ).rows[0];
  const here = openLog('a');
  const comes = async (address: string) => {
    time += 1000;
    here.connected(device, address);
    // gone again before it is written
    here.disconnected(device);
    await here.flush();
    return time;
  };
  expect(await networks()).toEqual({ network: '', before: '', time: null });
  const first = await comes('10.0.0.1');
  expect(await networks()).toEqual({ network: '10.0.0.0/24', before: '', time: first });
  // a neighbour's address, and heartbeats, are no news
  await comes('10.0.0.99');
  here.heard(device);
  await here.flush();
  expect(await networks()).toEqual({ network: '10.0.0.0/24', before: '', time: first });
  const second = await comes('192.0.2.7');
  expect(await networks()).toEqual({ network: '192.0.2.0/24', before: '10.0.0.0/24', time: second });
});
