import { calls } from '@plomb/contract/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { scoped } from '../../platform/postgres/transaction.ts';
import type { Tables } from '../../platform/serve.ts';
import { adminPassword, startApi, type TestApi } from '../../testing/api.ts';
import { buildDevice, buildOrganisation } from '../../testing/build.ts';
import { fleetCounts, openFleetCounting } from './fleet.ts';

let api: TestApi;
let orgs: [number, number];
beforeAll(async () => {
  api = await startApi();
  orgs = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  for (let i = 0; i < 12; i++) await buildDevice(api.db, orgs[i % 3 === 0 ? 0 : 1]!);
  await api.db.query(`update device_state set lock_status = (array[0, 1, 2, 3, 255])[1 + device_id % 5],
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
