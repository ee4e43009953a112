import { alarms } from '@plomb/contract/alarms/alarms';
import { cards } from '@plomb/contract/cards/cards';
import { cardMatrix } from '@plomb/contract/cards/matrix';
import { regionalRules } from '@plomb/contract/cards/rules';
import { openings } from '@plomb/contract/orders/openings';
import { organisations } from '@plomb/contract/system/organisations/organisations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltDevice, buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { lockThatKeeps, openTurn, waitingOrder } from './testing/cardLock.ts';

let api: TestApi;
let [top, parent, child, apart] = [0, 0, 0, 0];
let chief: Caller;
let second: Caller;
let chiefLogin = '';
let chiefName = '';
let turn: () => Promise<void>;
beforeAll(async () => {
  api = await startApi();
  top = await buildOrganisation(api.db);
  parent = await buildOrganisation(api.db, top);
  child = await buildOrganisation(api.db, parent);
  apart = await buildOrganisation(api.db, top);
  const built = await buildOperator(api.db, parent);
  chiefLogin = built.loginName;
  chief = await api.signedIn(built);
  second = await api.signedIn(await buildOperator(api.db, parent));
  const { rows } = await api.owner.query<{ oper_name: string }>(
    'select oper_name from operator where login_name = $1',
    [chiefLogin],
  );
  chiefName = rows[0]!.oper_name;
  turn = openTurn(api);
});
afterAll(() => api.stop());

let serial = 82_000_000;
const aCard = async (by: Caller = chief) => {
  const ic_no = String(++serial);
  const said = {
    ...{ ic_no, ic_name: `Card ${ic_no}`, card_no: '', card_type: 'single' as const },
    ...{ lon: null, lat: null, radius: null },
  };
  const { id } = await by.ok(cards.add, said);
  return { id, ic_no };
};
const yard = {
  name: 'Yard',
  area: { shape: 'circle' as const, centre: [121.5, 31.2] as [number, number], radius: 800 },
};
const rule = (card_ids: number[], devices: BuiltDevice[], change: object = {}) => ({
  ...{ rule_name: `Rule ${++serial}`, areas: [yard], card_ids, device_ids: devices.map(({ id }) => id) },
  ...{ from_time: null, until_time: null, hours: null, status: 1 as const, org_id: parent, ...change },
});
const historyOf = async (rule_id: number, by = chief) => (await by.ok(regionalRules.history, { rule_id })).rows;

