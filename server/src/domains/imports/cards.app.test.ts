import { allCalls, calls } from '@plomb/contract/calls';
import { cardFields, fieldTitle, type ImportField } from '@plomb/contract/imports/importFields';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { orders } from '@plomb/contract/orders/orders';
import { physicalPermits } from '@plomb/contract/personal/physicalPermits';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { openLog } from '../../platform/log.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { importWorks } from './work.ts';

const { cards, imports } = calls;
const everything = allCalls.flatMap(({ permit }) => (permit.includes(':') ? [permit] : []));
const without = (...permits: string[]) => everything.filter((one) => !permits.includes(one));

let api: TestApi;
let [org, below] = [0, 0];
let belowName: string;
let who: BuiltOperator;
let chief: Caller;
/** May import and add cards, and gives none to locks: numbers are masked to this one. */
let clerk: Caller;
const told: unknown[] = [];

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  below = await buildOrganisation(api.db, org);
  who = await buildOperator(api.db, org);
  chief = await api.signedIn(who);
  clerk = await api.signedIn(await buildOperator(api.db, org, without(orders.add_cards.permit)));
  const named = await api.db.query<{ org_name: string }>('select org_name from organisation where id = $1', [below]);
  belowName = named.rows[0]!.org_name;
});
afterAll(() => api.stop());

/** Does everything there is to do. */
const work = async (): Promise<void> => {
  const one = openJobs({
    pools: api.pools,
    log: openLog('silent'),
    ticked: physicalPermits,
    works: importWorks({
      storage: api.storage,
      came: (ids) => void told.push(ids),
      shown: (ids) => void told.push(ids),
    }),
    isMine: () => true,
  });
  await one.turn();
  await one.settled();
};
const upload = (by: Caller, bytes: string, import_type = 'card') =>
  by.upload(imports.upload, { import_type, name: `${import_type}s.csv` }, { bytes, name: 'cards.csv' });
const detail = (id: number): Promise<ImportDetail> => chief.ok(imports.detail, { id });
const asked = ({ id, columns }: Pick<ImportDetail, 'id' | 'columns'>, mapping?: (ImportField | null)[]) => ({
  id,
  mapping: mapping ?? columns.map(({ field }) => field),
  org_id: org,
  device_type_id: null,
  manufacturer_id: null,
});
/** Sends a file and tries it without writing. */
const checked = async (file: string): Promise<ImportDetail> => {
  const { id } = (await upload(chief, file)).data;
  await chief.ok(imports.check, asked(await detail(id)));
  await work();
  return detail(id);
};
const ran = async (id: number): Promise<ImportDetail> => {
  await chief.ok(imports.run, { id });
  await work();
  return detail(id);
};
const counts = ({ state, total, added, same, bad }: ImportDetail) => ({ state, total, added, same, bad });
const wrongIn = async (id: number) =>
  (await chief.ok(imports.faults, { id })).rows.map(({ row, errors }) => [
    row,
    ...errors.map((e) => `${e.column}: ${e.words}`),
  ]);
const cardsOf = async (numbers: readonly string[]) =>
  (
    await api.db.query(
      `select ic_no, org_id, ic_name, card_no, card_type, lat, lon, radius, status from ic_card
        where ic_no = any($1) order by ic_no, org_id`,
      [numbers],
    )
  ).rows;

let serial = 81_000_000;
const numbers = (n: number): string[] => Array.from({ length: n }, () => String(++serial));
const card = (ic_no: string, change: object = {}) => ({
  ic_no,
  ic_name: 'Gate',
  card_no: '',
  card_type: 'single' as const,
  lon: null,
  lat: null,
  radius: null,
  ...change,
});
const headings = 'IC 卡号,名称,类型,卡面编号,所属组织,纬度,经度,半径（米）';

