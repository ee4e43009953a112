import { manufacturers } from '@plomb/contract/devices/manufacturers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import { buildOperator, buildOrganisation } from '../testing/build.ts';
import type { Caller } from '../testing/client.ts';
import { sweepAdditions } from './additions.ts';

let api: TestApi;
let org: number;
let caller: Caller;
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  caller = await api.signedIn(await buildOperator(api.db, org));
});
afterAll(() => api.stop());

const maker = (name: string) => ({ factoryCode: name || 'none', factoryName: name });
const add = (by: Caller, name: string, key: unknown) =>
  by.post(manufacturers.add.path, { ...maker(name), idempotency_key: key });
const count = async (name: string) =>
  (await api.db.query('select from manufacturer where factory_name = $1', [name])).rowCount;

it('a form that is sent again, also twice at once, adds one record and is told the same', async () => {
  const [first, beside] = await Promise.all([add(caller, 'Acme', 'of-one-form'), add(caller, 'Acme', 'of-one-form')]);
  const third = await add(caller, 'Acme', 'of-one-form');
  expect(first.verify.sign).toBe('success');
  expect([beside.data, third.data]).toEqual([first.data, first.data]);
  expect(await count('Acme')).toBe(1);
  const { rows } = await api.db.query(
    'select instruct_en from operation_log where operate_url = $1 order by id desc limit 1',
    [manufacturers.add.path],
  );
  expect(rows).toEqual([{ instruct_en: 'the same request again, nothing more was added' }]);
});

it('with other values it is refused, and nothing is added', async () => {
  await add(caller, 'Beta', 'of-another-form');
  const answer = await add(caller, 'Gamma', 'of-another-form');
  expect(answer.verify).toEqual({
    sign: 'conflict',
    desc: 'It was added the first time already; close the form and change the record',
  });
  expect(await count('Gamma')).toBe(0);
});

it('a key that was refused adds later, and that of somebody else says nothing', async () => {
  expect((await add(caller, '', 'of-a-third-form')).verify.sign).toBe('validation');
  expect((await add(caller, 'Delta', 'of-a-third-form')).verify.sign).toBe('success');
  const other = await api.signedIn(await buildOperator(api.db, org));
  expect((await add(other, 'Epsilon', 'of-a-third-form')).verify.sign).toBe('success');
  expect((await add(caller, 'Zeta', 'short')).verify.sign).toBe('validation');
});

it('is forgotten after a day', async () => {
  await add(caller, 'Eta', 'of-yesterday');
  await api.db.query(
    "update addition set create_time = now() - interval '25 hours' where idempotency_key = 'of-yesterday'",
  );
  await sweepAdditions(api.db);
  const { rows } = await api.db.query('select idempotency_key from addition where idempotency_key in ($1, $2)', [
    'of-yesterday',
    'of-one-form',
  ]);
  expect(rows).toEqual([{ idempotency_key: 'of-one-form' }]);
});
