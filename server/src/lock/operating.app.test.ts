import type { ClientBase } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildDevice, buildOrganisation } from '../testing/build.ts';
import { locksById } from './operating.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

interface Node {
  Plans?: Node[];
  'Function Name'?: string;
  'Actual Loops': number;
}
const callsOf = (name: string, node: Node): number =>
  (node['Function Name'] === name ? node['Actual Loops'] : 0) +
  (node.Plans ?? []).reduce((sum, one) => sum + callsOf(name, one), 0);

it('where locks are to areas is looked up once for each organisation, however many are judged, and told of those that unseal inside areas', async () => {
  const [free, bound] = [await buildOrganisation(api.db), await buildOrganisation(api.db)];
  const ids: number[] = [];
  for (const org of [free, free, free, bound, bound]) ids.push((await buildDevice(api.db, org)).id);
  const points = [
    [121, 31],
    [122, 31],
    [122, 32],
  ];
  await api.db.query("insert into approval_rule (org_id, kind, areas) values ($1, 'unseal', $2)", [
    bound,
    JSON.stringify([{ name: 'Yard', area: { shape: 'polygon', points } }]),
  ]);
  const locks = await locksById(api.db as unknown as ClientBase, ids);
  expect(new Map(locks.map(({ id, unseal_place }) => [id, unseal_place]))).toEqual(
    new Map(ids.map((id, nth) => [id, nth > 2 ? { inside: false, age: null } : null])),
  );
  const asked: [string, unknown[]][] = [];
  const listener = {
    query: async (text: string, values: unknown[]) => {
      asked.push([text, values]);
      return { rows: [] };
    },
  };
  await locksById(listener as unknown as ClientBase, ids);
  const [[text, values]] = asked as [[string, unknown[]]];
  const { rows } = await api.db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, format json) ${text}`,
    values,
  );
  expect(callsOf('unseal_places', rows[0]!['QUERY PLAN'][0].Plan)).toBe(2);
});
