import { ledger } from '@plomb/contract/custody/ledger';
import { sealCalls } from '@plomb/contract/seals/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { qrSeals, nfcSeals, field, labels, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let keeper: BuiltOperator;
let calls: Caller;
let kind: number;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  keeper = await buildOperator(api.db, org);
  calls = await api.signedIn(keeper);
  const bolt = { kind_name: 'bolt', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
  kind = (await calls.ok(sealKinds.add, bolt)).id;
});
afterAll(() => api.stop());

/** A series of five, 996 to 1000. */
const series = async (): Promise<{ series_id: number; prefix: string }> => {
  const prefix = `LB ${100 + ++made}`;
  const input = { kind_id: kind, holder_id: keeper.id, prefix, first: 996, count: 5 };
  return { series_id: (await calls.ok(qrSeals.add, input)).id, prefix };
};

describe('labels of a series', () => {
  it('are those of its range, in order, each with a code that is genuine', async () => {
    const { series_id, prefix } = await series();
    const { rows } = await calls.ok(labels.list, { series_id, first: 998, last: 1000 });
    expect(rows.map(({ number }) => number)).toEqual(['0998', '0999', '1000'].map((n) => `${prefix} ${n}`));
    const scanned = await calls.ok(field.scan, { medium: 'qr', read: rows[0]!.payload });
    expect(scanned).toMatchObject({ label: 'genuine', number: `${prefix} 0998` });
    const found = await calls.ok(labels.series, { keyword: prefix });
    expect(found.rows).toMatchObject([{ id: series_id, first: 996, count: 5, kind_name: 'bolt', iso_class: 'H' }]);
    expect((await calls.ok(labels.series, { id: series_id })).rows).toHaveLength(1);
  });
  it('are refused beyond it, in the wrong order and without end', async () => {
    const { series_id } = await series();
    for (const [first, last] of [
      [995, 996],
      [996, 1001],
      [998, 997],
      [0, 5000],
    ] as const) {
      const tried = await calls.call(labels.list, { series_id, first, last });
      expect(tried.verify.sign, `${first}–${last}`).toBe('validation');
      expect(JSON.stringify(tried.data)).toContain('1000 at most');
    }
  });
  it('are of printed numbers alone: chips have none', async () => {
    const input = { kind_id: kind, holder_id: keeper.id, prefix: 'lot of chips', numbers: ['04A2 24B1 77'] };
    const { id } = await calls.ok(nfcSeals.add, input);
    expect((await calls.ok(labels.series, { id })).rows).toEqual([]);
    expect((await calls.call(labels.list, { series_id: id, first: 0, last: 0 })).verify.sign).toBe('validation');
  });
});

