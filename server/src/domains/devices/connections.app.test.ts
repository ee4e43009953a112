import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildDevice, buildOrganisation } from '../../testing/build.ts';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { openConnections } from './connections.ts';

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
const openLog = (gateway: string, epoch = 1) =>
  openConnections(
    database.pools.platform,
    { gateway, epoch },
    (rows) => changed.push(...rows.map((r): (typeof changed)[number] => [r.deviceId, r.connected, r.seen])),
    () => time,
  );
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

it('writes a connection that came and went between two flushes', async () => {
  const here = openLog('a');
  here.connected(device, '10.0.0.1');
  time += 500;
  here.disconnected(device);
  await here.flush();
  expect(await row()).toMatchObject({ connected: false, gateway: 'a', seen: time });
});

it('begins with nobody connected, and leaves alone what others hold', async () => {
  const [before, other] = [openLog('a', 1), openLog('b', 1)];
  before.connected(device, '10.0.0.1');
  await before.flush();
  const elsewhere = (await buildDevice(database.pools.platform, org)).id;
  other.connected(elsewhere, '10.0.0.1');
  await other.flush();
  await openLog('a', 2).reset();
  expect(await row()).toMatchObject({ connected: false });
  device = elsewhere;
  expect(await row()).toMatchObject({ connected: true });
});

it('keeps what could not be written, and what came meanwhile', async () => {
  let isAway = true;
  const broken = new Proxy(database.pools.platform, {
    get: (pool, name) =>
      name === 'query' && isAway ? () => Promise.reject(new Error('no database')) : Reflect.get(pool, name).bind(pool),
  });
  const here = openConnections(
    broken,
    { gateway: 'a', epoch: 1 },
    () => undefined,
    () => time,
  );
  here.connected(device, '10.0.0.1');
  const flushing = here.flush();
  time += 1000;
  here.heard(device);
  await expect(flushing).rejects.toThrow('no database');
  isAway = false;
  await here.flush();
  expect(await row()).toEqual({ connected: true, gateway: 'a', address: '10.0.0.1', seen: time });
});
