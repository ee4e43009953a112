import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../testing/database.ts';
import { openLine } from '../testing/line.ts';
import { openLog } from './log.ts';
import { openPools } from './postgres/pools.ts';
import { type Alive, GONE_MS, openProcesses } from './processes.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(() => database.pools.owner.query('delete from process'));

const anybody = () => true;
let time = 0;
const open = (
  isMine: (alive: readonly Alive[], id: string) => boolean = anybody,
  pool = database.pools.platform,
  wall = Date.now,
  patience = () => 60_000,
) => {
  const told: string[] = [];
  const processes = openProcesses(pool, {
    roles: ['jobs'],
    log: openLog('silent'),
    now: () => time,
    wall,
    patience,
  });
  processes.whenSilent(() => told.push('silent'));
  processes.whenGone((gone) => told.push(...gone.map(({ id }) => `gone ${id}`)));
  processes.whenReturned(() => told.push('returned'));
  processes.share({
    name: 'jobs',
    isMine: (alive) => isMine(alive, processes.id),
    begin: () => told.push('begin'),
    end: async () => void told.push('end'),
  });
  return { ...processes, told };
};
/** Nobody heard it for a while. */
const silence = (id: string) =>
  database.pools.owner.query("update process set seen_time = now() - interval '1 minute' where id = $1", [id]);

it('gives work that one may do to one of two, and to the other when that one leaves', async () => {
  const [here, there] = [open(), open()];
  await Promise.all([here.beat(), there.beat()]);
  await Promise.all([here.beat(), there.beat()]);
  expect([here.holds('jobs'), there.holds('jobs')].sort()).toEqual([false, true]);
  const [first, second] = here.holds('jobs') ? [here, there] : [there, here];
  await first.leave();
  await second.beat();
  expect(first.told).toEqual(['begin', 'end']);
  expect(second.told).toEqual(['begin']);
  expect(second.holds('jobs')).toBe(true);
});

it('one that is silent for some seconds and not found otherwise is gone, unless it holds something', async () => {
  const [here, holding, there, empty] = [open(), open(), open(() => false), open(() => false)];
  for (const one of [holding, here, there, empty]) await one.beat();
  expect(holding.holds('jobs')).toBe(true);
  const late = (id: string) =>
    database.pools.owner.query("update process set seen_time = now() - interval '5 seconds' where id = $1", [id]);
  for (const one of [holding, there, empty]) await late(one.id);
  await here.beat();
  expect(here.told).toEqual([]);
  // its machine answers for one of them
  here.suspectBy(async (ids) => ids.filter((id) => id !== there.id));
  await here.beat();
  expect(here.told).toEqual([`gone ${empty.id}`]);
});

it("tells the database's time, whatever the clock of its machine says", async () => {
  const slow = open(anybody, database.pools.platform, () => Date.now() - 300_000);
  await slow.beat();
  expect(Math.abs(slow.clock() - Date.now())).toBeLessThan(60_000);
});

it('takes over from one that is gone without a word', async () => {
  const [here, there] = [open(), open()];
  await here.beat();
  await there.beat();
  await silence(here.id);
  await there.beat();
  expect(there.told).toEqual([`gone ${here.id}`, 'begin']);
  expect(there.holds('jobs')).toBe(true);
});

it('one that was thought to be gone ends what it held, and says that it is there again', async () => {
  const [here, there] = [open(), open()];
  await here.beat();
  await there.beat();
  await silence(here.id);
  await there.beat();
  await here.beat();
  expect(here.told).toEqual(['begin', 'returned', 'end']);
  expect([here.holds('jobs'), there.holds('jobs')]).toEqual([false, true]);
});

