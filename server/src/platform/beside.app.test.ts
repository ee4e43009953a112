import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BlankDatabase, blankDatabase } from '../testing/database.ts';
import type { SessionOperator } from './access.ts';
import { KEPT, openBeside } from './beside.ts';
import { type Lanes, openLanes } from './lanes.ts';
import { openOrganisations } from './pipeline.ts';
import { kyselyOn } from './postgres/kysely.ts';
import { migrate } from './postgres/migrate.ts';
import { FOR_FILES, openPools, type Pools } from './postgres/pools.ts';
import { scoped } from './postgres/transaction.ts';
import type { Reading, Tables } from './serve.ts';

let database: BlankDatabase;
let pools: Pools;
/** For as many as there are connections. */
let lanes: Lanes;
beforeAll(async () => {
  database = await blankDatabase();
  await migrate(database.url, { dir: import.meta.dirname.replace(/src.*/, 'migrations') });
});
afterAll(() => database.drop());
beforeEach(() => {
  pools = openPools(database.url, { max: 2 + KEPT - FOR_FILES });
  lanes = openLanes(Number.POSITIVE_INFINITY);
  return () => pools.close();
});

/** As a request that sees organisation 1. */
const asked = <T>(run: (ctx: Reading) => Promise<T>): Promise<T> =>
  scoped(pools.app, [1], (client) =>
    run({ client, db: kyselyOn<Tables>(client), operator: { orgId: 1, orgIds: [1] } as unknown as SessionOperator }),
  );
const sightOf = async ({ client }: Reading) =>
  (await client.query("select current_setting('plomb.orgs') as sight, pg_backend_pid() as on")).rows[0] as {
    sight: string;
    on: number;
  };
/** Both in their sights: of the other organisations there, of the caller's own here. */
const both = async (ctx: Reading) => {
  const [there, here] = await openBeside(pools.app, lanes)(ctx, [1, 2], [sightOf], () => sightOf(ctx));
  return [there[0]!, here] as const;
};

test('where a connection is free each is read on its own, in its own sight', async () => {
  const [there, here] = await asked(both);
  expect([there.sight, here.sight]).toEqual(['1,2', '1']);
  expect(there.on).not.toBe(here.on);
});

test('neither waits for the other', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  await asked((ctx) => openBeside(pools.app, lanes)(ctx, [1], [() => begun], async () => begin()));
});

test('all who ask at once get both, though there are fewer connections than they would like', async () => {
  const found = await Promise.all(Array.from({ length: 20 }, () => asked(both)));
  for (const [there, here] of found) expect([there.sight, here.sight]).toEqual(['1,2', '1']);
  // where there is none to be had it is read on the own one, and seen as before afterwards
  const held = await pools.app.connect();
  const [there, here] = await asked(both).finally(() => held.release());
  expect([there, here]).toEqual([
    { sight: '1,2', on: here.on },
    { sight: '1', on: here.on },
  ]);
});

test('connections for files and for other organisations are left to them', async () => {
  const held = await Promise.all(Array.from({ length: 2 }, () => pools.app.connect()));
  const [there, here] = await asked(both).finally(() => {
    for (const one of held) one.release();
  });
  expect(there.on).toBe(here.on);
});

test('who reads beside has no more connections than their organisation may have, and others get theirs while they are held', async () => {
  await pools.close();
  pools = openPools(database.url, { max: 10 });
  lanes = openOrganisations(pools);
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const journeys: Promise<unknown>[] = [];
  for (let nth = 0; nth < 8; nth++) {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const read = () => {
      begin();
      return opened;
    };
    journeys.push(lanes.run('1', () => asked((ctx) => openBeside(pools.app, lanes)(ctx, [1], [read, read], read))));
    // those beyond what they may have wait for their turn
    await Promise.race([begun, sleep(200)]);
  }
  const others = [1, 2].map(() => lanes.run('2', () => scoped(pools.app, [2], async () => 'answered')));
  const answered = await Promise.race([Promise.all(others), sleep(3000)]);
  const held = pools.app.totalCount - pools.app.idleCount;
  open();
  await Promise.all(journeys);
  expect(answered).toEqual(['answered', 'answered']);
  expect(held).toBe(8);
  // and all are given back
  expect(lanes.more('1', 20)).toHaveLength(8);
});

test.each([
  [3, 4],
  [2, 3],
  [1, 2],
  [0, 1],
])(
  'of three reads beside where %i connections are free all are told in their order, of %i connections',
  async (free, used) => {
    await pools.close();
    pools = openPools(database.url, { max: 4 + KEPT - FOR_FILES });
    const held = await Promise.all(Array.from({ length: 3 - free }, () => pools.app.connect()));
    const three = [1, 2, 3].map((nth) => async (ctx: Reading) => ({ nth, ...(await sightOf(ctx)) }));
    const [there, here] = await asked((ctx) =>
      openBeside(pools.app, lanes)(ctx, [1, 2], three, () => sightOf(ctx)),
    ).finally(() => {
      for (const one of held) one.release();
    });
    expect(there.map(({ nth, sight }) => [nth, sight])).toEqual([1, 2, 3].map((nth) => [nth, '1,2']));
    expect(here.sight).toBe('1');
    expect(new Set([here, ...there].map(({ on }) => on)).size).toBe(used);
  },
);

test('whoever waits for a table that the caller reads keeps nobody waiting for long', async () => {
  await pools.close();
  pools = openPools(database.url, { appStatementTimeout: 5000 });
  const reads = ({ client }: Reading) => client.query('select count(*) from device');
  const upgrade = await pools.owner.connect();
  await upgrade.query('begin');
  const { there, here, locked } = await asked(async (ctx) => {
    await reads(ctx);
    const locked = upgrade.query('lock table device in access exclusive mode');
    const waits = "select from pg_locks where relation = 'device'::regclass and not granted";
    await expect.poll(async () => (await pools.owner.query(waits)).rowCount).toBe(1);
    const [there, here] = await openBeside(pools.app, lanes)(
      ctx,
      [1, 2],
      [sightOf, async (other) => ({ ...(await sightOf(other)), rows: (await reads(other)).rowCount })],
      () => sightOf(ctx),
    );
    return { there, here: [here, await sightOf(ctx)], locked };
  }).finally(() => upgrade.query('rollback').finally(() => upgrade.release()));
  await locked;
  expect(there.map(({ sight }) => sight)).toEqual(['1,2', '1,2']);
  expect(there[1]).toEqual({ sight: '1,2', rows: 1, on: here[0]!.on });
  expect(here.map(({ sight }) => sight)).toEqual(['1', '1']);
});

test('what fails fails both, once both are done', async () => {
  const { promise: failed, resolve: fail } = Promise.withResolvers<void>();
  let done = false;
  const read = asked((ctx) =>
    openBeside(pools.app, lanes)(
      ctx,
      [1],
      [
        async () => {
          fail();
          throw new Error('there');
        },
      ],
      async () => {
        await failed;
        // long after the other has failed and is rolled back
        for (let n = 0; n < 50; n += 1) await ctx.client.query('select 1');
        done = true;
      },
    ),
  );
  await expect(read).rejects.toThrow('there');
  expect(done).toBe(true);
  await expect(
    asked((ctx) => openBeside(pools.app, lanes)(ctx, [1], [sightOf], () => Promise.reject(new Error('here')))),
  ).rejects.toThrow('here');
});