describe('printing', () => {
  it('is taken down, and again for a reason alone; that stands in the ledger', async () => {
    const { series_id, prefix } = await series();
    expect(await calls.ok(labels.print, { series_id, first: 996, last: 999 })).toMatchObject({ count: 4, again: 0 });
    const again = { series_id, first: 999, last: 1000 };
    expect((await calls.call(labels.print, again)).verify).toMatchObject({
      desc: 'Some of these labels were printed before: say why they are printed again',
    });
    expect(await calls.ok(labels.print, { ...again, reason: 'scratched' })).toMatchObject({ count: 2, again: 1 });
    const { rows } = await calls.ok(labels.list, { series_id, first: 996, last: 1000 });
    expect(rows.map(({ printed }) => printed)).toEqual([1, 1, 1, 2, 1]);
    expect((await calls.ok(labels.runs, { series_id })).rows).toMatchObject([
      { first_number: `${prefix} 0999`, last_number: `${prefix} 1000`, count: 2, again: 1, reason: 'scratched' },
      { first_number: `${prefix} 0996`, last_number: `${prefix} 0999`, count: 4, again: 0, reason: '' },
    ]);
    const facts = (await calls.ok(ledger.list, { group: 'seal', size: 100 })).rows.filter(
      ({ fact, details }) => fact === 'seal.printed' && String(details.number).startsWith(prefix),
    );
    expect(facts).toMatchObject([
      { details: { count: 2, again: 1, reason: 'scratched', last: `${prefix} 1000` }, operator_id: keeper.id },
      { details: { count: 4, last: `${prefix} 0999` } },
    ]);
  });
  it('twice at once is once, and once again: without a reason one of both is refused', async () => {
    const { series_id } = await series();
    const range = { series_id, first: 996, last: 1000 };
    const signs = (await Promise.all([calls.call(labels.print, range), calls.call(labels.print, range)])).map(
      ({ verify }) => verify.sign,
    );
    expect(signs.toSorted()).toEqual(['fail', 'success']);
    expect((await calls.ok(labels.runs, { series_id })).rows).toHaveLength(1);
  });
  it('of a number that was used is refused: its label would be a copy', async () => {
    const { series_id, prefix } = await series();
    await api.owner.query("update seal set state = 'scrapped', holder_id = null where number = $1", [`${prefix} 0997`]);
    const tried = await calls.call(labels.print, { series_id, first: 996, last: 998 });
    expect(tried.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('Only blank numbers') });
    expect(await calls.ok(labels.print, { series_id, first: 998, last: 1000 })).toMatchObject({ count: 3 });
  });
  it('says where the numbers of a series begin that were never printed, which are not those that are blank', async () => {
    const { series_id, prefix } = await series();
    const found = async () => (await calls.ok(labels.series, { id: series_id })).rows;
    expect(await found()).toMatchObject([{ blank: 996, unprinted: 996 }]);
    await calls.ok(labels.print, { series_id, first: 996, last: 997 });
    expect(await found()).toMatchObject([{ blank: 996, unprinted: 998 }]);
    await api.owner.query("update seal set state = 'scrapped', holder_id = null where number = $1", [`${prefix} 0998`]);
    expect(await found()).toMatchObject([{ blank: 996, unprinted: 999 }]);
    await calls.ok(labels.print, { series_id, first: 999, last: 1000 });
    expect(await found()).toMatchObject([{ blank: 996, unprinted: null }]);
    await api.owner.query("update seal set state = 'scrapped', holder_id = null where number like $1", [`${prefix} %`]);
    expect(await found()).toMatchObject([{ blank: null, unprinted: null }]);
  });
  it('says where the blank numbers of a series begin, and where they go on', async () => {
    const { series_id, prefix } = await series();
    const blank = async () => (await calls.ok(labels.series, { id: series_id })).rows[0]!.blank;
    const next = async (first: number, last: number) => (await calls.ok(labels.list, { series_id, first, last })).next;
    const use = async (...running: string[]) => {
      const numbers = running.map((one) => `${prefix} ${one}`);
      await api.owner.query("update seal set state = 'scrapped', holder_id = null where number = any($1)", [numbers]);
    };
    expect([await blank(), await next(996, 996), await next(996, 1000)]).toEqual([996, 997, null]);
    await use('0996', '0998', '0999');
    expect([await blank(), await next(996, 996), await next(996, 997)]).toEqual([997, 997, 1000]);
    // one that is missing is blank, though it is in no hand
    await api.owner.query('update seal set holder_id = null where number = $1', [`${prefix} 0997`]);
    await use('1000');
    expect([await blank(), await next(997, 997)]).toEqual([997, null]);
    await use('0997');
    expect(await blank()).toBeNull();
  });
  it('cannot be taken back, by nobody', async () => {
    const { series_id } = await series();
    await calls.ok(labels.print, { series_id, first: 996, last: 996 });
    await expect(api.owner.query('delete from seal_print')).rejects.toThrow('append only');
  });
  it('takes the button of it; who has not can look', async () => {
    const { series_id } = await series();
    const looks = await api.signedIn(await buildOperator(api.db, org, ['sealLabel:list']));
    expect((await looks.ok(labels.list, { series_id, first: 996, last: 997 })).rows).toHaveLength(2);
    const tried = await looks.call(labels.print, { series_id, first: 996, last: 997 });
    expect(tried.verify.sign).toBe('noPermission');
  });
});
