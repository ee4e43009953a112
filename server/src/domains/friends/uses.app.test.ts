import { calls } from '@plomb/contract/calls';
import { errors } from '@plomb/contract/errors';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { sweepAuthorisations } from './sweep.ts';

const { authorisations } = calls;
let api: TestApi;
let owner: number;
let first: BuiltOperator;
let asFirst: Caller;
let asSecond: Caller;
let asHolder: Caller;
let locks: BuiltDevice[];
let pressed = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  owner = await buildOrganisation(api.db);
  first = await buildOperator(api.db, owner);
  const second = await buildOperator(api.db, owner);
  const holder = await buildOperator(api.db, await buildOrganisation(api.db));
  [asFirst, asSecond, asHolder] = [await api.signedIn(first), await api.signedIn(second), await api.signedIn(holder)];
  await api.db.query(
    'insert into friendship (low_id, high_id) values (least($1::bigint, $2), greatest($1::bigint, $2))',
    [holder.id, first.id],
  );
  locks = [await buildDevice(api.db, owner), await buildDevice(api.db, owner), await buildDevice(api.db, owner)];
});

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const asked = (max_uses: number | null, orders: 'seal' | 'unseal' = 'unseal') => ({
  person_id: first.id,
  numbers: locks.map(({ sn }) => sn),
  orders,
  max_uses,
  from_time: day(-1),
  until_time: day(1),
  reason: 'rail transfer',
});
const applied = async (max_uses: number | null) => (await asHolder.ok(authorisations.apply, asked(max_uses))).id;
const agreed = async (max_uses: number | null) => {
  const id = await applied(max_uses);
  await asFirst.ok(authorisations.agree, { id, as: 'first' });
  await asSecond.ok(authorisations.agree, { id, as: 'second' });
  return id;
};
const unseal = (id: number, nth: number, kind: 'seal' | 'unseal' = 'unseal') =>
  asHolder.call(authorisations.order, {
    ...{ id, device_id: locks[nth]!.id, kind, reason: 'customs check', idempotency_key: `uses-${++pressed}-press` },
  });
const said = async (answer: ReturnType<typeof unseal>) => {
  const { verify } = await answer;
  return verify.sign === 'success' ? 'given' : verify.desc;
};
const usedUp = errors.authorisationUsedUp.en;
const onItsWay = errors.authorisationOnItsWay.en;
/** What became of the order to a lock. */
const became = (nth: number, change: string) =>
  api.db
    .query("update command set state = 'sent', attempt = 1, sent_time = now() where device_id = $1", [locks[nth]!.id])
    .then(() => api.db.query(`update command set ${change} where device_id = $1`, [locks[nth]!.id]));
const proved = "state = 'answered_ok', finish_time = now(), evidence = 'confirmed', evidence_time = now()";
const shown = async (id: number) => {
  const { state, why, max_uses, used, uses_open } = await asHolder.ok(authorisations.detail, { id });
  return { state, why, max_uses, used, uses_open };
};

it('counts what the locks prove, and after the last opening seals until its time is over', async () => {
  const id = await agreed(2);
  expect(await said(unseal(id, 0))).toBe('given');
  expect(await shown(id)).toMatchObject({ state: 'active', max_uses: 2, used: 0, uses_open: 1 });
  await became(0, proved);
  expect(await shown(id)).toMatchObject({ used: 1, uses_open: 0 });
  await sweepAuthorisations(api.db);
  expect(await said(unseal(id, 1))).toBe('given');
  expect(await said(unseal(id, 2))).toBe(onItsWay);
  await became(1, proved);
  await sweepAuthorisations(api.db);
  expect(await shown(id)).toEqual({ state: 'active', why: '', max_uses: 2, used: 2, uses_open: 0 });
  expect(await said(unseal(id, 2))).toBe(usedUp);
  expect(await said(unseal(id, 2, 'seal'))).toBe('given');
  await api.db.query("update authorisation set until_time = now() - interval '1 second' where id = $1", [id]);
  await sweepAuthorisations(api.db);
  expect(await shown(id)).toMatchObject({ state: 'expired' });
  expect(await said(unseal(id, 2, 'seal'))).toBe(errors.authorisationEnded.en);
});