describe('an import of IC cards', () => {
  it.each(['zh', 'en'] as const)('knows each column of its template (%s)', async (lang) => {
    const columns = cardFields.map((field) => ({ field, title: fieldTitle('card', field)[lang] }));
    const { url } = await chief.ok(imports.template, { columns, format: 'csv', timeZone: 'UTC' });
    const { body } = await api.app.inject({ method: 'GET', url, headers: { authorization: chief.token } });
    const { id } = (await upload(chief, `${body.trim()}\n${numbers(1)[0]}`)).data;
    expect((await detail(id)).columns.map(({ field }) => field)).toEqual(cardFields);
  });

  it('says what would come of it, writes just that, and nothing when it is sent again', async () => {
    const [a, b] = numbers(2) as [string, string];
    const file = `${headings}\n${a},Gate 3,组卡,A-17,${belowName},31.23,121.47,500\n${b},,,,,,,`;
    const tried = await checked(file);
    expect(counts(tried)).toEqual({ state: 'checked', total: 2, added: 2, same: 0, bad: 0 });
    expect(await cardsOf([a, b])).toEqual([]);
    told.length = 0;
    expect(counts(await ran(tried.id))).toEqual({ state: 'done', total: 2, added: 2, same: 0, bad: 0 });
    // they are no devices
    expect(told).toEqual([]);
    const written = [
      {
        ic_no: a,
        org_id: below,
        ic_name: 'Gate 3',
        card_no: 'A-17',
        card_type: 'group',
        lat: 31.23,
        lon: 121.47,
        radius: 500,
        status: 1,
      },
      {
        ic_no: b,
        org_id: org,
        ic_name: '',
        card_no: '',
        card_type: 'single',
        lat: null,
        lon: null,
        radius: null,
        status: 1,
      },
    ];
    expect(await cardsOf([a, b])).toEqual(written);
    expect(counts(await ran((await checked(file)).id))).toMatchObject({ state: 'done', added: 0, same: 2, bad: 0 });
    expect(await cardsOf([a, b])).toEqual(written);
    expect((await chief.ok(imports.list, { import_type: 'card' })).rows[0]).toMatchObject({
      import_type: 'card',
      same: 2,
    });
    expect((await chief.ok(imports.list, { import_type: 'device' })).rows).toEqual([]);
  });

  it('names every wrong cell by its row and column, and keeps those rows out', async () => {
    const [good, twice, there, leaving, named] = numbers(5) as [string, string, string, string, string];
    await chief.ok(cards.add, card(there));
    const { id: last } = await chief.ok(cards.add, card(leaving));
    await api.owner.query('update ic_card set removing_time = now() where id = $1', [last]);
    const rows = [
      `${good},a,single,,,31,121,20`,
      `,a,,,,,,`,
      `12A,a,,,,,,`,
      `12345678901,a,,,,,,`,
      `${twice},a,,,,,,`,
      `${twice},a,,,,,,`,
      // in another organisation it is another card
      `${twice},a,,,${belowName},,,`,
      `${there},another,,,,,,`,
      `${leaving},Gate,,,,,,`,
      `1.2E+7,a,,,,,,`,
      `=A1,a,,,,,,`,
      `${numbers(1)[0]},${'n'.repeat(61)},triple,,nobody,,,`,
      `${numbers(1)[0]},a,,,,31,,`,
      `${numbers(1)[0]},a,,,,,121,`,
      `${numbers(1)[0]},a,,,,,,50`,
      `${numbers(1)[0]},a,,,,91,x,2.5`,
      `${named},a,,,,31,121,19`,
    ];
    const tried = await checked([headings, ...rows].join('\n'));
    expect(counts(tried)).toMatchObject({ total: 17, added: 3, same: 0, bad: 14 });
    expect(await wrongIn(tried.id)).toEqual([
      [3, '0: The IC-card number cannot be empty'],
      [4, '0: A card number has 1 to 10 digits'],
      [5, '0: A card number has 1 to 10 digits'],
      [7, '0: Twice in the file: the same number as row 6'],
      [9, '0: IC cards cannot be added twice: the organisation has this one'],
      [10, '0: The IC card is being removed and goes when its locks have confirmed it: it cannot be changed'],
      [11, '0: A spreadsheet has rounded this number: format the column as text and enter it anew'],
      [12, '0: This is a formula, put its value here'],
      [13, '1: This is too long', '2: This is none of the choices', '4: None of your organisations is called so'],
      [14, '6: Longitude and latitude go together, and a radius needs both'],
      [15, '5: Longitude and latitude go together, and a radius needs both'],
      [16, '6: Longitude and latitude go together, and a radius needs both'],
      [17, '5: This is outside of what is possible', '6: This is of the wrong form', '7: Please enter a whole number'],
      [18, '7: This is outside of what is possible'],
    ]);
    expect(counts(await ran(tried.id))).toMatchObject({ added: 3, bad: 14 });
    expect((await cardsOf([good, twice, named])).map((one) => [one.ic_no, one.org_id])).toEqual([
      [good, org],
      [twice, org],
      [twice, below],
    ]);
  });

  it('gives the failed rows back as a file that is mended and imported like the first', async () => {
    const [a, b] = numbers(2) as [string, string];
    const done = await ran((await checked(`IC-card number,Name\n${a},x\n12A,y`)).id);
    expect(counts(done)).toMatchObject({ added: 1, bad: 1 });
    const columns = ['row', 'c0', 'c1', 'errors'].map((field, at) => ({
      field,
      title: ['Row', 'IC-card number', 'Name', 'Errors'][at]!,
    }));
    const { url } = await chief.ok(imports.failed, { id: done.id, columns, format: 'csv', timeZone: 'UTC' });
    const { body } = await api.app.inject({ method: 'GET', url, headers: { authorization: chief.token } });
    expect(body).toContain('"3","12A","y","A card number has 1 to 10 digits"');
    const mended = await checked(body.replace('12A', b));
    expect(mended.columns.map(({ field }) => field)).toEqual([null, 'ic_no', 'ic_name', null]);
    expect(counts(await ran(mended.id))).toMatchObject({ added: 1, bad: 0 });
    expect((await cardsOf([a, b])).map(({ ic_name }) => ic_name)).toEqual(['x', 'y']);
  });

  it('remembers its headings apart from those of devices', async () => {
    const file = `一号\n${numbers(1)[0]}`;
    const { id } = (await upload(chief, file)).data;
    await chief.ok(imports.check, asked(await detail(id), ['ic_no']));
    await work();
    expect((await detail((await upload(chief, file)).data.id)).columns).toMatchObject([
      { field: 'ic_no', basis: 'before' },
    ]);
    expect((await detail((await upload(chief, file, 'device')).data.id)).columns).toMatchObject([{ field: null }]);
  });

  it.each<[string, object, object]>([
    ['a column for the numbers', { mapping: ['ic_name'] }, { mapping: 'Choose the column of the numbers' }],
    ['the fields of a card alone', { mapping: ['sn'] }, { mapping: 'This is none of the choices' }],
    ['no device type', { device_type_id: 1 }, { device_type_id: 'This is none of the choices' }],
    ['no manufacturer', { manufacturer_id: 1 }, { manufacturer_id: 'This is none of the choices' }],
  ])('asks for %s', async (_, said, data) => {
    const { id } = (await upload(chief, `IC-card number\n${numbers(1)[0]}`)).data;
    expect(await chief.post(imports.check.path, { ...asked(await detail(id)), ...said })).toMatchObject({
      verify: { sign: 'validation' },
      data,
    });
  });
});

