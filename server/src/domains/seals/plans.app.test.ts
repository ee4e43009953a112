import { labels } from '@plomb/contract/seals/labels';
import { rfidRecords } from '@plomb/contract/seals/rfid';
import { sealStatistics } from '@plomb/contract/seals/statistics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { plansOf } from '../../testing/plans.ts';
import { labelRoutes } from './labels.routes.ts';
import { rfidRoutes } from './rfid.routes.ts';
import { statisticsRoutes } from './statistics.routes.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

const routes = [
  ...labelRoutes(null as never),
  ...statisticsRoutes(),
  ...rfidRoutes({ finder: null as never, alarmed: () => undefined }),
];
const days = { from: '2026-01-01T00:00:00.000Z', to: '2026-03-01T00:00:00.000Z' };

const plans = (path: string, input: object): Promise<string> => plansOf(database, routes, path, input);

it('counts the results of readers from an index alone', async () => {
  expect(await plans(rfidRecords.statistics.path, days)).toContain('Index Only Scan using seal_tally_readers');
});

it.each(['cause', 'lock', 'person'])('counts their failures by %s from an index alone', async (by) => {
  expect(await plans(rfidRecords.failures.path, { ...days, by })).toContain(
    'Index Only Scan using rfid_record_failures',
  );
});

it('reads of the rows behind a number the newest of each organisation, in the order of their time', async () => {
  const plan = await plans(sealStatistics.rows.path, days);
  expect(plan.match(/Function Scan on unnest o/g)).toHaveLength(2);
  expect(plan).toMatch(/using seal_operation\w* on seal_operation r/);
  expect(plan).toContain('using rfid_record_at on rfid_record r');
});

it('looks for the first blank number of a series in the order of its numbers', async () => {
  expect(await plans(labels.series.path, { keyword: '' })).toContain('Index Scan using seal_by_series on seal s');
});

it('looks for the first label that was never printed among those alone', async () => {
  expect(await plans(labels.series.path, { keyword: '' })).toMatch(/Index Scan using seal_unprinted on seal s/);
});

it('finds tasks of an action that an organisation has none of without reading the others', async () => {
  const { rows } = await database.pools.owner.query<{ definition: string }>(
    "select pg_get_indexdef('rfid_task_action'::regclass) as definition",
  );
  expect(rows[0]!.definition).toContain('(org_id, action, id DESC)');
});
