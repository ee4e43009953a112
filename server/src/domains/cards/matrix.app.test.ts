import { cards } from '@plomb/contract/cards/cards';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { regionalRules } from '@plomb/contract/cards/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

let api: TestApi;
let chief: Caller;
let org = 0;
let locks: BuiltDevice[] = [];
const held: { id: number; ic_no: string }[] = [];
let ruleId = 0;
/** what following has brought a lock to */
const stands = async (lock: BuiltDevice, state: string, { given = [] as string[], wanted = [] as string[] }) => {
  const { owner } = api.pools;
  await owner.query(
    `insert into lock_sync (device_id, org_id, state, cause, confined, synced) values ($1, $2, $3, $4, $5, $6)`,
    [lock.id, org, state, { drift: 'refused', unable: 'unsupported' }[state] ?? null, state !== 'unable', given.length],
  );
  await owner.query(
    'insert into lock_card (device_id, number, rule_id, wanted) select $1, n, $2, true from unnest($3::text[]) n',
    [lock.id, ruleId, [...given, ...wanted]],
  );
  await owner.query(
    `insert into device_card (device_id, org_id, number, known, time, command_id)
     select $1, $2, lpad(n, 10, '0'), 'told', now(), 0 from unnest($3::text[]) n`,
    [lock.id, org, given],
  );
};
beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  chief = await api.signedIn(await buildOperator(api.db, org));
  for (const nth of [1, 2, 3, 4]) {
    const ic_no = `6100000${nth}`;
    const said = { card_no: '', card_type: 'single' as const, lon: null, lat: null, radius: null };
    held.push({
      ...(await chief.ok(cards.add, { ic_no, ic_name: nth === 4 ? 'Spare' : `Guard ${nth}`, ...said })),
      ic_no,
    });
  }
  locks = await Promise.all(Array.from({ length: 5 }, () => buildDevice(api.db, org, 'jt701')));
  ({ id: ruleId } = await chief.ok(regionalRules.add, {
    rule_name: 'Yard',
    status: 2,
    areas: [{ name: 'Yard', area: { shape: 'circle', centre: [121.5, 31.2], radius: 800 } }],
    card_ids: held.slice(0, 3).map(({ id }) => id),
    device_ids: null,
    from_time: null,
    until_time: null,
    hours: null,
  }));
  const [a, b, c, d] = held.map(({ ic_no }) => ic_no) as [string, string, string, string];
  await stands(locks[0]!, 'synced', { given: [a, b, c] });
  await stands(locks[1]!, 'pushing', { given: [a], wanted: [b] });
  await stands(locks[2]!, 'drift', { given: [a], wanted: [b, c] });
  await stands(locks[3]!, 'unable', { wanted: [a, b] });
  // given by hand, and nobody knows whether it took it
  await api.pools.owner.query(
    `insert into device_card (device_id, org_id, number, known, time, command_id) values ($1, $2, $3, 'perhaps', now(), 0)`,
    [locks[4]!.id, org, d],
  );
});
afterAll(() => api.stop());

const nothing = { strays: 0, synced: 0, pushing: 0, waits: 0, removing: 0, drift: 0, doubt: 0, unable: 0 };

it('totals count each crossing by how it stands, also what cannot be told and what is in doubt', async () => {
  expect(await chief.ok(cardMatrix.totals, {})).toEqual({
    ...{ cards: 4, locks: 5 },
    ...{ ...nothing, synced: 5, waits: 1, drift: 2, unable: 2, doubt: 1 },
  });
});

it('totals are of what the filter leaves: of one card, of a rule, of a lock, of a word, and of a state', async () => {
  const totals = (filter: object) => chief.ok(cardMatrix.totals, filter);
  const [guard, second, , spare] = held;
  expect(await totals({ card_id: second!.id })).toEqual({
    ...{ ...nothing, cards: 1, locks: 4 },
    ...{ synced: 1, waits: 1, drift: 1, unable: 1 },
  });
  expect(await totals({ keyword: 'Guard 1' })).toEqual({ ...nothing, cards: 1, locks: 4, synced: 3, unable: 1 });
  expect(await totals({ keyword: 'spare' })).toEqual({ ...nothing, cards: 1, locks: 1, doubt: 1 });
  expect(await totals({ rule_id: ruleId })).toMatchObject({ cards: 3, locks: 4, synced: 5, doubt: 0 });
  expect(await totals({ device_id: locks[1]!.id })).toEqual({ ...nothing, cards: 2, locks: 1, synced: 1, waits: 1 });
  expect(await totals({ keyword: locks[0]!.sn })).toEqual({ ...nothing, cards: 4, locks: 1, synced: 3 });
  expect(await totals({ state: 'drift' })).toEqual({ ...nothing, cards: 4, locks: 1, synced: 1, drift: 2 });
  expect(await totals({ keyword: 'nobody has this' })).toEqual({ ...nothing, cards: 4, locks: 0 });
  expect((await totals({ org_id: org })).locks).toBe(5);
  for (const filter of [{ card_id: guard!.id }, { card_id: spare!.id }, { keyword: 'Guard' }]) {
    const page = await chief.ok(cardMatrix.list, filter);
    const { cards: _, locks: __, ...counts } = await totals(filter);
    expect(Object.values(counts).reduce((sum, many) => sum + many, 0)).toBe(page.cells.length);
  }
});

it('a lock that holds a card of nobody is in drift once', async () => {
  const { owner } = api.pools;
  await owner.query("update lock_sync set state = 'drift', cause = 'otherCards' where device_id = $1", [locks[0]!.id]);
  await owner.query(
    `insert into device_card (device_id, org_id, number, known, time, command_id) values ($1, $2, '69999999', 'told', now(), 0)`,
    [locks[0]!.id, org],
  );
  expect(await chief.ok(cardMatrix.totals, { device_id: locks[0]!.id })).toMatchObject({ synced: 3, drift: 0 });
  expect(await chief.ok(cardMatrix.totals, {})).toMatchObject({ synced: 5, drift: 3 });
});

it('a card names the first of its locks in drift, also beyond the first hundred, and when it was used last', async () => {
  const [guard] = held;
  const many = await Promise.all(Array.from({ length: 101 }, () => buildDevice(api.db, org, 'jt701')));
  for (const lock of many) await stands(lock, 'synced', { given: [guard!.ic_no] });
  await api.pools.owner.query(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after, fault,
       replay, quality, authenticated, rang, actor)
     select $1, o, now(), now(), now() - interval '1 hour' * n, n, n, 'test', 1, 5, 2, 0, 0, false, 'direct', true, '{}', lpad($3, 10, '0')
       from unnest(array[$2::bigint, (select min(id) from organisation)]) with ordinality x(o, n)`,
    [many[100]!.id, org, guard!.ic_no],
  );
  const told = await chief.ok(cardMatrix.card, { id: guard!.id });
  expect(told.more).toBe(true);
  expect(told.drifting).toBe(2);
  expect(told.in_drift.sort()).toEqual([locks[0]!.id, locks[2]!.id].sort());
  expect(told.last?.device_id).toBe(many[100]!.id);
  // what happened before the lock came to this organisation is not its people's to read
  await api.pools.owner.query('delete from lock_event where org_id = $1', [org]);
  expect((await chief.ok(cardMatrix.card, { id: guard!.id })).last).toBeNull();
});
