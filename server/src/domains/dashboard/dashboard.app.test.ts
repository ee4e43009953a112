import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stateCode } from '../../lock/state.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import type { Tables } from '../../platform/serve.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import { fleetCounts, openFleetCounting } from './fleet.ts';

let api: TestApi;
let orgs: [number, number];
beforeAll(async () => {
  api = await startApi();
  orgs = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  for (let i = 0; i < 12; i++) await buildDevice(api.db, orgs[i % 3 === 0 ? 0 : 1]!, i % 2 === 0 ? 'hhd' : 'jt701');
  await api.db.query(`update lock_state set lock_status = (array[0, 1, 2, 3, 255])[1 + device_id % 5],
    receive_time = now() - make_interval(mins => (device_id * 1000 % 200)::int)`);
});
afterAll(() => api.stop());

/** What an operator of these organisations is told, where more than `atOnce` devices are not counted at each look. */
const told = (orgIds: number[], atOnce: number) =>
  scoped(api.pools.app, orgIds, (client) => fleetCounts(kyselyOn<Tables>(client), atOnce));

it('a large fleet is told from the last count, with its age, as if it were counted now', async () => {
  const exact = await told(orgs, 100);
  expect(exact).toMatchObject({ devices: 12, age: 0 });
  expect(await told(orgs, 3)).toEqual(exact); // nobody counted yet: better late than nothing
  await openFleetCounting(api.db, 3)();
  for (const sight of [orgs, [orgs[0]], [orgs[1]]]) {
    const { age, ...kept } = await told(sight, 3);
    const { age: none, ...now } = await told(sight, 100);
    expect(kept).toEqual(now);
    expect(none).toBe(0);
    expect(age).toBeGreaterThanOrEqual(0);
  }
});

it('tells how many states rest on less than the lock’s own fresh word, as the contract judges each', async () => {
  const rows = await api.db.query<{ status: number; lock_state: string }>(
    `select s.lock_status as status, ${stateCode} as lock_state from device d join device_type t on t.id = d.device_type_id
       join lock_state s on s.device_id = d.id join device_connection c on c.device_id = d.id`,
  );
  const with_ = (what: string, status: number) =>
    rows.rows.filter((row) => row.status === status && row.lock_state.includes(what)).length;
  const exact = await told(orgs, 100);
  expect(exact.held).toBe(with_('held', 2));
  expect([exact.stale0, exact.stale1, exact.stale2, exact.stale3]).toEqual([0, 1, 2, 3].map((s) => with_('stale', s)));
  expect(exact.held).toBeGreaterThan(0);
  expect(exact.stale0 + exact.stale1 + exact.stale2 + exact.stale3).toBeGreaterThan(0);
  const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  expect(await admin.ok(calls.dashboard.summary, {})).toMatchObject({
    held: exact.held,
    lastKnown: { sealedLocked: exact.stale2, abnormal: exact.stale3 },
  });
});

it('follows the fleet at the next count, down to nothing', async () => {
  await api.db.query('update device set org_id = $1', [orgs[1]]);
  await api.db.query("update fleet_count set count_time = now() - interval '1 minute'");
  expect((await told(orgs, 3)).age).toBeGreaterThanOrEqual(60_000);
  await openFleetCounting(api.db, 3)();
  const { rows } = await api.db.query(
    'select org_id, devices from fleet_count where org_id = any($1) order by org_id',
    [orgs],
  );
  expect(rows).toEqual([
    { org_id: orgs[0], devices: 0 },
    { org_id: orgs[1], devices: 12 },
  ]);
});

it('counts nothing ahead for a fleet that is counted at each look', async () => {
  await api.db.query('delete from fleet_count');
  await openFleetCounting(api.db, 100)();
  expect((await api.db.query('select from fleet_count')).rowCount).toBe(0);
  const admin = await api.signedIn({ loginName: 'admin', password: adminPassword });
  expect(await admin.ok(calls.dashboard.summary, {})).toMatchObject({ devices: 12, countedMsAgo: 0 });
});

it('names the locks of orders of unknown outcome once each, the newest first, and those of nobody else', async () => {
  const [mine, other] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  const who = await buildOperator(api.db, mine);
  const [one, two, theirs] = [
    await buildDevice(api.db, mine),
    await buildDevice(api.db, mine),
    await buildDevice(api.db, other),
  ];
  const order = (device: { id: number }, org: number, key: string, state = 'uncertain') =>
    api.db.query(
      `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time, state)
       values ($1, $2, 'unseal', true, $3, $4, 'x', now(), $5)`,
      [device.id, org, `an order of a test ${key}`, who.id, state],
    );
  await order(two, mine, '1');
  await order(one, mine, '2');
  await order(two, mine, '3');
  await order(one, mine, '4', 'expired');
  await order(theirs, other, '5');
  const { commands } = await (await api.signedIn(who)).ok(calls.dashboard.summary, {});
  expect(commands).toMatchObject({ uncertain: 3, uncertainLocks: [two.id, one.id] });
});
