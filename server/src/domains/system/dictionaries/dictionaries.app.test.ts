import { calls } from '@plomb/contract/calls';
import { seedMark } from '@plomb/contract/seeds';
import { dictCodes, seedOf } from '@plomb/contract/words';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { adminPassword, startApi, type TestApi } from '../../../testing/api.ts';
import { buildOperator, buildOrganisation } from '../../../testing/build.ts';
import type { Caller } from '../../../testing/client.ts';
import { syncDictionaries } from './seed.ts';

const { dictionaries, dictionaryItems } = calls;
let api: TestApi;
let root: Caller;
let below: Caller;
let told: [string, unknown][] = [];

beforeAll(async () => {
  api = await startApi();
  root = await api.signedIn({ loginName: 'admin', password: adminPassword });
  below = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  api.hub.watch({
    operatorId: 1,
    orgIds: new Set(),
    ids: new Set(),
    alarms: false,
    commands: false,
    send: (event, data) => told.push([event, data]) > 0,
    pending: () => 0,
  });
});
beforeEach(async () => {
  await api.news.settled();
  told = [];
});
afterAll(() => api.stop());

const dictionaryOf = async (dict_code: string) => {
  const { rows } = await root.ok(dictionaries.list, { keyword: dict_code, size: 100 });
  return rows.find((d) => d.dict_code === dict_code)!;
};
const itemsOf = async (dict_code: string) =>
  (await root.ok(dictionaryItems.list, { dictionary_id: (await dictionaryOf(dict_code)).id })).rows;
const text = (zh: string, en: string) => ({ zh, en });

describe('all words in one call', () => {
  it('has every dictionary of the product, in order, in both languages', async () => {
    const all = (await below.ok(dictionaries.all, {})).dictionaries!;
    expect(Object.keys(all).sort()).toEqual([...dictCodes].sort());
    for (const code of dictCodes)
      expect(all[code]!.items.map((i) => [i.item_code, i.item_text.zh, i.item_text.en])).toEqual(
        Object.entries(seedOf(code).items).map(([item, [zh, en]]) => [item, zh, en]),
      );
  });
  it('tells one who has the words of this release of none but those that were changed', async () => {
    expect((await below.ok(dictionaries.all, { seeds: seedMark })).dictionaries).toEqual({});
    expect(Object.keys((await below.ok(dictionaries.all, { seeds: 'of another' })).dictionaries!)).toHaveLength(
      dictCodes.length,
    );
    const [first] = await itemsOf('unseal_reason');
    const { id, dictionary_id, item_code, item_text, colour } = first!;
    const said = (enabled: boolean) =>
      root.ok(dictionaryItems.update, { id, dictionary_id, item_code, item_text, colour, enabled });
    await said(false);
    const told = (await below.ok(dictionaries.all, { seeds: seedMark })).dictionaries!;
    expect(Object.keys(told)).toEqual(['unseal_reason']);
    expect(told.unseal_reason!.items).toHaveLength(Object.keys(seedOf('unseal_reason').items).length);
    expect(told.unseal_reason!.items[0]).toMatchObject({ item_code, enabled: false });
    await said(true);
  });
  it('is empty for one who has this version already', async () => {
    const { version } = await below.ok(dictionaries.all, {});
    expect(await below.ok(dictionaries.all, { version })).toEqual({ version, dictionaries: null });
    expect((await below.ok(dictionaries.all, { version: 'another' })).dictionaries).not.toBeNull();
  });
});

describe('codes of the product', () => {
  it('keep their value, take other words, and stay so over a restart', async () => {
    const sealed = (await itemsOf('msg_ls')).find((i) => i.item_code === '2')!;
    const { id, dict_code, sort, fixed, ...write } = sealed;
    expect([dict_code, fixed]).toEqual(['msg_ls', true]);
    const moved = await root.call(dictionaryItems.update, { ...write, id, item_code: '7' });
    expect(moved.verify.desc).toBe('A code of the product cannot be changed');
    await root.ok(dictionaryItems.update, { ...write, id, item_text: text('铅封完好', 'Intact'), colour: 'cyan' });

    await transaction(api.owner, syncDictionaries);
    expect((await itemsOf('msg_ls')).find((i) => i.item_code === '2')).toEqual({
      ...sealed,
      item_text: text('铅封完好', 'Intact'),
      colour: 'cyan',
    });
    expect(sort).toBe(2);
  });
  it('follow the release where nobody changed the word, and only there', async () => {
    const before = text('迟到', 'Late');
    const setTo = (item_text: object, seed_text: object | null) =>
      transaction(api.owner, (db) =>
        db.query(
          `update dictionary_item i set item_text = $1, seed_text = $2 from dictionary d
           where d.id = i.dictionary_id and d.dict_code = 'connection' and i.item_code = 'late'`,
          [item_text, seed_text],
        ),
      );
    const late = async () => (await itemsOf('connection')).find((i) => i.item_code === 'late')!.item_text;
    const released = await late();
    const synced = async (item_text: object, seed_text: object | null) => {
      await setTo(item_text, seed_text);
      await transaction(api.owner, syncDictionaries);
      await transaction(api.owner, syncDictionaries);
      return late();
    };
    expect(await synced(before, before)).toEqual(released);
    const theirs = text('过点了', 'Overdue');
    expect(await synced(theirs, before)).toEqual(theirs);
    // nobody knows any more what the release brought that made it
    expect(await synced(before, null)).toEqual(before);
    await setTo(released, released);
  });
  it('cannot be deleted or added to, nor can their dictionary', async () => {
    const { id } = await dictionaryOf('alarm_kind');
    const [item] = await itemsOf('alarm_kind');
    const desc = async (reply: Promise<{ verify: { desc: string } }>) => (await reply).verify.desc;
    const builtIn = 'Dictionaries and items of the product cannot be deleted';
    expect(await desc(root.call(dictionaryItems.delete, { ids: [item!.id] }))).toBe(builtIn);
    expect(await desc(root.call(dictionaries.delete, { ids: [id] }))).toBe(builtIn);
    const added = root.call(dictionaryItems.add, {
      dictionary_id: id,
      item_code: 'ufo',
      item_text: text('飞碟', 'UFO'),
      colour: 'red',
      enabled: true,
    });
    expect(await desc(added)).toMatch(/none can be added/);
    const renamed = root.call(dictionaries.update, { id, dict_code: 'alarm_sort', dict_text: text('告警', 'Alarm') });
    expect(await desc(renamed)).toBe('A code of the product cannot be changed');
  });
  it('are held by the database too', async () => {
    const [item] = await itemsOf('msg_lso');
    await expect(api.owner.query('delete from dictionary_item where id = $1', [item!.id])).rejects.toThrow(/fixed/);
    await expect(
      api.owner.query("update dictionary_item set item_code = '99' where id = $1", [item!.id]),
    ).rejects.toThrow(/fixed/);
  });
  it('of an open dictionary are joined by own ones', async () => {
    const { id } = await dictionaryOf('unseal_reason');
    await root.ok(dictionaryItems.add, {
      dictionary_id: id,
      item_code: 'weighing',
      item_text: text('过磅', 'Weighing'),
      colour: 'blue',
      enabled: true,
    });
    const last = (await itemsOf('unseal_reason')).at(-1)!;
    expect([last.item_code, last.fixed]).toEqual(['weighing', false]);
    await root.ok(dictionaryItems.delete, { ids: [last.id] });
  });
});

