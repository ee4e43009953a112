import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { alarms } from '@plomb/contract/alarms/alarms';
import { approvals } from '@plomb/contract/approvals/approvals';
import { ledger } from '@plomb/contract/custody/ledger';
import { errors } from '@plomb/contract/errors';
import type { AlarmKind } from '@plomb/contract/lock/codes';
import { alertRecords } from '@plomb/contract/records/alerts';
import { changeRecords } from '@plomb/contract/records/changes';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';

const { qrSeals, nfcSeals, rfidSeals, qrOperations, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let guard: BuiltOperator;
let other: BuiltOperator;
let calls: Caller;
let kind: number;
let reusable: number;
let series = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  [guard, other] = [await buildOperator(api.db, org), await buildOperator(api.db, org)];
  calls = await api.signedIn(guard);
  const made = { iso_class: 'H', maker: 'Maker', certificate: 'C-1' } as const;
  kind = (await calls.ok(sealKinds.add, { kind_name: 'bolt', ...made, reusable: false })).id;
  reusable = (await calls.ok(sealKinds.add, { kind_name: 'padlock', ...made, reusable: true })).id;
});
afterAll(() => api.stop());

/** A number nobody used, in the guard's hands. */
const blank = async (of = kind, holder = guard.id): Promise<string> => {
  const prefix = `NB ${1000 + ++series}`;
  await calls.ok(qrSeals.add, { kind_id: of, holder_id: holder, prefix, first: 1, count: 2 });
  return `${prefix} 001`;
};
const photo = async (by = guard, purpose = 'seal'): Promise<string> => {
  const { rows } = await api.owner.query<{ id: string }>(
    `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
     insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
     select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), $2, $3, $4, 'image/jpeg', sha256, 1 from content
     returning id`,
    [Buffer.from(randomUUID()), org, by.id, purpose],
  );
  return rows[0]!.id;
};
let counter = 0;
const told = async (number: string, more: object = {}) => ({
  ...{ medium: 'qr' as const, read: number, key: randomUUID(), time: new Date().toISOString(), counter: ++counter },
  ...{ lat: 29.87, lon: 121.55, accuracy: 5, photos: [await photo()] },
  ...more,
});
const sealed = async (of = kind): Promise<string> => {
  const number = await blank(of);
  expect(await calls.ok(field.seal, await told(number, { object: '浙B·3F911 left door' }))).toMatchObject({
    outcome: 'done',
  });
  return number;
};
const seen = async (number: string) => (await calls.ok(qrSeals.list, { keyword: number })).rows[0]!;
const kept = async (number: string) => (await calls.ok(qrOperations.list, { keyword: number })).rows;