describe('what a rule said', () => {
  it('is kept from each change to the next, with who made it, and told on its page', async () => {
    const [one, other] = [await aCard(), await aCard()];
    const device = await buildDevice(api.db, child, 'jt701');
    const said = rule([one.id], [device]);
    const { id } = await chief.ok(regionalRules.add, said);
    const { status: _, org_id: __, ...write } = said;
    const { version } = await chief.ok(regionalRules.detail, { id });
    const hours = { from: '08:00', until: '18:00', time_zone: 'Asia/Shanghai' };
    await second.ok(regionalRules.update, { ...write, id, version, card_ids: [other.id], hours });
    await chief.ok(regionalRules.status, { ids: [id], status: 2 });
    const told = await historyOf(id);
    expect(told.map(({ changes }) => changes)).toEqual([['disabled'], ['cards', 'hours'], ['written']]);
    expect(told[1]).toMatchObject({ cards_come: [`Card ${other.ic_no}`], cards_go: [`Card ${one.ic_no}`] });
    expect(told[0]!.changed_by).toBe(chiefName);
    expect(told[1]!.changed_by).not.toBe(chiefName);
    expect(told.map(({ until }) => until)).toEqual([null, told[0]!.since, told[1]!.since]);
  });

  it('changes with a card that is disabled, and not by saying the same again', async () => {
    const [one, other] = [await aCard(), await aCard()];
    const device = await buildDevice(api.db, child, 'jt701');
    const said = rule([one.id, other.id], [device]);
    const { id } = await chief.ok(regionalRules.add, said);
    const { status: _, org_id: __, ...write } = said;
    await chief.ok(regionalRules.update, { ...write, id });
    await chief.ok(cards.status, { ids: [one.id], status: 2 });
    const told = await historyOf(id);
    expect(told.map(({ changes }) => changes)).toEqual([['cards'], ['written']]);
    expect(told[0]).toMatchObject({ cards_go: [`Card ${one.ic_no}`], changed_by: chiefName });
  });

  it('names no card that is out of the reader’s sight', async () => {
    const above = await api.signedIn(await buildOperator(api.db, top));
    const [theirs, own] = [await aCard(above), await aCard()];
    const device = await buildDevice(api.db, child, 'jt701');
    const said = rule([theirs.id, own.id], [device]);
    const { id } = await above.ok(regionalRules.add, said);
    const { status: _, org_id: __, ...write } = said;
    await above.ok(regionalRules.update, { ...write, id, card_ids: [own.id] });
    await above.ok(regionalRules.update, { ...write, id });
    expect((await historyOf(id, above)).map(({ cards_come }) => cards_come)).toEqual([
      [`Card ${theirs.ic_no}`],
      [],
      [],
    ]);
    const told = await historyOf(id);
    expect(told.map(({ changes }) => changes)).toEqual([['cards'], ['cards'], ['written']]);
    expect(told.flatMap(({ cards_come, cards_go }) => [...cards_come, ...cards_go])).toEqual([]);
  });

  it('has a row for each of many changes, one after the other without a gap', async () => {
    const one = await aCard();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [await buildDevice(api.db, child, 'jt701')]));
    for (let n = 0; n < 14; n++) await chief.ok(regionalRules.status, { ids: [id], status: n % 2 ? 1 : 2 });
    // the same once more is no change
    await chief.ok(regionalRules.status, { ids: [id], status: 1 });
    const told = await historyOf(id);
    expect(told.map(({ changes }) => changes[0])).toEqual([
      ...Array.from({ length: 7 }, () => ['enabled', 'disabled']).flat(),
      'written',
    ]);
    expect(told.map(({ until }) => until)).toEqual([null, ...told.slice(0, -1).map(({ since }) => since)]);
  });

  it('goes with its organisation where that is moved, and changes by it no word', async () => {
    const moved = await buildOrganisation(api.db, parent);
    const above = await api.signedIn(await buildOperator(api.db, top));
    const [one, device] = [await aCard(), await buildDevice(api.db, moved, 'jt701')];
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device], { org_id: moved }));
    const before = await historyOf(id, above);
    await above.ok(organisations.move, { id: moved, parent_id: apart });
    expect(await historyOf(id, above)).toEqual(before);
    expect((await chief.call(regionalRules.detail, { id })).verify.sign).toBe('notFound');
    expect((await chief.call(regionalRules.history, { rule_id: id })).verify.sign).toBe('notFound');
    await above.ok(regionalRules.status, { ids: [id], status: 2 });
    const history = await historyOf(id, above);
    expect(history.map(({ changes }) => changes)).toEqual([['disabled'], ['written']]);
    expect(history[0]!.until).toBeNull();
  });

  it('stays when the rule has gone', async () => {
    const one = await aCard();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [await buildDevice(api.db, child, 'jt701')]));
    await chief.ok(regionalRules.delete, { ids: [id] });
    const { rows } = await api.owner.query(
      'select enabled, until is not null as ended, changed_by from regional_rule_version where rule_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([
      { enabled: true, ended: true, changed_by: chiefName },
      { enabled: false, ended: true, changed_by: chiefName },
    ]);
    // alarms and records name it still
    expect((await historyOf(id)).map(({ changes }) => changes)).toEqual([['disabled'], ['written']]);
    const told = await chief.ok(regionalRules.deleted, {});
    expect(told.rows[0]).toMatchObject({ id, rule_name: `Rule ${serial}`, changed_by: chiefName });
    const named = await chief.ok(regionalRules.deleted, { keyword: `rule ${serial}` });
    expect(named.rows.map((one) => one.id)).toEqual([id]);
    const stranger = await api.signedIn(await buildOperator(api.db, apart));
    expect((await stranger.ok(regionalRules.deleted, { keyword: `rule ${serial}` })).total).toBe(0);
    expect((await stranger.call(regionalRules.history, { rule_id: id })).verify.sign).toBe('notFound');
  });

  it('is read on beyond what is told at once, and nothing is told twice', async () => {
    const one = await aCard();
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [await buildDevice(api.db, child, 'jt701')]));
    await api.owner.query('update regional_rule_version set until = since where rule_id = $1', [id]);
    await api.owner.query(
      `insert into regional_rule_version (rule_id, org_id, since, until, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards)
       select rule_id, org_id, since + n * interval '1 second', since + (n + 1) * interval '1 second', 'x', 'Name ' || n, enabled, areas,
         all_devices, device_ids, cards from regional_rule_version, generate_series(1, 149) n where rule_id = $1 order by n`,
      [id],
    );
    const first = await chief.ok(regionalRules.history, { rule_id: id });
    const rest = await chief.ok(regionalRules.history, { rule_id: id, before: first.rows.at(-1)!.id });
    expect([first.rows.length, first.more, rest.rows.length, rest.more]).toEqual([100, true, 50, false]);
    // what the first of a part changed is told by the one before it
    expect([...first.rows, ...rest.rows].map(({ rule_name }) => rule_name)).toEqual([
      ...Array.from({ length: 149 }, (_, n) => `Name ${149 - n}`),
      expect.stringMatching(/^Rule/),
    ]);
    expect([first.rows.at(-1)!.changes, rest.rows.at(-1)!.changes]).toEqual([['name'], ['written']]);
  });
});