describe('who imports IC cards', () => {
  it('reads their numbers and may add them: nobody else sends such a file', async () => {
    const file = `IC-card number\n${numbers(1)[0]}`;
    const giver = await api.signedIn(await buildOperator(api.db, org, without(cards.add.permit)));
    for (const by of [clerk, giver]) expect((await upload(by, file)).verify.sign).toBe('noPermission');
    const { id } = (await upload(chief, file)).data;
    const said = asked(await detail(id));
    expect((await giver.post(imports.check.path, said)).verify.sign).toBe('noPermission');
    await chief.ok(imports.check, said);
    await work();
    expect((await giver.post(imports.run.path, { id })).verify.sign).toBe('noPermission');
    expect(counts(await detail(id))).toMatchObject({ state: 'checked', added: 1 });
  });

  it('to whoever reads no numbers such a file is not there: neither its record, its rows nor itself', async () => {
    const [number] = numbers(1) as [string];
    const tried = await checked(`IC-card number,Latitude\n${number},31\n${number},`);
    expect(tried.bad).toBe(2);
    const unknown = 987_654;
    for (const [path, body] of [
      [imports.detail.path, (id: number) => ({ id })],
      [imports.faults.path, (id: number) => ({ id })],
      [imports.check.path, (id: number) => ({ ...asked(tried), id })],
      [imports.run.path, (id: number) => ({ id })],
      [imports.discard.path, (id: number) => ({ id })],
    ] as const)
      expect((await clerk.post(path, body(tried.id))).verify, path).toEqual(
        (await clerk.post(path, body(unknown))).verify,
      );
    expect((await clerk.post(calls.files.link.path, { id: tried.path })).verify.sign).toBe('notFound');
    const seen = (await clerk.ok(imports.list, {})).rows.map(({ import_type }) => import_type);
    expect(new Set(seen)).toEqual(new Set(['device']));
    expect((await clerk.ok(imports.list, { import_type: 'card' })).rows).toEqual([]);
    const fetched = async (url: string) =>
      (await api.app.inject({ method: 'GET', url, headers: { authorization: clerk.token } })).body;
    const columns = [{ field: 'c0', title: 'c0' }];
    const failed = await clerk.ok(imports.failed, { id: tried.id, columns, format: 'csv', timeZone: 'UTC' });
    expect(await fetched(failed.url)).not.toContain(number);
    const records = await clerk.ok(imports.export, {
      columns: [{ field: 'name', title: 'File' }],
      format: 'csv',
      timeZone: 'UTC',
    } as never);
    const told = await fetched(records.url);
    expect(told).toContain('devices.csv');
    expect(told).not.toContain('cards.csv');
    // and whoever reads them has it all
    expect((await chief.ok(calls.files.link, { id: tried.path! })).bytes).toBeGreaterThan(0);
    const { rows } = await api.owner.query<{ line: string }>('select to_jsonb(l)::text as line from operation_log l');
    expect(rows.filter(({ line }) => line.includes(number))).toEqual([]);
  });

  it('goes no further once they may give no cards any more', async () => {
    const leaving = await buildOperator(api.db, org);
    const by = await api.signedIn(leaving);
    const [number] = numbers(1) as [string];
    const { id } = (await upload(by, `IC-card number\n${number}`)).data;
    await by.ok(imports.check, asked(await detail(id)));
    await work();
    await by.ok(imports.run, { id });
    await api.owner.query('update operator set role_id = (select role_id from operator where id = $2) where id = $1', [
      leaving.id,
      (await buildOperator(api.db, org, without(orders.add_cards.permit))).id,
    ]);
    await work();
    expect(await detail(id)).toMatchObject({ state: 'failed', failure: 'Whoever began it may not do it any more' });
    expect(await cardsOf([number])).toEqual([]);
  });
});