describe('a series', () => {
  describe('where its organisation asks for two', () => {
    const path = qrSeals.add.path;
    let at: number;
    let maker: BuiltOperator;
    let colleague: BuiltOperator;
    let session_: Caller;
    let of: { kind_id: number; holder_id: number; first: number; count: number };
    const signed = async (who: BuiltOperator, password = who.password) => ({
      witness_login: who.loginName,
      witness_password: sealPassword(await session_.ok(session.key, {}), path, password),
    });
    beforeAll(async () => {
      at = await buildOrganisation(api.db);
      maker = await buildOperator(api.db, at);
      colleague = await buildOperator(api.db, at);
      session_ = await api.signedIn(maker);
      const made = { kind_name: 'by two', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
      of = { kind_id: (await session_.ok(sealKinds.add, made)).id, holder_id: maker.id, first: 1, count: 3 };
      await session_.ok(qrSeals.add, { ...of, prefix: 'ALONE 1' });
      await api.owner.query("insert into approval_rule (org_id, kind) values ($1, 'seal_series')", [at]);
    });

    it('is made by a second person who signs in there, and says who that was', async () => {
      expect((await session_.ok(qrSeals.kinds, {})).by_two).toBe(true);
      const alone = await session_.call(qrSeals.add, { ...of, prefix: 'TWO 1' });
      expect(alone.verify.desc).toBe('This series is made by two: a second person signs in here');
      await session_.ok(qrSeals.add, { ...of, prefix: 'TWO 1', ...(await signed(colleague)) });
      const { rows } = await session_.ok(qrSeals.series, { keyword: 'TWO 1' });
      expect(rows).toMatchObject([
        { oper_name: `Operator ${maker.loginName}`, witness: `Operator ${colleague.loginName}`, count: 3 },
      ]);
      const { rows: facts } = await session_.ok(ledger.list, { group: 'seal', size: 100 });
      expect(facts.filter(({ details }) => details.witness === `Operator ${colleague.loginName}`)).toHaveLength(1);
    });
    it('by nobody beside themselves, with a wrong password, or of elsewhere; and of those nothing is made', async () => {
      const stranger = await buildOperator(api.db, await buildOrganisation(api.db));
      for (const beside of [await signed(maker), await signed(colleague, 'wrong1234'), await signed(stranger)])
        expect((await session_.call(qrSeals.add, { ...of, prefix: 'TWO 2', ...beside })).verify.sign).not.toBe(
          'success',
        );
      expect((await session_.ok(qrSeals.series, { keyword: 'TWO 2' })).rows).toEqual([]);
    });
    it('nor by whoever they are made for, in the database neither', async () => {
      const theirs = { ...of, holder_id: colleague.id, prefix: 'TWO 4' };
      const refused = await session_.call(qrSeals.add, { ...theirs, ...(await signed(colleague)) });
      expect(refused.verify.desc).toBe('Whoever these seals are for cannot be the second person');
      expect((await session_.ok(qrSeals.series, { keyword: 'TWO 4' })).rows).toEqual([]);
      await expect(
        api.owner.query(
          `with s as (insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name, witness_id, witness)
             values ($1, 'qr', 'TWO 5', 1, 1, $2, $3, 'x', $4, 'x') returning id)
           insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name) select $1, id, 'qr', 'TWO 5', 'TWO5', $4, 'x' from s`,
          [at, of.kind_id, maker.id, colleague.id],
        ),
      ).rejects.toMatchObject({ constraint: 'series_witness_holds' });
    });
    it('whether its numbers run or are written one by one', async () => {
      const { first: _, count: __, ...rest } = of;
      const written = { ...rest, prefix: 'X', numbers: ['X 001', 'X 002', 'X 003'] };
      const alone = await session_.call(qrSeals.add, written);
      expect(alone.verify.desc).toBe('This series is made by two: a second person signs in here');
      expect((await session_.ok(qrSeals.list, { keyword: 'X 00' })).rows).toEqual([]);
      await session_.ok(qrSeals.add, { ...written, ...(await signed(colleague)) });
      await expect(
        api.owner.query(
          `insert into seal_series (org_id, medium, prefix, count, kind_id, operator_id, oper_name) values ($1, 'qr', 'x', 1, $2, $3, 'x')`,
          [at, of.kind_id, maker.id],
        ),
      ).rejects.toMatchObject({ constraint: 'series_by_two' });
    });
    it('also below it, and in the database, while chips are registered by one', async () => {
      const below = await buildOrganisation(api.db, at);
      const holder = await buildOperator(api.db, below);
      const refused = await session_.call(qrSeals.add, { ...of, holder_id: holder.id, prefix: 'TWO 3' });
      expect(refused.verify.sign).toBe('fail');
      const written = (more: string, values: string) =>
        api.owner.query(
          `insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name${more})
           values ($1, 'qr', 'x', 1, 1, $2, $3, 'x'${values})`,
          [at, of.kind_id, maker.id],
        );
      await expect(written('', '')).rejects.toMatchObject({ constraint: 'series_by_two' });
      await expect(written(', witness_id, witness', ", $3, 'x'")).rejects.toMatchObject({
        constraint: 'seal_series_two',
      });
      const chips = { kind_id: of.kind_id, holder_id: maker.id, prefix: 'lot', numbers: ['04A1B2C3D4E5F6'] };
      await session_.ok(nfcSeals.add, chips);
    });
  });
  it('is of running numbers, in the hands of whoever it was made for', async () => {
    const prefix = 'ZS 0830';
    const { id } = await calls.ok(qrSeals.add, { kind_id: kind, holder_id: other.id, prefix, first: 998, count: 3 });
    const { rows } = await calls.ok(qrSeals.list, { series_id: id });
    expect(rows.map(({ number }) => number)).toEqual(['ZS 0830 1000', 'ZS 0830 0999', 'ZS 0830 0998']);
    expect(rows[0]).toMatchObject({
      state: 'blank',
      holder_name: expect.stringContaining(other.loginName),
      iso_class: 'H',
    });
    const found = (await calls.ok(qrSeals.series, { keyword: prefix })).rows[0];
    expect(found).toMatchObject({ count: 3, used: 0, in_hand: 3, scrapped: 0 });
  });
  it('has no number that was given before, however it is written, and is made whole or not at all', async () => {
    await calls.ok(qrSeals.add, { kind_id: kind, holder_id: guard.id, prefix: 'QQ 7', first: 5, count: 2 });
    const again = await calls.call(qrSeals.add, {
      kind_id: kind,
      holder_id: guard.id,
      prefix: 'qq-7',
      first: 6,
      count: 9,
    });
    expect(again.verify).toMatchObject({ sign: 'conflict', desc: 'Numbers of this series exist already' });
    expect((await calls.ok(qrSeals.list, { keyword: 'QQ 7' })).rows).toHaveLength(2);
  });
  it('is looked for by how its numbers begin: also full-width, and by what no number holds there is none', async () => {
    await calls.ok(qrSeals.add, { kind_id: kind, holder_id: guard.id, prefix: 'QR 8', first: 1, count: 2 });
    const found = async (keyword: string) => (await calls.ok(qrSeals.list, { keyword })).rows.length;
    for (const keyword of ['qr 8', 'qr-8 00', 'ｑＲ８', 'QR·8'])
      expect([keyword, await found(keyword)]).toEqual([keyword, 2]);
    for (const keyword of ['张三', '%', '_', '-', '\\', 'İ', '8001', 'QR8张', 'QR8%'])
      expect([keyword, await found(keyword)]).toEqual([keyword, 0]);
  });
  it('of chips is registered one by one; an RFID id has 14 digits', async () => {
    const lot = { kind_id: kind, holder_id: guard.id, prefix: 'lot 1' };
    await calls.ok(nfcSeals.add, { ...lot, numbers: ['04A2 24B1'] });
    const short = await calls.call(rfidSeals.add, { ...lot, numbers: ['1234567890123'] });
    expect(short.verify.sign).toBe('validation');
    expect(JSON.stringify(short.data)).toContain('ID length less than 14 digits');
    await calls.ok(rfidSeals.add, { ...lot, numbers: ['12345678901234'] });
  });
  it('of another organisation is as unknown', async () => {
    const elsewhere = await buildOrganisation(api.db);
    const stranger = await api.signedIn(await buildOperator(api.db, elsewhere));
    const number = await blank();
    expect((await stranger.ok(qrSeals.list, { keyword: number })).rows).toEqual([]);
    expect((await stranger.call(qrSeals.detail, { id: (await seen(number)).id })).verify.sign).toBe('notFound');
    expect(await stranger.ok(field.scan, { medium: 'qr', read: number })).toMatchObject({ seal: null, may: [] });
    const tried = await stranger.ok(field.seal, await told(number, { photos: [], object: 'x' }));
    expect(tried).toMatchObject({ outcome: 'refused', refusal: 'unknownSeal' });
    expect((await seen(number)).state).toBe('blank');
    const choice = { holder_id: guard.id, prefix: 'X 1', first: 1, count: 1 };
    expect((await stranger.call(qrSeals.add, { ...choice, kind_id: kind })).verify.sign).not.toBe('success');
  });
});

describe('a kind', () => {
  it('stays what its seals are judged by, once there are some', async () => {
    const name = { kind_name: 'cable', maker: '', certificate: '' };
    const { id } = await calls.ok(sealKinds.add, { ...name, iso_class: 'S', reusable: false });
    await calls.ok(sealKinds.update, { id, ...name, iso_class: 'H', reusable: false });
    await blank(id);
    for (const other of [{ iso_class: 'H', reusable: true } as const, { iso_class: 'I', reusable: false } as const]) {
      const tried = await calls.call(sealKinds.update, { id, ...name, ...other });
      expect(tried.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('Add another kind') });
    }
    await calls.ok(sealKinds.update, { id, ...name, maker: 'Another', iso_class: 'H', reusable: false });
  });
  it('is of whoever holds its seals, or of one above: else the holder would not know the number', async () => {
    const below = [await buildOrganisation(api.db, org), await buildOrganisation(api.db, org)];
    const [holder, neighbour] = await Promise.all(below.map((at) => buildOperator(api.db, at)));
    const theirs = await api.signedIn(neighbour!);
    const foreign = { kind_name: 'theirs', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
    const { id } = await theirs.ok(sealKinds.add, foreign);
    const made = { holder_id: holder!.id, prefix: 'KK 1', first: 1, count: 1 };
    expect((await calls.call(qrSeals.add, { ...made, kind_id: id })).verify).toMatchObject({
      desc: 'The kind belongs neither to the organisation of the holder nor to one above it',
    });
    await calls.ok(qrSeals.add, { ...made, kind_id: kind });
    const held = await (await api.signedIn(holder!)).ok(field.scan, { medium: 'qr', read: 'KK 1 001' });
    expect(held).toMatchObject({ seal: { mine: true, kind_name: 'bolt' } });
  });
});

describe('a seal', () => {
  it('is applied, patrolled, found abnormal, taken off, and never applied again', async () => {
    const number = await sealed();
    expect(await seen(number)).toMatchObject({ state: 'sealed', object: '浙B·3F911 left door', holder_name: '' });
    expect(await calls.ok(field.patrol, await told(number))).toMatchObject({ outcome: 'done', state: 'sealed' });
    const wrong = { reason: 'cut marks', abnormal_kind: 'attacked' as const };
    expect(await calls.ok(field.abnormal, await told(number, wrong))).toMatchObject({ outcome: 'done' });
    expect(await seen(number)).toMatchObject({ state: 'sealed', abnormal: true });
    expect(await calls.ok(field.unseal, await told(number))).toMatchObject({ outcome: 'done', state: 'spent' });
    const again = await calls.ok(field.seal, await told(number, { object: 'another' }));
    expect(again).toMatchObject({
      outcome: 'refused',
      refusal: 'sealReuse',
      words: expect.stringContaining('never be applied again'),
    });
    expect((await kept(number))[0]).toMatchObject({ alarm: 'seal_reuse' });
    expect((await kept(number)).map(({ operation, outcome }) => [operation, outcome])).toEqual([
      [0, 'refused'],
      [2, 'done'],
      [4, 'done'],
      [1, 'done'],
      [0, 'done'],
    ]);
  });
  it('that can be used again is in the hands of whoever took it off', async () => {
    const number = await sealed(reusable);
    await calls.ok(field.unseal, await told(number));
    expect(await seen(number)).toMatchObject({ state: 'blank', holder_name: expect.stringContaining(guard.loginName) });
    expect(await calls.ok(field.seal, await told(number, { object: 'again' }))).toMatchObject({ outcome: 'done' });
  });
  it('is refused where a guard says so, and the refusal is kept with its photos', async () => {
    const number = await blank(kind, other.id);
    const tried = await told(number, { object: 'x' });
    expect(await calls.ok(field.seal, tried)).toMatchObject({ outcome: 'refused', refusal: 'sealNotHeld' });
    expect((await kept(number))[0]).toMatchObject({ outcome: 'refused', refusal: 'sealNotHeld', photos: tried.photos });
    expect((await seen(number)).state).toBe('blank');
  });
  it('is patrolled where it is, or with a reason', async () => {
    const number = await sealed();
    const far = { lat: 30.5 };
    expect(await calls.ok(field.patrol, await told(number, far))).toMatchObject({ refusal: 'sealElsewhere' });
    expect(await calls.ok(field.patrol, await told(number, { ...far, reason: 'on the road' }))).toMatchObject({
      outcome: 'done',
    });
  });
  it('is scrapped by two', async () => {
    const number = await blank();
    const alone = await calls.ok(field.scrap, await told(number, { reason: 'bent' }));
    expect(alone).toMatchObject({ outcome: 'refused', refusal: 'sealWitness' });
    const witness = await buildOperator(api.db, org, [approvals.approve.permit]);
    const beside = async (password: string) => ({
      witness_login: witness.loginName,
      witness_password: sealPassword(await calls.ok(session.key, {}), field.scrap.path, password),
    });
    const wrong = await calls.call(field.scrap, await told(number, { reason: 'bent', ...(await beside('not it')) }));
    expect(wrong.verify.sign).not.toBe('success');
    const done = await calls.ok(
      field.scrap,
      await told(number, { reason: 'bent', ...(await beside(witness.password)) }),
    );
    expect(done).toMatchObject({ outcome: 'done', state: 'scrapped' });
    expect((await kept(number))[0]).toMatchObject({ witness: expect.stringContaining(witness.loginName) });
  });
  it('is scrapped by two persons: nobody stands beside themselves, and nobody beside a program', async () => {
    const both = await buildOperator(api.db, org);
    const alone = await api.signedIn(both);
    const number = await blank(kind, both.id);
    const self = {
      ...{ reason: 'bent', photos: [await photo(both)], witness_login: both.loginName },
      witness_password: sealPassword(await alone.ok(session.key, {}), field.scrap.path, both.password),
    };
    const tried = await alone.call(field.scrap, await told(number, self));
    expect(tried.verify.desc).toBe(errors.approvalOwn.en);
    expect((await seen(number)).state).toBe('blank');
    await expect(
      api.owner.query(
        `insert into seal_operation (org_id, medium, number, operation, outcome, refusal, at, device_time, counter, late, operator_id, oper_name,
           idempotency_key, asked, witness_id) values ($1, 'qr', 'x', 3, 'refused', 'unknownSeal', now(), now(), 1, false, $2, '', 'self', '', $2)`,
        [org, both.id],
      ),
    ).rejects.toThrow(/seal_operation_witness/);
  });
  it('told twice under one key is done once; another thing under it is refused', async () => {
    const number = await blank();
    const once = await told(number, { object: 'door' });
    const [first, second] = await Promise.all([calls.ok(field.seal, once), calls.ok(field.seal, once)]);
    expect(second).toEqual(first);
    expect(await kept(number)).toHaveLength(1);
    const twisted = await calls.call(field.seal, { ...once, object: 'roof' });
    expect(twisted.verify).toMatchObject({ sign: 'conflict' });
  });
  it('told once more under another key, by whoever put it on there, is no copy', async () => {
    const number = await blank();
    for (const refusal of [null, 'sealThere'])
      expect(await calls.ok(field.seal, await told(number, { object: 'door' }))).toMatchObject({ refusal });
    expect((await kept(number)).map(({ alarm }) => alarm)).toEqual([null, null]);
    // by somebody else, on something else, or after something else it is one
    const theirs = await api.signedIn(other);
    const by = await told(number, { object: 'door', photos: [await photo(other)] });
    expect(await theirs.ok(field.seal, by)).toMatchObject({ refusal: 'duplicateNumber' });
    expect(await calls.ok(field.seal, await told(number, { object: 'roof' }))).toMatchObject({
      refusal: 'duplicateNumber',
    });
    await calls.ok(field.patrol, await told(number));
    expect(await calls.ok(field.seal, await told(number, { object: 'door' }))).toMatchObject({
      refusal: 'duplicateNumber',
    });
  });
  it('of two who apply it at once one does', async () => {
    const number = await blank();
    // of one moment: of an earlier one that comes second it would contradict
    const time = new Date().toISOString();
    const asked = await Promise.all([told(number, { object: 'left', time }), told(number, { object: 'right', time })]);
    const outcomes = await Promise.all(asked.map((one) => calls.ok(field.seal, one)));
    expect(outcomes.map(({ refusal }) => refusal).sort()).toEqual(['duplicateNumber', null]);
  });
  it('is nobody’s before the constraint of the database either', async () => {
    const number = await sealed();
    await calls.ok(field.unseal, await told(number));
    const { id } = await seen(number);
    await expect(
      api.owner.query("update seal set state = 'sealed', seal_time = now() where id = $1", [id]),
    ).rejects.toThrow(/does not go/);
    await expect(api.owner.query("update seal_operation set reason = 'x'")).rejects.toThrow(/append only/);
    await expect(api.owner.query('delete from seal_operation')).rejects.toThrow(/append only/);
  });
});

describe('what is told late', () => {
  const before = async (of = kind): Promise<string> => {
    const number = await blank(of);
    await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
    return number;
  };
  const ago = (minutes: number) => ({ time: new Date(Date.now() - minutes * 60_000).toISOString() });
  it('has its place by when it was done', async () => {
    const number = await before();
    await calls.ok(field.seal, await told(number, { ...ago(60), object: 'door' }));
    await calls.ok(field.unseal, await told(number, ago(10)));
    // a patrol of between, from a phone that had no network
    expect(await calls.ok(field.patrol, await told(number, ago(30)))).toMatchObject({ outcome: 'done' });
    expect((await seen(number)).state).toBe('spent');
    expect((await kept(number))[0]).toMatchObject({ operation: 1, late: true, outcome: 'done' });
  });
  it('and contradicts what is known is kept as abnormal, never dropped', async () => {
    const number = await before(reusable);
    await calls.ok(field.seal, await told(number, { ...ago(60), object: 'door' }));
    await calls.ok(field.patrol, await told(number, ago(10)));
    const late = await calls.ok(field.unseal, await told(number, ago(30)));
    expect(late).toMatchObject({ outcome: 'contradicts', refusal: 'sealStep' });
    expect(await seen(number)).toMatchObject({ state: 'sealed', abnormal: true });
    expect((await kept(number))[0]).toMatchObject({ outcome: 'contradicts' });
  });
  it('of when it was on something else says nothing of what it is on now', async () => {
    const number = await before(reusable);
    await calls.ok(field.seal, await told(number, { ...ago(60), object: 'door' }));
    await calls.ok(field.unseal, await told(number, ago(40)));
    await calls.ok(field.seal, await told(number, { ...ago(20), object: 'hatch' }));
    const wrong = { reason: 'cut', abnormal_kind: 'broken' as const };
    expect(await calls.ok(field.abnormal, await told(number, { ...wrong, ...ago(50) }))).toMatchObject({
      outcome: 'done',
    });
    expect(await seen(number)).toMatchObject({ object: 'hatch', abnormal: false });
    await calls.ok(field.abnormal, await told(number, { ...wrong, ...ago(10) }));
    expect(await seen(number)).toMatchObject({ abnormal: true });
  });
  it('is of no day before its number was made: a clock that was never set', async () => {
    const number = await blank();
    await calls.ok(field.seal, await told(number, { time: '1970-01-01T00:00:12.000Z', object: 'door' }));
    const { seal_time, create_time } = await seen(number);
    expect(seal_time).toBe(create_time);
    expect((await kept(number))[0]).toMatchObject({ late: false });
  });
  it('is never of tomorrow: a clock that is ahead counts as now', async () => {
    const number = await blank();
    await calls.ok(field.seal, await told(number, { ...ago(-600), object: 'door' }));
    const [row] = await kept(number);
    expect(new Date(row!.at).getTime()).toBeLessThanOrEqual(Date.now());
  });
});

/** As RFC 9285 has it, written a second time. */
const base45 = (text: string): Buffer => {
  const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
  const groups = text.match(/.{1,3}/gs) ?? [];
  return Buffer.from(
    groups.flatMap((group) => {
      const value = [...group].reduce((sum, sign, i) => sum + signs.indexOf(sign) * 45 ** i, 0);
      return group.length === 3 ? [value >> 8, value & 255] : [value];
    }),
  );
};

describe('a label', () => {
  it('names its seal and proves it; one that was altered is as unknown', async () => {
    const number = await blank();
    const { payload } = await calls.ok(qrSeals.detail, { id: (await seen(number)).id });
    expect(payload.length).toBeLessThanOrEqual(122); // version 5 of a QR code, with a quarter of it to spare for dirt
    expect(await calls.ok(field.scan, { medium: 'qr', read: payload })).toMatchObject({
      label: 'genuine',
      number,
      may: [0, 3],
    });
    // as a phone tells it, with nothing but the key
    const { public_key } = await calls.ok(field.labelKey, {});
    const [, key, signature] = /^PLB1:([^:]+):(.+)$/s.exec(payload) ?? [];
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(public_key, 'hex')]);
    const read = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(`PLB1:${key}`), read, base45(signature!))).toBe(true);
    const forged = payload.replace(/^(PLB1:[^:]*)(\d)(:)/, (_, a, digit, c) => `${a}${(Number(digit) + 1) % 10}${c}`);
    expect(await calls.ok(field.scan, { medium: 'qr', read: forged })).toMatchObject({ label: 'forged', seal: null });
    const tried = await calls.ok(field.seal, await told(forged, { object: 'x' }));
    expect(tried).toMatchObject({ outcome: 'refused', refusal: 'unknownSeal' });
  });
});

