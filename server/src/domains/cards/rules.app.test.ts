import { allCalls } from '@plomb/contract/calls';
import { cards } from '@plomb/contract/cards/cards';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { regionalRules, ruleLimits } from '@plomb/contract/cards/rules';
import { fieldErrors } from '@plomb/contract/errors';
import { orders } from '@plomb/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { followAgain } from './following.ts';
import { lockThatKeeps, openTurn, waitingOrder } from './testing/cardLock.ts';

let api: TestApi;
let [parent, child, calm, other] = [0, 0, 0, 0];
let chief: Caller;
let clerk: Caller;
let stranger: Caller;
let turn: () => Promise<void>;
let chiefLogin = '';
beforeAll(async () => {
  api = await startApi();
  parent = await buildOrganisation(api.db);
  child = await buildOrganisation(api.db, parent);
  calm = await buildOrganisation(api.db, parent);
  other = await buildOrganisation(api.db);
  const built = await buildOperator(api.db, parent);
  chiefLogin = built.loginName;
  chief = await api.signedIn(built);
  const buttons = allCalls.flatMap(({ permit }) => (permit.includes(':') ? [permit] : []));
  clerk = await api.signedIn(
    await buildOperator(
      api.db,
      parent,
      buttons.filter((one) => one !== orders.add_cards.permit),
    ),
  );
  stranger = await api.signedIn(await buildOperator(api.db, other));
  turn = openTurn(api);
});
afterAll(() => api.stop());

let serial = 81_000_000;
const aCard = async (by: Caller = chief) => {
  const ic_no = String(++serial);
  const said = {
    ic_no,
    // the newest is on the first page
    ic_name: `Card ${200_000_000 - serial}`,
    card_no: '',
    card_type: 'single' as const,
    lon: null,
    lat: null,
    radius: null,
  };
  const { id } = await by.ok(cards.add, said);
  return { id, ic_no };
};
const yard = {
  name: 'Yard',
  area: { shape: 'circle' as const, centre: [121.5, 31.2] as [number, number], radius: 800 },
};
const port = {
  name: 'Port',
  area: { shape: 'circle' as const, centre: [121.9, 30.6] as [number, number], radius: 2000 },
};
const rule = (card_ids: number[], devices: BuiltDevice[] | null, change: object = {}) => ({
  rule_name: `Rule ${++serial}`,
  areas: [yard],
  card_ids,
  device_ids: devices?.map(({ id }) => id) ?? null,
  from_time: null,
  until_time: null,
  hours: null,
  status: 1 as const,
  org_id: devices === null ? calm : child,
  ...change,
});
const lockIn = (family: 'jt701' | 'hhd' = 'jt701', org = child): Promise<BuiltDevice> =>
  buildDevice(api.db, org, family);

const aLock = (device: BuiltDevice) => lockThatKeeps(api, device, turn);
const lockSeen = async ({ id }: BuiltDevice, by: Caller = chief) => by.ok(cardMatrix.lock, { device_id: id });
const cellOf = async (device: BuiltDevice, card: { id: number }) =>
  (await chief.ok(cardMatrix.list, { device_id: device.id, card_size: 50 })).cells.find(
    (one) => one.card_id === card.id,
  )?.standing ?? null;
const opensAt = async (device: BuiltDevice, card: { id: number }) =>
  (await chief.ok(cardMatrix.card, { id: card.id })).locks.find((one) => one.device_id === device.id);
const place = ({ id }: BuiltDevice, [lon, lat]: [number, number]) =>
  api.owner.query('update lock_state set lon = $2, lat = $3, place_time = now() where device_id = $1', [id, lon, lat]);
const stands = async (id: number) => {
  const { verify, data } = await chief.call(regionalRules.detail, { id });
  if (verify.sign !== 'success') return verify.sign;
  return (data as { removing_time: string | null }).removing_time ? 'removing' : 'there';
};

