import { alarmRules } from '@plomb/contract/alarms/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildOperator, buildOrganisation } from '../testing/build.ts';
import { seedRecipients } from './recipients.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

it('the demonstration shows a rule of alarms that has less than the one above it, to both', async () => {
  const org = await buildOrganisation(api.db);
  const below = await buildOrganisation(api.db, org);
  await seedRecipients(api.db, org, below);
  const person = await api.signedIn(await buildOperator(api.db, org, ['alarmRule:list']));
  const lesser = async (org_id: number) =>
    (await person.ok(alarmRules.list, { org_id })).rows
      .filter((rule) => rule.is_lesser || rule.lesser.length > 0)
      .map((rule) => [rule.kind, rule.is_lesser, rule.lesser.map((one) => one.org_id)]);
  expect(await lesser(org)).toEqual([['wrong_password', false, [below]]]);
  expect(await lesser(below)).toEqual([['wrong_password', true, []]]);
});