it('one that does not reach the database holds nothing from before the others may take over', async () => {
  let isAway = false;
  const pool = new Proxy(database.pools.platform, {
    get: (of, name) =>
      name === 'connect' && isAway ? () => Promise.reject(new Error('no database')) : Reflect.get(of, name).bind(of),
  });
  const here = open(anybody, pool);
  await here.beat();
  isAway = true;
  await expect(here.beat()).rejects.toThrow('no database');
  expect(here.holds('jobs')).toBe(true);
  time += GONE_MS - 1;
  expect(here.holds('jobs')).toBe(false);
  await expect(here.beat()).rejects.toThrow('no database');
  expect(here.told).toEqual(['begin', 'end']);
  isAway = false;
  await here.beat();
  expect(here.told).toEqual(['begin', 'end', 'begin']);
});

/** The database by a line of its own; `patience` is short while nothing is answered on it. */
const byLine = async () => {
  const there = new URL(database.url);
  const line = await openLine(`tcp://${there.host}`);
  there.port = new URL(line.url).port;
  const pools = openPools(there.href);
  let patience = 60_000;
  return {
    pools,
    here: open(anybody, pools.heart, Date.now, () => patience),
    deafen: () => {
      patience = 50;
      line.deafen();
    },
    mend: () => {
      patience = 60_000;
      line.mend();
    },
    async close() {
      await pools.close();
      line.close();
    },
  };
};

it('one whose connection is dead without a word gives up in time, and finds another', async () => {
  const { here, deafen, mend, close } = await byLine();
  await here.beat();
  deafen();
  await expect(here.beat()).rejects.toThrow('in time');
  mend();
  // what was dead was given up: this is another one
  await here.beat();
  expect(here.told).toEqual(['begin']);
  deafen();
  time += GONE_MS - 1;
  await expect(here.beat()).rejects.toThrow('in time');
  expect(here.told).toEqual(['begin', 'end']);
  mend();
  await here.beat();
  expect(here.told).toEqual(['begin', 'end', 'begin']);
  await close();
});

it('what waits for a database that answers nothing is given up, too', async () => {
  const { pools, here, deafen, close } = await byLine();
  await here.beat();
  const clients = await Promise.all([pools.platform, pools.devices].map((pool) => pool.connect()));
  deafen();
  const waiting = Promise.allSettled(clients.map((client) => client.query('select 1')));
  await expect(here.beat()).rejects.toThrow('in time');
  expect(here.told).toEqual(['begin']);
  time += GONE_MS - 1;
  await expect(here.beat()).rejects.toThrow('in time');
  expect(here.told).toEqual(['begin', 'end', 'silent']);
  pools.cut();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  for (const client of clients) client.release();
  await close();
});

it('who is gone is told also by a beat that took too long', async () => {
  let patience = 60_000;
  const [here, there] = [
    open(
      () => false,
      database.pools.platform,
      Date.now,
      () => patience,
    ),
    open(() => false),
  ];
  await here.beat();
  await there.beat();
  await silence(there.id);
  const { promise: answer, resolve: say } = Promise.withResolvers<readonly string[]>();
  here.suspectBy(() => answer);
  patience = 50;
  await expect(here.beat()).rejects.toThrow('in time');
  say([]);
  await expect.poll(() => here.told).toEqual([`gone ${there.id}`]);
});

it('work that is long in ending keeps nobody from beating, and begins again only when it has ended', async () => {
  let turn = true;
  let few = 1;
  const processes = openProcesses(database.pools.platform, {
    roles: ['jobs'],
    log: openLog('silent'),
    now: () => time,
    patience: () => (turn ? 60_000 : few),
  });
  let ended = (): void => undefined;
  const told: string[] = [];
  processes.share({
    name: 'jobs',
    isMine: () => turn,
    begin: () => void told.push('begin'),
    end: () =>
      new Promise<void>((resolve) => {
        told.push('end');
        ended = resolve;
      }),
  });
  const leases = async () => (await database.pools.owner.query('select from lease')).rowCount;
  await processes.beat();
  turn = false;
  let late: unknown;
  // a beat may be late before it has come as far as the work
  const toldAfterABeat = async () => {
    few *= 2;
    late = await processes.beat().catch((error) => error);
    return told;
  };
  await expect.poll(toldAfterABeat).toEqual(['begin', 'end']);
  expect(String(late)).toContain('in time');
  expect(processes.holds('jobs')).toBe(false);
  turn = true;
  await processes.beat();
  expect(told).toEqual(['begin', 'end']);
  expect(await leases()).toBe(1);
  ended();
  await expect.poll(leases).toBe(0);
  await processes.beat();
  expect(told).toEqual(['begin', 'end', 'begin']);
});