describe('what only a forger or a thief gives cause for', () => {
  const rung = async (kind: AlarmKind, caller = calls) =>
    (await caller.ok(alarms.list, { kind, status: 'unprocessed', size: 100 })).rows;

  it('rings with its number and place, once for a seal, and is counted while it is open', async () => {
    const number = await sealed();
    const first = await told(number, { object: 'elsewhere' });
    expect(await calls.ok(field.seal, first)).toMatchObject({ refusal: 'duplicateNumber' });
    const [alarm] = (await rung('duplicate_number')).filter(({ sn }) => sn === number);
    expect(alarm).toMatchObject({
      ...{ device_id: null, sn: number, subject: number, device_name: 'elsewhere', severity: 'warning', hits: 1 },
      ...{ lat: 29.87, lon: 121.55, out_of_use: null, seal: { id: (await seen(number)).id, medium: 'qr' } },
    });
    expect((await kept(number)).map(({ id }) => id)).toContain(alarm!.seal!.operation_id);
    // told again it is the same, and a further one is counted
    await calls.ok(field.seal, first);
    await calls.ok(field.seal, await told(number, { object: 'a third place' }));
    const again = (await rung('duplicate_number')).filter(({ sn }) => sn === number);
    expect(again).toMatchObject([{ id: alarm!.id, hits: 2, device_name: 'a third place' }]);
  });
  it('is told to whom alarms are told, and stands at the bell', async () => {
    const before = (await calls.ok(alarms.count, {})).unprocessed;
    const number = await sealed();
    await calls.ok(field.unseal, await told(number));
    expect(await calls.ok(field.seal, await told(number, { object: 'x' }))).toMatchObject({ refusal: 'sealReuse' });
    const [alarm] = (await rung('seal_reuse')).filter(({ sn }) => sn === number);
    expect((await calls.ok(alarms.count, {})).unprocessed).toBe(before + 1);
    // among the records of what rang it stands, and among those of locks it does not
    const window = { from: new Date(Date.now() - 3_600_000).toISOString(), to: new Date().toISOString(), org_id: org };
    const rang = (await calls.ok(alertRecords.list, window)).rows.map(({ sn, device_id }) => [sn, device_id]);
    expect(rang).toContainEqual([number, null]);
    expect((await calls.ok(changeRecords.list, window)).rows).toEqual([]);
    const { rows } = await api.owner.query('select from alarm_due where alarm_id = $1', [alarm!.id]);
    expect(rows).toHaveLength(1);
  });
  it('of numbers that nobody made is one alarm for whoever reads them, however many they are', async () => {
    const reader = await buildOperator(api.db, org);
    const session = await api.signedIn(reader);
    for (const read of ['NOBODY 1', 'NOBODY 2', 'NOBODY 3'])
      await session.ok(field.seal, await told(read, { object: 'x', photos: [] }));
    const found = (await rung('unknown_seal')).filter(({ sn }) => sn.startsWith('NOBODY'));
    expect(found).toMatchObject([{ sn: 'NOBODY 3', hits: 3, seal: { id: null } }]);
  });
  it('is in sight of its organisation alone, and nobody closes what was refused to themselves', async () => {
    const number = await sealed();
    await calls.ok(field.seal, await told(number, { object: 'x' }));
    const [alarm] = (await rung('duplicate_number')).filter(({ sn }) => sn === number);
    const elsewhere = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect(await rung('duplicate_number', elsewhere)).toEqual([]);
    expect((await elsewhere.call(alarms.detail, { id: alarm!.id })).verify.sign).toBe('notFound');
    const close = { id: alarm!.id, hits: 1, result: 'handled', remark: 'looked into' } as const;
    expect((await calls.call(alarms.process, close)).verify.sign).not.toBe('ok');
    const colleague = await api.signedIn(other);
    await colleague.ok(alarms.process, close);
    expect(await calls.ok(alarms.detail, { id: alarm!.id })).toMatchObject({ status: 'processed', result: 'handled' });
    // and what is refused after that rings anew
    await calls.ok(field.seal, await told(number, { object: 'x' }));
    expect((await rung('duplicate_number')).filter(({ sn }) => sn === number)).toMatchObject([{ hits: 1 }]);
  });
  it('rings no more where a rule of the organisation says so, and is kept all the same', async () => {
    const number = await sealed();
    const { rows } = await api.owner.query<{ id: number }>(
      "insert into alarm_rule (org_id, kind, is_on, severity) values ($1, 'duplicate_number', false, 'warning') returning id",
      [org],
    );
    expect(await calls.ok(field.seal, await told(number, { object: 'x' }))).toMatchObject({ outcome: 'refused' });
    expect((await rung('duplicate_number')).filter(({ sn }) => sn === number)).toEqual([]);
    await api.owner.query('delete from alarm_rule where id = $1', [rows[0]!.id]);
  });
});

