import { cards } from '@plomb/contract/cards/cards';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { regionalRules } from '@plomb/contract/cards/rules';
import { openable } from '@plomb/contract/devices/openable';
import { openers } from '@plomb/contract/devices/openers';
import { deviceRights } from '@plomb/contract/devices/rights';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { openersOf } from '../../testing/openers.ts';

let api: TestApi;
let chief: Caller;
let org = 0;
let locks: BuiltDevice[] = [];
const held: { id: number; ic_no: string }[] = [];
let ruleId = 0;
/** what following has brought a lock to */
const stands = async (
  lock: BuiltDevice,
  state: string,
  { given = [] as string[], wanted = [] as string[], of = org },
) => {
  const { owner } = api.pools;
  await owner.query(
    `insert into lock_sync (device_id, org_id, state, cause, confined, synced) values ($1, $2, $3, $4, $5, $6)`,
    [lock.id, of, state, { drift: 'refused', unable: 'unsupported' }[state] ?? null, state !== 'unable', given.length],
  );
  await owner.query(
    'insert into lock_card (device_id, number, rule_id, wanted) select $1, n, $2, true from unnest($3::text[]) n',
    [lock.id, ruleId, [...given, ...wanted]],
  );
  await owner.query(
    `insert into device_card (device_id, org_id, number, known, time, command_id)
     select $1, $2, lpad(n, 10, '0'), 'told', now(), 0 from unnest($3::text[]) n`,
    [lock.id, of, given],
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

const here = (lock: BuiltDevice, [lon, lat]: [number, number], ago = '1 minute') =>
  api.db.query(
    'update lock_state set lon = $2, lat = $3, place_time = now() - $4::interval, receive_time = now() where device_id = $1',
    [lock.id, lon, lat, ago],
  );
const yard: [number, number][] = [
  [121.49, 31.19],
  [121.51, 31.19],
  [121.51, 31.21],
  [121.49, 31.21],
];
/** What its cards are said to do, by the lock and by each card. */
const said = async (lock: BuiltDevice) => {
  const rows = await openersOf(chief, lock.id, 'card');
  const byCards = await Promise.all(
    rows.map(async ({ id }) => {
      const { locks: its } = await chief.ok(cardMatrix.card, { id });
      const one = its.find(({ device_id }) => device_id === lock.id)!;
      // asked from the card the whole row is the same
      const { rows: opened } = await chief.ok(openable.list, { of: 'card', who: id, size: 100 });
      const { lock: _, ...asked } = opened.find((row) => row.lock.id === lock.id)!;
      expect(asked).toEqual(rows.find((row) => row.id === id));
      return { standing: one.standing, opens: one.opens };
    }),
  );
  return { byLock: rows.map(({ card }) => ({ standing: card!.standing, opens: card!.opens })), byCards };
};

it.each<[string, () => Promise<unknown>, string]>([
  ['inside', () => here(locks[0]!, [121.5, 31.2]), 'opens'],
  ['outside', () => here(locks[0]!, [121.9, 31.2]), 'outside'],
  ['nobody knows where', () => here(locks[0]!, [121.5, 31.2], '31 minutes'), 'uncertain'],
])('a lock that is %s does with its cards what each card says of it', async (_, place, opens) => {
  await api.pools.owner.query('update regional_rule set status = 1, in_force = true where id = $1', [ruleId]);
  await api.pools.owner.query('delete from lock_area where device_id = $1', [locks[0]!.id]);
  await api.pools.owner.query(
    `insert into lock_area (device_id, rule_id, number, name, points, confirmed, wanted) values ($1, $2, 1, 'Yard', $3, true, true)`,
    [locks[0]!.id, ruleId, JSON.stringify(yard)],
  );
  await place();
  const { byLock, byCards } = await said(locks[0]!);
  expect(byLock).toEqual(byCards);
  expect(byLock.map((one) => one.opens)).toEqual([opens, opens, opens]);
  const { counts } = await chief.ok(openers.list, { device_id: locks[0]!.id });
  expect(counts.card).toMatchObject({ [{ opens: 'may', outside: 'refused' }[opens] ?? 'uncertain']: 3 });
});

it('a lock that may keep an area somebody set by hand is not said to be outside', async () => {
  await here(locks[0]!, [121.9, 31.2]);
  await api.pools.owner.query(
    `insert into command (device_id, org_id, kind, physical, args, idempotency_key, state, attempt, operator_id, oper_name, expire_time,
       sent_time) select $1, $2, 'set_area', false, '{"number": 9}', 'hand-area', 'uncertain', 1, id, 'x', now(), now()
       from operator limit 1`,
    [locks[0]!.id, org],
  );
  const { byLock, byCards } = await said(locks[0]!);
  expect(byLock.map(({ opens }) => opens)).toEqual(['uncertain', 'uncertain', 'uncertain']);
  expect(byCards).toEqual(byLock);
  await api.pools.owner.query("delete from command where idempotency_key = 'hand-area'");
});

it('goes by the rules of organisations above, and names those in sight alone', async () => {
  const below = await buildOrganisation(api.db, org);
  const [asBelow, lock] = [
    await api.signedIn(await buildOperator(api.db, below)),
    await buildDevice(api.db, below, 'jt701'),
  ];
  const own = await asBelow.ok(cards.add, {
    ...{ ic_no: '61000009', ic_name: 'Own', card_no: '', card_type: 'single', lon: null, lat: null, radius: null },
  });
  await api.owner.query('insert into regional_rule_card (rule_id, card_id) values ($1, $2)', [ruleId, own.id]);
  await stands(lock, 'synced', { given: ['61000009'], of: below });
  await api.owner.query(
    `insert into lock_area (device_id, rule_id, number, name, points, confirmed, wanted) values ($1, $2, 1, 'Yard', $3, true, true)`,
    [lock.id, ruleId, JSON.stringify(yard)],
  );
  await here(lock, [121.5, 31.2]);
  expect(await openersOf(chief, lock.id, 'card')).toMatchObject([{ answer: 'may', by: 'Yard' }]);
  const told = await openersOf(asBelow, lock.id, 'card');
  expect(told).toMatchObject([{ answer: 'may', by: '', card: { opens: 'opens', rules: [] } }]);
  const { locks: its } = await asBelow.ok(cardMatrix.card, { id: own.id });
  expect(its).toMatchObject([{ opens: 'opens' }]);
});

it('says the same of locks in drift, that cannot be told, or hold a card that nobody knows of', async () => {
  for (const lock of locks.slice(1)) {
    const { byLock, byCards } = await said(lock);
    expect(byLock.length).toBeGreaterThan(0);
    expect(byLock).toEqual(byCards);
  }
});

it('names the rules, finds a card by its name, and shows none to who may not see cards', async () => {
  await here(locks[0]!, [121.5, 31.2]);
  const found = await openersOf(chief, locks[0]!.id, 'card', { keyword: 'guard 2' });
  expect(found).toMatchObject([{ card: { ic_no: '61000002', rules: [{ id: ruleId, inside: true, area: 'Yard' }] } }]);
  const plain = await api.signedIn(await buildOperator(api.db, org, ['map:list', 'device:list', 'whoCanOpen:list']));
  const told = await plain.ok(openers.list, { device_id: locks[0]!.id });
  expect([told.cards, told.counts.card.may, told.areas]).toEqual([false, 0, []]);
});

describe('at a moment', () => {
  const zone = 'Asia/Shanghai';
  const hourIn = (hours: number) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
      Date.now() + hours * 3_600_000,
    );
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const set = async (change: string, value: unknown) => {
    await here(locks[0]!, [121.5, 31.2]);
    await api.pools.owner.query(
      'update regional_rule set hours = null, from_time = null, until_time = null where id = $1',
      [ruleId],
    );
    await api.pools.owner.query(`update regional_rule set ${change} = $2 where id = $1`, [ruleId, value]);
  };
  const first = async (at?: string) => (await openersOf(chief, locks[0]!.id, 'card', { at }))[0]!;

  it('hours of the day are those of the moment, and their edges are changes', async () => {
    await set('hours', JSON.stringify({ from: hourIn(-1), until: hourIn(2), time_zone: zone }));
    expect(await first()).toMatchObject({ answer: 'may', card: { opens: 'opens' } });
    // a lock knows no hours: it opens, and rings
    expect(await first(inHours(3))).toMatchObject({ answer: 'against', card: { opens: 'hours' } });
    const { changes } = await chief.ok(openers.list, { device_id: locks[0]!.id, answer: 'approval' });
    const its = changes.filter(({ name }) => name === 'Guard 1');
    expect(its.map(({ answer }) => answer)).toEqual(['against', 'may']);
    expect(its[0]!.time).toBe((await first()).change);
  });

  it('a rule that ends by then may leave its cards in the lock, and nobody knows', async () => {
    await set('until_time', inHours(5));
    expect([(await first()).answer, (await first()).change]).toEqual(['may', expect.any(String)]);
    expect(await first(inHours(6))).toMatchObject({
      answer: 'uncertain',
      why: { en: expect.stringContaining('by then') },
    });
  });

  it('a rule that begins later is told of, and lets nothing open before', async () => {
    const spare = held[3]!;
    const { id } = await chief.ok(regionalRules.add, {
      ...{ rule_name: 'Later', status: 1, card_ids: [spare.id], device_ids: [locks[0]!.id], hours: null },
      areas: [{ name: 'Yard', area: { shape: 'circle', centre: [121.5, 31.2], radius: 800 } }],
      ...{ from_time: inHours(4), until_time: inHours(8) },
    });
    const of = async (at?: string) =>
      (await openersOf(chief, locks[0]!.id, 'card', { at })).find((one) => one.id === spare.id)!;
    const now = await of();
    expect(now).toMatchObject({ answer: 'refused', by: 'Later', card: { opens: 'no', standing: null } });
    expect(Date.parse(now.change!)).toBeGreaterThan(Date.now());
    expect((await of(inHours(5))).answer).toBe('uncertain');
    expect((await of(inHours(9))).answer).toBe('refused');
    const { rows } = await chief.ok(openable.list, { of: 'card', who: spare.id });
    expect(rows.find(({ lock }) => lock.id === locks[0]!.id)).toMatchObject({ answer: 'refused', change: now.change });
    await api.pools.owner.query('delete from regional_rule where id = $1', [id]);
  });
});

it('is of a lock in sight', async () => {
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  expect((await stranger.call(openers.list, { device_id: locks[0]!.id })).verify.sign).toBe('notFound');
});

it('what nobody registered, what stands beside the line and what was left before has one answer in list, matrix and rights', async () => {
  const [house, side] = [await buildOrganisation(api.db, org), await buildOrganisation(api.db, org)];
  const lock = await buildDevice(api.db, house, 'jt701');
  const beside = await chief.ok(cards.add, {
    ...{ ic_no: '61000071', ic_name: 'Beside', card_no: '', card_type: 'single', lon: null, lat: null, radius: null },
    org_id: side,
  });
  const former = await buildOrganisation(api.db);
  const put = (number: string, of: number, known = 'told') =>
    api.owner.query(
      `insert into device_card (device_id, org_id, number, known, time, command_id) values ($1, $2, $3, $4, now(), 0)`,
      [lock.id, of, number, known],
    );
  await put('0061000071', house);
  await put('0061000072', house);
  await put('0061000073', house, 'perhaps');
  await put('0061000074', former);
  const rows = await openersOf(chief, lock.id, 'card');
  expect(rows.map(({ name, answer, card }) => [name, answer, card!.registered, card!.count]).sort()).toEqual([
    ['', 'may', false, 1],
    ['0061000072', 'may', false, 1],
    ['0061000073', 'uncertain', false, 1],
    ['Beside', 'may', true, 1],
  ]);
  const matrix = await chief.ok(cardMatrix.list, { device_id: lock.id });
  expect(matrix.locks).toMatchObject([{ cards: 2, strays: 2, before: 1 }]);
  expect(matrix.cells).toEqual([{ device_id: lock.id, card_id: beside.id, standing: 'synced' }]);
  expect(await chief.ok(cardMatrix.totals, { device_id: lock.id })).toMatchObject({ cards: 1, synced: 1, strays: 2 });
  expect((await chief.ok(cardMatrix.lock, { device_id: lock.id })).cards).toMatchObject([{ card_id: beside.id }]);
  const { rows: opened } = await chief.ok(openable.list, { of: 'card', who: beside.id });
  expect(opened.map(({ lock: of, answer }) => [of.id, answer])).toEqual([[lock.id, 'may']]);
  const rights = await chief.ok(deviceRights.detail, { id: lock.id });
  expect([rights.cards.length, rights.before.cards]).toEqual([3, 1]);
  const columns = ['sn', 'ic_no', 'standing'].map((field) => ({ field, title: field }));
  const { url } = await chief.ok(cardMatrix.export, { device_id: lock.id, format: 'csv', columns, timeZone: 'UTC' });
  const { body } = await api.app.inject({ url, headers: { authorization: chief.token } });
  expect(body.trim().split(/\r?\n/)).toHaveLength(4);
});
