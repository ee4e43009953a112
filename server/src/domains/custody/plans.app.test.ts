import { ledger } from '@plomb/contract/custody/ledger';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/database.ts';
import { plansOf } from '../../testing/plans.ts';
import { ledgerRoutes } from './ledger.routes.ts';

let database: FreshDatabase;
const namings = { seal_id: few([7, 8]), journey_id: few([9]), meter_id: few([10]) };
function few(ids: number[] | null) {
  return { few: () => Promise.resolve(ids), isNamed: (id: RawBuilder<unknown>) => sql`${id} = 7` };
}
const month = { size: 50, from: '2026-01-01T00:00:00.000Z', to: '2026-01-20T00:00:00.000Z' };
/** 40,000 facts of 2,000 seals, batches and meters of three organisations, whose ids are theirs. */
beforeAll(async () => {
  database = await freshDatabase();
  const { owner } = database.pools;
  await owner.query(
    `insert into ledger (org_id, fact, seal_id, journey_id, meter_id, source, source_id, at)
     select 1 + n % 3, 'seal.sealed', case n % 4 when 0 then n % 2000 end, case n % 4 when 1 then n % 2000 end, case n % 4 when 2 then n % 2000 end, 'x', n,
       timestamptz '2026-01-01' + n * interval '40 s' from generate_series(1, 40000) n`,
  );
  await owner.query('vacuum analyze ledger');
});
afterAll(() => database.drop());

it.each([
  ['each organisation', {}, 'ledger_org'],
  ['each organisation and kind', { group: 'seal' }, 'ledger_group'],
  ['a person in each organisation', { operator_id: 7 }, 'ledger_operator_org'],
])('finds the newest of %s in an index alone', async (_, asked, index) => {
  const { readers } = database.pools;
  const plan = await plansOf(database, ledgerRoutes({ readers, namings }), ledger.list.path, { ...month, ...asked });
  expect(plan).toContain(`Index Only Scan using ${index} on ledger r`);
});

it('finds the newest of what a word names by what the rows are about', async () => {
  const { readers } = database.pools;
  const asked = { ...month, keyword: 'B 12' };
  const plan = await plansOf(database, ledgerRoutes({ readers, namings }), ledger.list.path, asked);
  for (const of of ['seal', 'journey', 'meter', 'device'])
    expect(plan).toMatch(new RegExp(`Index Scan using ledger_${of} on ledger r.*\\n *Index Cond: \\(\\(${of}_id = g`));
  expect(plan).not.toMatch(/using ledger_(org|group) /);
});

it('reads the newest rows one by one where a word names too many', async () => {
  const { readers } = database.pools;
  const routes = ledgerRoutes({ readers, namings: { ...namings, seal_id: few(null) } });
  const ask = (to: string) => plansOf(database, routes, ledger.list.path, { ...month, keyword: 'B 12', to });
  expect(await ask('2026-01-03T00:00:00.000Z')).toContain('using ledger_org on ledger');
  // and no month of them, of which few or none may be
  await expect(ask(month.to)).rejects.toMatchObject({
    issues: [{ path: ['keyword'], message: 'recordNamesMany' }],
  });
});