it('photos are of whoever tells, made for this, and prove one thing alone', async () => {
  const number = await blank();
  const foreign = await calls.call(field.seal, await told(number, { object: 'x', photos: [await photo(other)] }));
  expect(foreign.verify.sign).toBe('validation');
  const used = await told(number, { object: 'x' });
  await calls.ok(field.seal, used);
  const twice = await calls.call(field.patrol, await told(number, { photos: used.photos }));
  expect(twice.verify.sign).toBe('validation');
});

it('stands in the ledger of custody, what was refused too, with what its photos say', async () => {
  const number = await blank(kind, other.id);
  const tried = await told(number, { object: 'x' });
  await calls.ok(field.seal, tried);
  const mine = await sealed();
  const { rows } = await api.owner.query<{
    fact: string;
    number: string;
    rests_on: string[];
    holds: boolean;
    oper_name: string;
  }>(
    `select fact, details ->> 'number' as number, rests_on, digest = ledger_digest(l) as holds, oper_name from ledger l
     where fact_group = 'seal' and details ->> 'number' = any($1) order by id`,
    [[number, mine, mine.replace(/ 001$/, '')]],
  );
  expect(rows.map(({ fact }) => fact)).toEqual(['seal.refused', 'seal.made', 'seal.sealed']);
  expect(rows.every(({ holds }) => holds)).toBe(true);
  const { rows: files } = await api.owner.query<{ sha256: string }>('select sha256 from file where id = any($1)', [
    tried.photos,
  ]);
  expect(rows[0]).toMatchObject({
    rests_on: files.map(({ sha256 }) => sha256),
    oper_name: expect.stringContaining(guard.loginName),
  });
  const { rows: seen } = await calls.ok(ledger.list, { group: 'seal', size: 100 });
  const done = seen.find(({ details }) => details.number === mine && details.operation === 0);
  const whole = await calls.ok(ledger.detail, { id: done!.id });
  expect(whole).toMatchObject({
    holds: true,
    kept: [{ file: expect.any(String) }],
    links: { seal: expect.any(Number) },
  });
});
