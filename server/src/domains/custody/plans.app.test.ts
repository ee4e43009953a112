import { ledger } from '@plomb/contract/custody/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { plansOf } from '../../testing/plans.ts';
import { ledgerRoutes } from './ledger.routes.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

it.each([
  ['each organisation', {}, 'ledger_org'],
  ['each organisation and kind', { group: 'seal' }, 'ledger_group'],
  ['a person in each organisation', { operator_id: 7 }, 'ledger_operator_org'],
])('finds the newest of %s in an index alone', async (_, asked, index) => {
  const { readers, owner } = database.pools;
  await owner.query('vacuum ledger');
  const input = { size: 50, from: '2026-01-01T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z', ...asked };
  const plan = await plansOf(database, ledgerRoutes({ readers }), ledger.list.path, input);
  expect(plan).toContain(`Index Only Scan using ${index} on ledger r`);
});