describe('a regional rule', () => {
  it('is added, read, changed, disabled and deleted', async () => {
    const [one, two] = [await aCard(), await aCard()];
    const said = rule([one.id], null, {
      status: 2,
      hours: { from: '06:00', until: '22:00', time_zone: 'Asia/Shanghai' },
    });
    const { id } = await chief.ok(regionalRules.add, said);
    expect(await chief.ok(regionalRules.detail, { id })).toMatchObject({
      ...{ rule_name: said.rule_name, areas: [yard], cards: 1, all_devices: true, device_list: null, in_force: false },
      card_list: [{ id: one.id, ic_no: one.ic_no, status: 1, removing: false }],
      hours: { from: '06:00', until: '22:00', time_zone: 'Asia/Shanghai' },
    });
    const { status: _, org_id: __, ...rest } = rule([one.id, two.id], null, { areas: [yard, port] });
    await chief.ok(regionalRules.update, { id, ...rest });
    expect(await chief.ok(regionalRules.detail, { id })).toMatchObject({ areas: [yard, port], cards: 2, hours: null });
    await chief.ok(regionalRules.status, { ids: [id], status: 1 });
    expect((await chief.ok(regionalRules.list, { card_id: two.id })).rows).toMatchObject([{ id, in_force: true }]);
    await chief.ok(regionalRules.status, { ids: [id], status: 2 });
    await chief.ok(regionalRules.delete, { ids: [id] });
    expect(await stands(id)).toBe('notFound');
  });

  it('begins within a year and ends when that is still to come; what it said of that before stays as it is', async () => {
    const card = await aCard();
    const days = (away: number) => new Date(Date.now() + away * 86_400_000).toISOString();
    const refused = async (change: object) =>
      (await chief.call(regionalRules.add, { ...rule([card.id], null, { status: 2 }), ...change })).data;
    for (const from_time of [days(ruleLimits.aheadDays + 1), '9999-01-01T00:00:00.000Z'])
      expect(await refused({ from_time })).toEqual({ from_time: fieldErrors.ruleAhead.en });
    const over = { until_time: fieldErrors.ruleOver.en };
    expect(await refused({ from_time: days(-2), until_time: days(-1) })).toEqual(over);
    const { id } = await chief.ok(
      regionalRules.add,
      rule([card.id], null, { status: 2, from_time: days(ruleLimits.aheadDays - 1), until_time: days(400) }),
    );
    await api.db.query(
      `update regional_rule set from_time = now() - interval '2 days', until_time = now() - interval '1 day' where id = $1`,
      [id],
    );
    const { from_time, until_time } = await chief.ok(regionalRules.detail, { id });
    const { status: _, org_id: __, ...rest } = rule([card.id], null, { from_time, until_time });
    await chief.ok(regionalRules.update, { id, ...rest });
    expect((await chief.call(regionalRules.update, { id, ...rest, until_time: days(-0.5) })).data).toEqual(over);
  });

  it('says which of its cards are disabled', async () => {
    const [one, two] = [await aCard(), await aCard()];
    const { id } = await chief.ok(regionalRules.add, rule([one.id, two.id], null, { status: 2 }));
    await chief.ok(cards.status, { ids: [one.id], status: 2 });
    const { card_list } = await chief.ok(regionalRules.detail, { id });
    expect(new Map(card_list.map((card) => [card.id, card.status]))).toEqual(
      new Map([
        [one.id, 2],
        [two.id, 1],
      ]),
    );
  });

  it('of another organisation looks like one that is not there, and takes no card and no lock from elsewhere', async () => {
    const mine = await aCard();
    const { id } = await chief.ok(regionalRules.add, rule([mine.id], null, { status: 2 }));
    const { status: _, org_id: __, ...rest } = rule([mine.id], null);
    for (const [path, body] of [
      ['/regionalRule/detail', (of: number) => ({ id: of })],
      ['/regionalRule/update', (of: number) => ({ id: of, ...rest })],
      ['/regionalRule/status', (of: number) => ({ ids: [of], status: 1 })],
      ['/regionalRule/delete', (of: number) => ({ ids: [of] })],
    ] as const)
      expect((await stranger.post(path, body(id))).verify, path).toEqual(
        (await stranger.post(path, body(987_654))).verify,
      );
    expect((await stranger.ok(regionalRules.list, {})).rows).toEqual([]);
    const theirs = await aCard(stranger);
    const add = async (change: object) =>
      (await chief.call(regionalRules.add, { ...rule([mine.id], null), ...change })).verify.sign;
    expect(await add({ card_ids: [theirs.id] })).toBe('notFound');
    expect(await add({ device_ids: [(await lockIn('jt701', other)).id] })).toBe('notFound');
    expect(await add({ org_id: other })).toBe('notFound');
  });

  it('is enabled, changed while it is and disabled by those alone who may give its orders themselves', async () => {
    const mine = await aCard();
    const refused = {
      sign: 'noPermission',
      desc: 'An enabled card area gives cards and areas to locks, and you may not give these orders',
    };
    expect((await clerk.call(regionalRules.add, rule([mine.id], null))).verify).toMatchObject(refused);
    const { id } = await clerk.ok(regionalRules.add, rule([mine.id], null, { status: 2 }));
    expect((await clerk.call(regionalRules.status, { ids: [id], status: 1 })).verify).toMatchObject(refused);
    await chief.ok(regionalRules.status, { ids: [id], status: 1 });
    const { status: _, org_id: __, ...rest } = rule([mine.id], null);
    expect((await clerk.call(regionalRules.update, { id, ...rest })).verify).toMatchObject(refused);
    expect((await clerk.call(regionalRules.status, { ids: [id], status: 2 })).verify).toMatchObject(refused);
    expect((await clerk.ok(regionalRules.detail, { id })).card_list[0]!.ic_no).toMatch(/^\*\*\*/);
    await chief.ok(regionalRules.status, { ids: [id], status: 2 });
  });

  it.each([
    [{ areas: [] }, 'areas'],
    [{ card_ids: [] }, 'card_ids'],
    [{ hours: { from: '6', until: '22:00', time_zone: 'UTC' } }, 'hours'],
    [{ from_time: '2026-12-02T00:00:00Z', until_time: '2026-12-01T00:00:00Z' }, 'until_time'],
    [{ areas: [{ ...yard, name: 'ไทย' }] }, 'areas.0.name'],
    [
      {
        areas: [
          yard,
          {
            name: 'Bow',
            area: {
              shape: 'polygon',
              points: [
                [121, 31],
                [122, 32],
                [122, 31],
                [121, 32],
              ],
            },
          },
        ],
      },
      'areas.1.area',
    ],
  ])('with %j is refused beside its field', async (change, field) => {
    const { verify, data } = await chief.call(regionalRules.add, {
      ...rule([(await aCard()).id], null),
      ...change,
    } as never);
    expect(verify.sign).toBe('validation');
    expect(Object.keys(data as object)[0]).toMatch(new RegExp(`^${field}`));
  });
});

