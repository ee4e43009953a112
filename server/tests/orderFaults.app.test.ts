import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../src/testing/database.ts';
import { House } from '../src/testing/house.ts';
import { NatsServer, natsBinary } from '../src/testing/natsServer.ts';
import { orderFaults } from '../src/testing/orderFaults.ts';
import { OrderLine } from '../src/testing/orderLine.ts';

const RUNS = 3;
const nats = await natsBinary();
if ('missing' in nats) console.warn(`The faults of orders are not tested: ${nats.missing}`);

describe.skipIf('missing' in nats)('an order keeps its word whatever happens', { timeout: 60_000 }, () => {
  let database: FreshDatabase;
  let server: NatsServer;
  let house: House;
  let locks: OrderLine[];
  beforeAll(async () => {
    server = await NatsServer.start('path' in nats ? nats.path : '');
    database = await freshDatabase();
    house = await House.start({ DATABASE_URL: database.url, NATS_URL: server.url, NATS_STREAM_MEGABYTES: '256' });
    locks = await register(database.url, RUNS * orderFaults.length);
  }, 300_000);
  afterAll(async () => {
    for (const lock of locks) lock.leave();
    await house.stop();
    await server.drop();
    await database.drop();
  });

  it.each(orderFaults.map((fault, nth) => [fault.what, fault, nth] as const))('%s', async (_, { run }, nth) => {
    const some = locks.slice(nth * RUNS, (nth + 1) * RUNS);
    const wrong = await run({ house, nats: server, database, locks: some, away: 0 });
    expect(wrong).toEqual(some.map(() => null));
  });
});

const register = async (url: string, count: number): Promise<OrderLine[]> => {
  const db = new Client({ connectionString: url });
  await db.connect();
  await db.query(`insert into device_type (device_type, device_type_name, family, utc_offset_minutes, identity_rule)
      values ('t', 't', 'hhd', 480, 'open')`);
  const { rows } = await db.query<{ id: string; sn: string }>(
    `insert into device (org_id, sn, device_name, device_type_id)
     select o.id, (13912345000 + n)::text, 'lock ' || n, t.id
     from (select min(id) as id from organisation) o, device_type t, generate_series(1, $1::int) n returning id, sn`,
    [count],
  );
  await db.end();
  return rows.map(({ id, sn }) => new OrderLine(sn, Number(id)));
};