describe('a lock of several rules', () => {
  it('follows those whose writer may order it, whoever wrote the others; these say so', async () => {
    const [one, other] = [await aCard(), await aCard()];
    const device = await buildDevice(api.db, child, 'jt701');
    const { id: lost } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    const { id: good } = await second.ok(
      regionalRules.add,
      rule([other.id], [device], { areas: [{ ...yard, name: 'Port' }] }),
    );
    const lock = lockThatKeeps(api, device, turn);
    await api.owner.query('update operator set status = 2 where login_name = $1', [chiefLogin]);
    try {
      await lock.all();
    } finally {
      await api.owner.query('update operator set status = 1 where login_name = $1', [chiefLogin]);
    }
    chief = await api.signedIn({ loginName: chiefLogin, password: 'secret1' });
    expect([...lock.keeps.cards]).toEqual([other.ic_no]);
    expect(await chief.ok(regionalRules.detail, { id: lost })).toMatchObject({ without_right: true });
    expect(await chief.ok(regionalRules.detail, { id: good })).toMatchObject({ without_right: false });
  });

  it('whose organisation goes elsewhere holds no rule back that is being removed', async () => {
    const one = await aCard();
    const moving = await buildOrganisation(api.db, parent);
    chief = await api.signedIn({ loginName: chiefLogin, password: 'secret1' });
    const device = await buildDevice(api.db, moving, 'jt701');
    const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lockThatKeeps(api, device, turn).all();
    await api.owner.query('update organisation set parent_id = $2 where id = $1', [moving, apart]);
    await chief.ok(regionalRules.delete, { ids: [id] });
    await turn();
    expect((await api.owner.query('select from regional_rule where id = $1', [id])).rowCount).toBe(0);
    expect(await waitingOrder(api, device)).toBeUndefined();
  });

  it('in which somebody set an area by hand is not said to be outside of all areas', async () => {
    const one = await aCard();
    const device = await buildDevice(api.db, child, 'jt701');
    await chief.ok(regionalRules.add, rule([one.id], [device]));
    await lockThatKeeps(api, device, turn).all();
    await api.owner.query('update lock_state set lon = 100, lat = 10, place_time = now() where device_id = $1', [
      device.id,
    ]);
    const opens = async () => (await chief.ok(cardMatrix.card, { id: one.id })).locks[0]!.opens;
    expect(await opens()).toBe('outside');
    await api.owner.query(
      `insert into command (device_id, org_id, kind, physical, args, idempotency_key, state, attempt, operator_id, oper_name, expire_time,
         sent_time) select $1, $2, 'set_area', false, '{"number": 9}', gen_random_uuid()::text, 'uncertain', 1, id, 'x', now(), now()
         from operator limit 1`,
      [device.id, child],
    );
    expect(await opens()).toBe('uncertain');
  });
});

it('an opening and its alarm name the rule that let its card in, or that it was against', async () => {
  const one = await aCard();
  const device = await buildDevice(api.db, child, 'jt701');
  const { id } = await chief.ok(regionalRules.add, rule([one.id], [device]));
  const swipe = { doubt: null, rule_id: id, rule_name: 'Harbour', until_time: null, hours: null };
  const opened = async (verdict: string, rang: string[]) =>
    (
      await api.owner.query<{ id: number }>(
        `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after, fault,
           actor, replay, quality, swipe, rang) values ($1, $2, now(), now(), now(), $3, 1, 'x', 1, 5, 2, 1, 0, $4, false, 'direct', $5, $6)
         returning id`,
        [
          device.id,
          child,
          ++serial % 60_000,
          one.ic_no.padStart(10, '0'),
          JSON.stringify({ ...swipe, verdict, area: '' }),
          rang,
        ],
      )
    ).rows[0]!.id;
  await opened('rule', []);
  await opened('unsure', []);
  const event = await opened('hours', ['card_against_rule']);
  await api.owner.query(
    `insert into alarm (device_id, org_id, kind, severity, first_time, last_time, event_id)
       values ($1, $2, 'card_against_rule', 'critical', now(), now(), $3)`,
    [device.id, child, event],
  );
  const { rows } = await chief.ok(openings.list, { device_id: device.id });
  expect(rows.map(({ right }) => right)).toEqual(['none', 'unsure', 'rule']);
  expect(rows[2]!.swipe).toMatchObject({ verdict: 'rule', rule_name: 'Harbour' });
  expect((await chief.ok(alarms.list, { device_id: device.id })).rows).toMatchObject([
    {
      kind: 'card_against_rule',
      swipe: {
        verdict: 'hours',
        rule_name: 'Harbour',
        card: `***${one.ic_no.slice(-4)}`,
        card_name: `Card ${one.ic_no}`,
      },
    },
  ]);
});