describe('a lock that rules are for', () => {
  it('is given its areas, told to keep to them, then its cards, and is synced when its own list agrees', async () => {
    const [one, two] = [await aCard(), await aCard()];
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id, two.id], [device], { areas: [yard, port] }));
    expect(await lock.once()).toBe('set_area');
    expect(await cellOf(device, one)).toBe('waits');
    expect(await lock.all()).toEqual(['set_area', 'confine_cards', 'add_cards', 'query_cards']);
    expect(lock.keeps).toMatchObject({ confined: true, cards: new Set([one.ic_no, two.ic_no]) });
    expect(await lockSeen(device)).toMatchObject({
      ...{ lock: { state: 'synced', cause: null }, told: 2, listed: 2, confined: true, unknown: [] },
      areas: [
        { name: 'Yard', confirmed: true },
        { name: 'Port', confirmed: true },
      ],
    });
    expect(await cellOf(device, one)).toBe('area');
    expect(await lock.all()).toEqual([]);
  });

  it('lets its cards go before its areas when the rule is deleted, which goes with the last', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    await chief.ok(regionalRules.delete, { ids: [id] });
    expect(await stands(id)).toBe('removing');
    expect((await chief.call(regionalRules.delete, { ids: [id] })).verify.sign).toBe('conflict');
    expect(await lock.once('refuses')).toBe('delete_cards');
    await turn();
    expect(await stands(id)).toBe('removing');
    expect(await cellOf(device, one)).toBe('removing');
    expect(await lock.all()).toEqual(['query_cards', 'delete_cards', 'query_cards', 'release_cards', 'delete_area']);
    expect(await stands(id)).toBe('notFound');
    expect(lock.keeps).toMatchObject({ confined: false, cards: new Set(), areas: new Map() });
    expect((await lockSeen(device)).lock.state).toBeNull();
  });

  it.each([
    ['disabled', (id: number) => chief.ok(cards.status, { ids: [id], status: 2 })],
    ['deleted', (id: number) => chief.ok(cards.delete, { ids: [id] })],
  ] as const)('lets a card go that is %s', async (_, end) => {
    const [one, two] = [await aCard(), await aCard()];
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id, two.id], [device]));
    await lock.all();
    await end(one.id);
    expect(await lock.all()).toEqual(['delete_cards', 'query_cards']);
    expect([...lock.keeps.cards]).toEqual([two.ic_no]);
  });

  it('that says yes and does not take a card is read, pushed three times, and then in drift until a person pushes again', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    expect([await lock.once(), await lock.once()]).toEqual(['set_area', 'confine_cards']);
    const kinds: string[] = [];
    for (let at = 0; at < 3; at++) kinds.push(`${await lock.once('pretends')} ${await lock.once()}`);
    expect(kinds).toEqual(Array(3).fill('add_cards query_cards'));
    expect(await lock.once()).toBeNull();
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'drift', cause: 'refused' }, pushes: 3, told: 0 });
    expect(await cellOf(device, one)).toBe('drift');
    expect(await chief.ok(cardMatrix.totals, { device_id: device.id })).toMatchObject({ drift: 1, pushing: 0 });
    await chief.ok(cardMatrix.push, { device_ids: [device.id] });
    expect(await lock.all()).toEqual(['query_cards', 'add_cards', 'query_cards']);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced' }, pushes: 0 });
  });

  it('that may have taken a card without a word is asked what it holds, and not given it again', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.once();
    await lock.once();
    lock.keeps.cards.add(one.ic_no);
    expect(await lock.once('silent')).toBe('add_cards');
    expect(await lock.all()).toEqual(['query_cards']);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced' }, pushes: 0 });
  });

  it('that tells a card nobody gave it is in drift, and tells which', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.once();
    await lock.once();
    lock.keeps.cards.add('55555');
    await lock.all();
    expect(await lockSeen(device)).toMatchObject({
      ...{ lock: { state: 'drift', cause: 'otherCards' }, told: 2, listed: 1, unknown: ['55555'] },
    });
    lock.keeps.cards.delete('55555');
    await chief.ok(cardMatrix.read, { device_ids: [device.id] });
    expect(await lock.all()).toEqual(['query_cards']);
    expect((await lockSeen(device)).lock.state).toBe('synced');
  });

  it('with more than a page of cards is read page by page', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, () => aCard()));
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(
      regionalRules.add,
      rule(
        many.map(({ id }) => id),
        [device],
      ),
    );
    expect(await lock.all()).toEqual([
      'set_area',
      'confine_cards',
      'add_cards',
      'add_cards',
      'query_cards',
      'query_cards',
    ]);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced', cards: 25 }, told: 25 });
  });

  it('of a family without cards is told nothing, and never shown as synced', async () => {
    const one = await aCard();
    const device = await lockIn('hhd');
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    expect(await aLock(device).all()).toEqual([]);
    expect((await lockSeen(device)).lock).toMatchObject({ state: 'unable', cause: 'unsupported' });
    expect(await cellOf(device, one)).toBe('unable');
    expect(await chief.ok(regionalRules.detail, { id })).toMatchObject({ devices: 1, unable: 1, synced: 0 });
  });

  it('is pushed nothing by the right of somebody who lost it, and the rule says so', async () => {
    const one = await aCard();
    const device = await lockIn();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await api.owner.query('update operator set status = 2 where login_name = $1', [chiefLogin]);
    try {
      expect(await aLock(device).all()).toEqual([]);
    } finally {
      await api.owner.query('update operator set status = 1 where login_name = $1', [chiefLogin]);
    }
    chief = await api.signedIn({ loginName: chiefLogin, password: 'secret1' });
    expect((await lockSeen(device)).lock).toMatchObject({ state: 'unable', cause: 'right' });
    expect(await chief.ok(regionalRules.detail, { id })).toMatchObject({ without_right: true });
    await followAgain(api.db);
    expect(await aLock(device).all()).toHaveLength(4);
  });

  it('that goes to another organisation takes no rule along', async () => {
    const one = await aCard();
    const device = await lockIn();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await aLock(device).all();
    await api.owner.query('update device set org_id = $2 where id = $1', [device.id, other]);
    await chief.ok(regionalRules.delete, { ids: [id] });
    expect(await stands(id)).toBe('notFound');
  });

  it('in a frozen period loses cards and is given none, and is given them when that is over', async () => {
    const [one, two] = [await aCard(), await aCard()];
    const device = await lockIn();
    const lock = aLock(device);
    const first = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    const { rows } = await api.owner.query<{ id: number }>(
      `insert into frozen_period (org_id, period_name, from_time, until_time, operator_id, oper_name, login_name)
         select $1, 'Holiday', now(), now() + interval '1 day', min(id), 'x', 'x' from operator returning id`,
      [child],
    );
    await chief.ok(regionalRules.delete, { ids: [first.id] });
    await chief.ok(regionalRules.add, { ...rule([two.id], [device]), areas: [port] });
    expect(await lock.all()).toEqual(['delete_cards', 'query_cards', 'delete_area']);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'desired', cause: 'frozen' } });
    await api.owner.query('delete from frozen_period where id = $1', [rows[0]!.id]);
    await followAgain(api.db);
    expect(await lock.all()).toEqual(['set_area', 'add_cards', 'query_cards']);
  });

  it('is told when the period of its rule begins, and when it ends', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const from_time = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device], { from_time }));
    expect(await lock.all()).toEqual([]);
    await api.owner.query("update regional_rule set from_time = now() - interval '2 hours' where id = $1", [id]);
    expect(await lock.all()).toHaveLength(4);
    await api.owner.query("update regional_rule set until_time = now() - interval '1 hour' where id = $1", [id]);
    expect(await lock.all()).toEqual(['delete_cards', 'query_cards', 'release_cards', 'delete_area']);
  });

  it('that says yes to losing a card and keeps it releases none, and the rule stays until its list says it has gone', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    await chief.ok(regionalRules.delete, { ids: [id] });
    const kinds: string[] = [];
    for (let at = 0; at < 3; at++) kinds.push(`${await lock.once('pretends')} ${await lock.once()}`);
    expect(kinds).toEqual(Array(3).fill('delete_cards query_cards'));
    expect(await lock.once()).toBeNull();
    expect(lock.keeps).toMatchObject({ confined: true, cards: new Set([one.ic_no]) });
    expect(await stands(id)).toBe('removing');
    expect((await lockSeen(device)).lock).toMatchObject({ state: 'drift', cause: 'refused' });
  });

  it('that never tells its list is in drift and never synced, until it does', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    for (const kind of ['set_area', 'confine_cards', 'add_cards']) expect(await lock.once()).toBe(kind);
    const kinds = await lock.all('silent');
    expect(new Set(kinds)).toEqual(new Set(['query_cards']));
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'drift', cause: 'refused' }, told: null });
    await chief.ok(cardMatrix.read, { device_ids: [device.id] });
    expect(await lock.all()).toEqual(['query_cards']);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced' }, told: 1 });
  });

  it('that is asked again while it tells its second page loses no card of the first', async () => {
    const many = await Promise.all(Array.from({ length: 25 }, () => aCard()));
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(
      regionalRules.add,
      rule(
        many.map(({ id }) => id),
        [device],
      ),
    );
    for (let at = 0; at < 5; at++) await lock.once();
    const second = await lock.gets();
    expect(second?.out.args).toEqual({ page: 2 });
    await chief.ok(cardMatrix.read, { device_ids: [device.id] });
    await second?.answers();
    expect(await lock.all()).toEqual(['query_cards', 'query_cards']);
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced', cards: 25 }, pushes: 0, told: 25 });
  });

  it('that can be told nothing keeps no rule from being deleted', async () => {
    const one = await aCard();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [await lockIn('hhd')]));
    await turn();
    await chief.ok(regionalRules.delete, { ids: [id] });
    await turn();
    expect(await stands(id)).toBe('notFound');
  });

  it('in drift is told to let a card go that is disabled afterwards', async () => {
    const [one, two] = [await aCard(), await aCard()];
    const device = await lockIn();
    const lock = aLock(device);
    const { status: _, org_id: __, ...said } = rule([one.id], [device]);
    const { id } = await chief.ok(regionalRules.add, { ...said, status: 1, org_id: child });
    await lock.all();
    await chief.ok(regionalRules.update, { id, ...said, card_ids: [one.id, two.id] });
    for (let at = 0; at < 3; at++) for (const how of ['pretends', 'obeys'] as const) await lock.once(how);
    await turn();
    expect((await lockSeen(device)).lock.state).toBe('drift');
    await chief.ok(cards.status, { ids: [one.id], status: 2 });
    expect((await lock.all())[0]).toBe('delete_cards');
    expect([...lock.keeps.cards]).toEqual([two.ic_no]);
  });

  it('that sleeps takes no card of a rule that ended while the order waited', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    for (const kind of ['set_area', 'confine_cards']) expect(await lock.once()).toBe(kind);
    await turn();
    expect((await waitingOrder(api, device))?.kind).toBe('add_cards');
    await chief.ok(regionalRules.status, { ids: [id], status: 2 });
    expect(await lock.all()).toEqual(['query_cards', 'release_cards', 'delete_area']);
    expect(lock.keeps.cards.size).toBe(0);
  });

  it('is pushed all its cards by whoever pushes again, however many orders that takes', async () => {
    const many = await Promise.all(Array.from({ length: 85 }, () => aCard()));
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(
      regionalRules.add,
      rule(
        many.map(({ id }) => id),
        [device],
      ),
    );
    for (const kind of ['set_area', 'confine_cards']) expect(await lock.once()).toBe(kind);
    let refusals = 0;
    for (let kind = await lock.once('refuses'); kind === 'add_cards'; kind = await lock.once('refuses')) {
      refusals++;
      await lock.once();
    }
    expect(refusals).toBe(3);
    await chief.ok(cardMatrix.push, { device_ids: [device.id] });
    await lock.all();
    expect(await lockSeen(device)).toMatchObject({ lock: { state: 'synced', cards: 85 }, pushes: 0 });
  });

  it('goes on losing cards in the name of whoever disabled the rule, though one who may not order edits it', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { status: _, org_id: __, ...said } = rule([one.id], [device]);
    const { id } = await chief.ok(regionalRules.add, { ...said, status: 1, org_id: child });
    await lock.all();
    await chief.ok(regionalRules.status, { ids: [id], status: 2 });
    const writer = await api.signedIn(
      await buildOperator(api.db, parent, [regionalRules.list.permit, regionalRules.update.permit]),
    );
    await writer.ok(regionalRules.update, { id, ...said, rule_name: `${said.rule_name} b` });
    expect(await lock.all()).toEqual(['delete_cards', 'query_cards', 'release_cards', 'delete_area']);
  });

  it('opens for a card until it has let it go, and is said to', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    await chief.ok(regionalRules.delete, { ids: [id] });
    await turn();
    expect(await opensAt(device, one)).toMatchObject({ standing: 'removing', opens: 'uncertain' });
    await lock.once();
    await turn();
    expect(await opensAt(device, one)).toMatchObject({ standing: 'removing', opens: 'uncertain' });
  });

  it('opens in the area it keeps until it has said yes to another, and is said to', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    const { status: _, org_id: __, ...said } = rule([one.id], [device]);
    const { id } = await chief.ok(regionalRules.add, { ...said, status: 1, org_id: child });
    await lock.all();
    await place(device, yard.area.centre);
    expect(await opensAt(device, one)).toMatchObject({ opens: 'opens' });
    await chief.ok(regionalRules.update, { id, ...said, areas: [port] });
    await turn();
    expect(await opensAt(device, one)).not.toMatchObject({ opens: 'outside' });
    expect((await lockSeen(device)).areas).toMatchObject([
      { name: 'Yard', confirmed: true, removing: true },
      { name: 'Port', confirmed: false, removing: false },
    ]);
    await lock.all();
    expect(await opensAt(device, one)).toMatchObject({ opens: 'outside' });
  });

  it('that may have released its cards is not said to open inside its areas alone', async () => {
    const one = await aCard();
    const device = await lockIn();
    const lock = aLock(device);
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    await place(device, port.area.centre);
    expect(await opensAt(device, one)).toMatchObject({ opens: 'outside' });
    const { rows } = await api.owner.query<{ id: number }>(
      `insert into command (device_id, org_id, kind, args, physical, again, idempotency_key, operator_id, oper_name, expire_time)
       select $1, $2, 'release_cards', '{}', false, true, 'by-hand-' || device_id, operator_id, '', now() + interval '1 hour'
         from command where device_id = $1 limit 1 returning id`,
      [device.id, child],
    );
    await api.owner.query("update command set state = 'sent', attempt = 1, sent_time = now() where id = $1", [
      rows[0]!.id,
    ]);
    expect(await opensAt(device, one)).toMatchObject({ opens: 'everywhere' });
  });

  it('is told a second rule of the same person like the first', async () => {
    const one = await aCard();
    const [device, next] = [await lockIn(), await lockIn()];
    const lock = aLock(device);
    const first = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lock.all();
    await chief.ok(regionalRules.delete, { ids: [first.id] });
    await lock.all();
    await chief.ok(regionalRules.add, rule([one.id], [device, next]));
    expect(await lock.all()).toEqual(['set_area', 'confine_cards', 'add_cards', 'query_cards']);
    expect(await aLock(next).all()).toHaveLength(4);
  });
});