it('after an outage of the database nobody is taken for gone who could not write either', async () => {
  const [here, there] = [open(), open()];
  await here.beat();
  await there.beat();
  time += 60_000;
  await Promise.all([silence(here.id), silence(there.id)]);
  await there.beat();
  expect(there.told).toEqual([]);
  await here.beat();
  await there.beat();
  expect(there.told).toEqual([]);
  expect(here.holds('jobs')).toBe(true);
});

it('hands work over when it is somebody else’s turn, once it has ended', async () => {
  let turn = '';
  const mine = (_: readonly Alive[], id: string) => id === turn;
  const [here, there] = [open(mine), open(mine)];
  turn = here.id;
  await here.beat();
  turn = there.id;
  await there.beat();
  expect(there.holds('jobs')).toBe(false);
  await here.beat();
  expect(here.told).toEqual(['begin', 'end']);
  await there.beat();
  expect(there.holds('jobs')).toBe(true);
});

it('one that sleeps in the midst of a beat is gone as well, and what else it began holds no row for ever', async () => {
  const asleep = openPools(database.url);
  const [gone, here] = [open(() => false, asleep.heart), open(() => false)];
  await gone.beat();
  await silence(gone.id);
  const beating = await asleep.heart.connect();
  await beating.query('begin');
  await beating.query('update process set seen_time = now() where id = $1', [gone.id]);
  await here.beat();
  expect(here.told).toEqual([]);
  // the database finds it out, whom nobody can tell
  await new Promise((resolve) => beating.once('end', resolve));
  await here.beat();
  expect(here.told).toEqual([`gone ${gone.id}`]);
  beating.release(true);
  const limits: unknown[] = [];
  for (const pool of [asleep.owner, asleep.app, asleep.platform, asleep.readers, asleep.callers, asleep.devices]) {
    const { rows } = await pool.query<{ limit: string }>(
      "select current_setting('idle_in_transaction_session_timeout') as limit",
    );
    limits.push(rows[0]?.limit);
  }
  expect(limits).toEqual(['30s', '1min', '30s', '30s', '30s', '30s']);
  await asleep.close();
});

it('marks the locks of a gateway that is gone as not connected, and no others', async () => {
  const { pools } = database;
  await pools.owner.query("insert into organisation (org_name) values ('root')");
  await pools.owner.query(`insert into device_type (device_type, device_type_name, family, utc_offset_minutes)
    values ('t', 't', 'hhd', 480)`);
  await pools.owner.query(`insert into device (org_id, sn, device_name, device_type_id)
    select (select id from organisation), (13900000000 + n)::text, 'lock', (select id from device_type) from generate_series(1, 2) n`);
  const gateway = openProcesses(pools.platform, { roles: ['gateway'], log: openLog('silent') });
  const other = open();
  await gateway.beat();
  await other.beat();
  await pools.owner.query(
    `update device_connection set connected = true, gateway = case when device_id = (select min(id) from device) then $1 else $2 end`,
    [gateway.id, other.id],
  );
  await silence(gateway.id);
  await other.beat();
  const { rows } = await pools.owner.query('select connected, gateway from device_connection order by device_id');
  expect(rows).toEqual([
    { connected: false, gateway: gateway.id },
    { connected: true, gateway: other.id },
  ]);
});