describe('a dictionary of one’s own', () => {
  it('lives and dies, but not while it has items', async () => {
    const { id } = await root.ok(dictionaries.add, { dict_code: 'cargo', dict_text: text('货物', 'Cargo') });
    const add = (item_code: string) =>
      root.ok(dictionaryItems.add, {
        dictionary_id: id,
        item_code,
        item_text: text(item_code, item_code),
        colour: 'grey',
        enabled: true,
      });
    const [tea, wine] = [await add('tea'), await add('wine')];
    await root.ok(dictionaryItems.order, { dictionary_id: id, ids: [wine.id, tea.id] });
    expect((await itemsOf('cargo')).map((i) => i.item_code)).toEqual(['wine', 'tea']);
    expect((await root.call(dictionaryItems.order, { dictionary_id: id, ids: [wine.id] })).verify.sign).toBe(
      'conflict',
    );

    const { dictionary_id, item_text, colour } = (await itemsOf('cargo'))[0]!;
    await root.ok(dictionaryItems.update, {
      id: wine.id,
      dictionary_id,
      item_code: 'beer',
      item_text,
      colour,
      enabled: false,
    });
    const all = (await root.ok(dictionaries.all, {})).dictionaries!;
    expect(all.cargo!.items[0]).toMatchObject({ item_code: 'beer', enabled: false });

    expect((await root.call(dictionaries.delete, { ids: [id] })).verify.desc).toBe(
      'The dictionary still has items and cannot be deleted',
    );
    await root.ok(dictionaryItems.delete, { ids: [tea.id, wine.id] });
    await root.ok(dictionaries.delete, { ids: [id] });
    expect((await root.call(dictionaries.detail, { id })).verify.sign).toBe('notFound');
  });
  it('has a code of its own, of small letters', async () => {
    const dict_text = text('另一个', 'Another');
    expect((await root.call(dictionaries.add, { dict_code: 'msg_ls', dict_text })).verify.sign).toBe('conflict');
    const reply = await root.call(dictionaries.add, { dict_code: 'Msg-Ls', dict_text: text('', 'x') });
    expect(Object.keys(reply.data)).toEqual(['dict_code', 'dict_text.zh']);
  });
});

describe('who changes words', () => {
  it('is the root organisation, whatever buttons others hold', async () => {
    const dict_text = text('货物', 'Cargo');
    const reply = await below.call(dictionaries.add, { dict_code: 'cargo', dict_text });
    expect(reply.verify).toEqual({
      sign: 'noPermission',
      desc: 'Only operators of the root organisation change what is the same for everybody',
    });
    expect((await below.ok(calls.params.shown, {})).changes_global).toBe(false);
    expect((await root.ok(calls.params.shown, {})).changes_global).toBe(true);
    expect(told).toEqual([]);
  });
});

describe('open consoles', () => {
  it('are told of another version once it is committed, and only then', async () => {
    const [item] = await itemsOf('transport_status');
    const { id, dict_code, sort, fixed, ...write } = item!;
    const before = await below.ok(dictionaries.all, {});
    await root.ok(dictionaryItems.update, { ...write, id, item_text: text('运输中', 'On the road') });
    await api.news.settled();
    const { version, dictionaries: all } = await below.ok(dictionaries.all, { version: before.version });
    expect(told).toEqual([['dictionaries', { version }]]);
    expect(all![dict_code]!.items[0]!.item_text.en).toBe('On the road');

    await root.call(dictionaryItems.update, { ...write, id, item_code: 'elsewhere' });
    await api.news.settled();
    expect(told).toHaveLength(1);
    expect([sort, fixed]).toEqual([0, true]);
  });
});