describe('cards and locks', () => {
  it('tell how far inside its area a lock is that a card opens, and whether it is heard', async () => {
    const bow = {
      name: 'Bow',
      area: {
        shape: 'polygon' as const,
        points: [
          [121.49, 31.19],
          [121.52, 31.19],
          [121.52, 31.21],
          [121.49, 31.21],
        ] as [number, number][],
      },
    };
    for (const [area, metres] of [
      [yard, 800],
      [bow, 952],
    ] as const) {
      const one = await aCard();
      const device = await lockIn();
      await chief.ok(regionalRules.add, rule([one.id], [device], { areas: [area] }));
      await aLock(device).all();
      await api.owner.query('update lock_state set lon = 121.5, lat = 31.2, place_time = now() where device_id = $1', [
        device.id,
      ]);
      const [listed] = (await chief.ok(cardMatrix.list, { device_id: device.id })).locks;
      const { locks } = await chief.ok(cardMatrix.card, { id: one.id });
      expect(locks).toMatchObject([{ opens: 'opens', area: area.name, connection: listed!.connection }]);
      expect(Math.abs(locks[0]!.metres! - metres), area.name).toBeLessThan(5);
    }
  });

  it('are counted also on a page beyond the last', async () => {
    const one = await aCard();
    const device = await lockIn();
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    await turn();
    expect(await chief.ok(cardMatrix.list, { device_id: device.id, page: 9, card_page: 9 })).toEqual({
      ...{ locks: [], total: 1, cards: [], card_total: 1, cells: [] },
    });
  });

  it('are the same for the page of a card, also while it is on its way by hand', async () => {
    const one = await aCard();
    const device = await lockIn();
    await chief.ok(orders.add_cards, {
      ...{ device_id: device.id, cards: [one.ic_no], reason: 'a new driver', idempotency_key: `matrix-${serial}` },
    });
    expect(await cellOf(device, one)).toBe('waits');
    expect(await chief.ok(cardMatrix.card, { id: one.id })).toMatchObject({
      ...{ lock_count: 1, waits: 1, locks: [{ device_id: device.id, opens: 'no' }] },
    });
  });

  it('are found by each of what narrows them, alone and all at once', async () => {
    const one = await aCard();
    const device = await lockIn();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await aLock(device).all();
    const by = {
      ...{ org_id: child, card_id: one.id, rule_id: id, device_id: device.id, state: 'synced' as const },
      keyword: device.sn,
    };
    const each = Object.entries(by).map(([name, value]) => ({ [name]: value }));
    for (const filter of [...each, by]) {
      const { locks, cells } = await chief.ok(cardMatrix.list, { ...filter, size: 50, card_size: 50 });
      expect(
        locks.map((lock) => lock.device_id),
        JSON.stringify(filter),
      ).toContain(device.id);
      expect(cells.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect((await chief.ok(cardMatrix.totals, filter)).synced, JSON.stringify(filter)).toBeGreaterThan(0);
    }
    expect(await chief.ok(cardMatrix.totals, by)).toMatchObject({ cards: 1, locks: 1, synced: 1, drift: 0 });
  });
});