it.each<[string, string, 'given' | 'kept']>([
  ['was refused by the lock', "state = 'answered_fail', finish_time = now()", 'given'],
  ['was contradicted by the lock', "state = 'answered_ok', finish_time = now(), evidence = 'contradicted'", 'given'],
  ['is in doubt', "state = 'sent'", 'kept'],
  ['was accepted and not proved yet', "state = 'answered_ok', finish_time = now()", 'kept'],
])('an order that %s takes an opening or gives it back', async (_, change, outcome) => {
  const id = await agreed(1);
  expect(await said(unseal(id, 0))).toBe('given');
  await became(0, change);
  expect(await said(unseal(id, 1))).toBe(outcome === 'given' ? 'given' : onItsWay);
  expect(await said(unseal(id, 2, 'seal'))).toBe('given');
});

it('one that is taken back gives its opening back', async () => {
  const id = await agreed(1);
  await unseal(id, 0);
  const { locks: shownLocks } = await asHolder.ok(authorisations.detail, { id });
  const order = shownLocks.find(({ device_id }) => device_id === locks[0]!.id)!.order!;
  await asHolder.ok(authorisations.cancel, { id, device_id: locks[0]!.id, order_id: order.id });
  expect(await said(unseal(id, 1))).toBe('given');
});

it('of two at once that want the last opening one gets it, and the other is told', async () => {
  const id = await agreed(1);
  const both = await Promise.all([said(unseal(id, 0)), said(unseal(id, 1)), said(unseal(id, 2))]);
  expect(both.sort()).toEqual([onItsWay, onItsWay, 'given'].sort());
  const { rows } = await api.db.query('select from command where authorisation_id = $1', [id]);
  expect(rows).toHaveLength(1);
});

it('no code writes an order beyond the last opening', async () => {
  const id = await agreed(1);
  await unseal(id, 0);
  await expect(
    api.db.query(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name,
         expire_time, authorisation_id)
       select $1, org_id, kind, args, physical, again, 'beyond-the-last', reason, operator_id, oper_name, expire_time, authorisation_id
         from command where authorisation_id = $2`,
      [locks[1]!.id, id],
    ),
  ).rejects.toMatchObject({ constraint: 'authorisation_used_up' });
});

it('whoever agrees may make them fewer and not more, and of sealing none are counted', async () => {
  const id = await applied(3);
  const agree = (max_uses: number) => asFirst.call(authorisations.agree, { id, as: 'first', max_uses });
  expect((await agree(4)).verify.desc).toBe(errors.authorisationLonger.en);
  expect((await agree(2)).verify.sign).toBe('success');
  expect(await shown(id)).toMatchObject({ max_uses: 2 });
  expect((await asHolder.call(authorisations.apply, asked(1, 'seal'))).verify.sign).toBe('validation');
  expect((await asHolder.call(authorisations.apply, asked(0))).verify.sign).toBe('validation');
});

it('who can open a lock says how often it was used, and refuses by the same word', async () => {
  const id = await agreed(1);
  const listed = async () =>
    (await openersOf(asFirst, locks[1]!.id, 'authorised')).map(({ uses, why }) => ({ uses, why: why?.en ?? null }));
  expect(await listed()).toEqual([{ uses: { max: 1, used: 0 }, why: null }]);
  await unseal(id, 0);
  expect(await listed()).toEqual([{ uses: { max: 1, used: 0 }, why: onItsWay }]);
  await became(0, proved);
  expect(await listed()).toEqual([{ uses: { max: 1, used: 1 }, why: usedUp }]);
});
