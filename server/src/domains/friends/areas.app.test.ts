import { errors } from '@plomb/contract/errors';
import { authorisations } from '@plomb/contract/friends/authorisations';
import { fill } from '@plomb/contract/kit/text';
import type { NamedArea } from '@plomb/contract/lock/outline';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';
import { queueOf } from '../../testing/queue.ts';

/** Unsealing inside authorised areas, without a journey (decision 0071). */
let api: TestApi;
let owner: number;
let first: BuiltOperator;
let asFirst: Caller;
let asSecond: Caller;
let asHolder: Caller;
let lock: { id: number; sn: string };
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
  lock = await buildDevice(api.db, owner);
});

const yard: NamedArea = { name: 'Yard', area: { shape: 'circle', centre: [121.5, 31.2], radius: 1000 } };
const quay: NamedArea = {
  name: 'Quay',
  area: {
    shape: 'polygon',
    points: [
      [122, 30],
      [122.1, 30],
      [122.1, 30.1],
    ],
  },
};
const [inYard, atQuay, byQuay, away] = [
  [121.508, 31.2],
  [122.08, 30.02],
  [122.02, 30.08],
  [121.52, 31.2],
] as const;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const asked = (areas: NamedArea[] | null, change: object = {}) => ({
  ...{ person_id: first.id, numbers: [lock.sn], orders: 'unseal' as const, areas },
  ...{ from_time: day(-1), until_time: day(1), reason: 'rail transfer', ...change },
});
const applied = async (areas: NamedArea[] | null) => (await asHolder.ok(authorisations.apply, asked(areas))).id;
const agreed = async (areas: NamedArea[] | null = [yard, quay]) => {
  const id = await applied(areas);
  await asFirst.ok(authorisations.agree, { id, as: 'first' });
  await asSecond.ok(authorisations.agree, { id, as: 'second' });
  return id;
};
const order = async (id: number, kind: 'seal' | 'unseal' = 'unseal') => {
  const { verify } = await asHolder.call(authorisations.order, {
    ...{ id, device_id: lock.id, kind, reason: 'customs check', idempotency_key: `areas-${++pressed}-press` },
  });
  return verify.sign === 'success' ? 'given' : verify.desc;
};
/** Where the lock was by its last valid fix, and how long ago. */
const at = ([lon, lat]: readonly [number, number], ago = '0') =>
  api.owner.query('update lock_state set lon = $2, lat = $3, place_time = now() - $4::interval where device_id = $1', [
    ...[lock.id, lon, lat, ago],
  ]);
const claim = () => queueOf(api.db, 'test', api.passwords).claim(lock.id);
const newest = async () => (await asFirst.ok(orders.commands, { device_id: lock.id })).rows[0]!;
const listed = async () => (await openersOf(asFirst, lock.id, 'authorised'))[0]!.why?.en ?? null;
const { authorisationOutside: outside, authorisationPlaceUnknown: unknown, authorisationPlaceOld: old } = errors;

it('opens inside them alone, by a valid fix of the last half hour; and who can open says the same', async () => {
  const id = await agreed();
  expect([await order(id), await listed()]).toEqual([unknown.en, unknown.en]);
  for (const place of [away, byQuay]) {
    await at(place);
    expect([await order(id), await listed()]).toEqual([outside.en, outside.en]);
  }
  await at(inYard, '65 minutes');
  const said = fill(old.en, { age: '1:05' });
  expect([await order(id), await listed()]).toEqual([said, said]);
  for (const place of [inYard, atQuay]) {
    await at(place, '29 minutes');
    expect([await listed(), await order(id)]).toEqual([null, 'given']);
  }
  const { rows } = await api.db.query<{ instruct_en: string }>(
    "select instruct_en from operation_log where operate_url = $1 and instruct_en like '%' || $2 || '%' and not success",
    [authorisations.order.path, lock.sn],
  );
  expect(rows).toHaveLength(4);
  for (const { instruct_en } of rows) expect(instruct_en).toContain('(refused by: where the lock is)');
});

it('seals anywhere', async () => {
  expect(await order(await agreed(), 'seal')).toBe('given');
});

it('an order that waited is judged once more when it leaves: the lock has moved', async () => {
  const id = await agreed();
  await at(inYard);
  await order(id);
  await at(away);
  expect(await claim()).toBeNull();
  expect(await newest()).toMatchObject({ state: 'cancelled', cause: 'outside' });
});

it('and waits as long as nobody knows where the lock is', async () => {
  const id = await agreed();
  await at(inYard);
  await order(id);
  await at(inYard, '31 minutes');
  expect(await claim()).toBeNull();
  expect(await newest()).toMatchObject({ state: 'queued', waits_for: 'place' });
  await at(inYard);
  expect(await claim()).toMatchObject({ instruction: { kind: 'unseal' } });
});

it('are shown to whoever holds it and whoever decides, and limit what has none when somebody agrees', async () => {
  const id = await applied(null);
  expect(await asFirst.ok(authorisations.detail, { id })).toMatchObject({ areas: 0, area_list: [] });
  await asFirst.ok(authorisations.agree, { id, as: 'first', areas: [yard] });
  const wider = await asSecond.call(authorisations.agree, { id, as: 'second', areas: [yard, quay] });
  expect(wider.verify.desc).toBe(errors.authorisationLonger.en);
  await asSecond.ok(authorisations.agree, { id, as: 'second' });
  for (const reader of [asFirst, asHolder])
    expect(await reader.ok(authorisations.detail, { id })).toMatchObject({ areas: 1, area_list: [yard] });
  await at(away);
  expect(await order(id)).toBe(outside.en);
});

it('are of unseals, ten at most, and enclose something', async () => {
  const line: NamedArea = {
    name: 'Line',
    area: {
      shape: 'polygon',
      points: [
        [122, 30],
        [122.1, 30],
        [122.2, 30],
      ],
    },
  };
  for (const [areas, change] of [
    [[yard], { orders: 'seal' }],
    [[], {}],
    [Array.from({ length: 11 }, () => yard), {}],
    [[line], {}],
  ] as const)
    expect((await asHolder.call(authorisations.apply, asked([...areas], change))).verify.sign).toBe('validation');
});

it('no code writes an order outside of them, or an area without a shape', async () => {
  const id = await agreed();
  await at(inYard);
  await order(id);
  await api.db.query("update command set state = 'cancelled', finish_time = now() where authorisation_id = $1", [id]);
  await at(away);
  await expect(
    api.db.query(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, reason, operator_id, oper_name,
         expire_time, authorisation_id)
       select device_id, org_id, kind, args, physical, again, 'outside-of-them', reason, operator_id, oper_name, expire_time,
         authorisation_id from command where authorisation_id = $1`,
      [id],
    ),
  ).rejects.toMatchObject({ constraint: 'authorisation_outside' });
  for (const areas of [
    [],
    {},
    [{ name: 'x', area: { shape: 'circle', centre: [121, 91], radius: 100 } }],
    [{ name: 'x', area: { shape: 'circle', centre: [121, 31], radius: 1 } }],
    [{ name: 'x', area: { shape: 'circle', centre: [121, 31] } }],
    [{ name: 'x', area: { shape: 'square' } }],
    [
      {
        name: 'x',
        area: {
          shape: 'polygon',
          points: [
            [1, 1],
            [2, 2],
          ],
        },
      },
    ],
    [{ name: '', area: yard.area }],
    Array.from({ length: 11 }, () => yard),
  ])
    await expect(
      api.db.query('update authorisation set areas = $2 where id = $1', [id, JSON.stringify(areas)]),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|22023)$/) });
});
