import { randomUUID } from 'node:crypto';
import { approvals } from '@plomb/contract/approvals/approvals';
import { ledger } from '@plomb/contract/custody/ledger';
import { meteringCalls } from '@plomb/contract/metering/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { refusalNames } from '@plomb/contract/seals/refusalNames';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { programOf } from '../../testing/program.ts';

const { meters, meterTypes, exceptionTypes, meterInspections, meterWorks, meterSeals, meterCalendar } = meteringCalls;
const { field, qrSeals, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let fitter: BuiltOperator;
let second: BuiltOperator;
let third: BuiltOperator;
let calls: Caller;
let theirs: Caller;
let kind: number;
let type: number;
let exception: number;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  [fitter, second, third] = [
    await buildOperator(api.db, org),
    await buildOperator(api.db, org),
    await buildOperator(api.db, org),
  ];
  [calls, theirs] = [await api.signedIn(fitter), await api.signedIn(second)];
  const made = { kind_name: 'wire', iso_class: 'S', maker: '', certificate: '', reusable: false } as const;
  kind = (await calls.ok(sealKinds.add, made)).id;
  const points = ['main board', 'encoder'];
  type = (
    await calls.ok(meterTypes.add, {
      type_name: 'dispenser',
      shape: 'dispenser',
      points,
      verify_months: 12,
      inspect_days: 30,
    })
  ).id;
  exception = (await calls.ok(exceptionTypes.add, { exception_name: 'seal missing', stops_use: true })).id;
});
afterAll(() => api.stop());

/** The minute it is, in UTC like the organisation of these tests. */
const thisMinute = (): string => new Date().toISOString().slice(11, 16);
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
let made = 0;
const about = () => ({
  ...{ meter_name: `GZ-${++made}`, factory_number: `CX-${made}`, station: 'Guzhu', place: 'bay 3', customer: 'ZPC' },
  ...{ accuracy_class: '0.3', lat: null, lon: null, verifier_id: null, inspector_id: null },
});
const blank = async (): Promise<number> =>
  (await calls.ok(meters.add, { ...about(), type_id: type, verify_date: day(-300), due_date: day(65) })).id;
const seen = (id: number) => calls.ok(meters.detail, { id });
const pointsOf = async (id: number): Promise<number[]> => (await seen(id)).seal_points.map((point) => point.id);

let series = 0;
const sealInHand = async (holder = fitter.id): Promise<string> => {
  const prefix = `MT ${1000 + ++series}`;
  await calls.ok(qrSeals.add, { kind_id: kind, holder_id: holder, prefix, first: 1, count: 1 });
  return `${prefix} 001`;
};
const photo = async (purpose = 'seal'): Promise<string> => {
  const { rows } = await api.owner.query<{ id: string }>(
    `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
     insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
     select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), $2, $3, $4, 'image/jpeg', sha256, 1 from content
     returning id`,
    [Buffer.from(randomUUID()), org, fitter.id, purpose],
  );
  return rows[0]!.id;
};
let counter = 0;
const told = async (number: string, more: object = {}) => ({
  ...{ medium: 'qr' as const, read: number, key: randomUUID(), time: new Date().toISOString(), counter: ++counter },
  ...{ lat: 29.87, lon: 121.55, accuracy: 5, photos: [await photo()] },
  ...more,
});
const ago = (minutes: number) => ({ time: new Date(Date.now() - minutes * 60_000).toISOString() });
/** Made long enough ago that something was done with it since. */
const oldSeal = async (): Promise<string> => {
  const number = await sealInHand();
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
  return number;
};
/** Its points, and the seals on them, put on so many minutes ago. */
const sealedMeter = async (minutes = 0): Promise<{ id: number; points: number[]; numbers: string[] }> => {
  const id = await blank();
  const points = await pointsOf(id);
  const numbers: string[] = [];
  for (const point of points) {
    const number = await oldSeal();
    const done = await calls.ok(field.seal, await told(number, { point, ...ago(minutes) }));
    expect(done).toMatchObject({ outcome: 'done' });
    numbers.push(number);
  }
  return { id, points, numbers };
};
const order = async (meter_id: number, assignee_id: number | null = fitter.id): Promise<number> =>
  (await calls.ok(meterWorks.add, { meter_id, reason: 'encoder drifts', assignee_id })).id;
const repaired = async (id: number, verify_needed = false) =>
  calls.ok(meterWorks.repair, { id, work: 'encoder replaced', parts: 'E-12', verify_needed });
const beside = async (who: BuiltOperator, path: string, password = who.password) => ({
  witness_login: who.loginName,
  witness_password: sealPassword(await calls.ok(session.key, {}), path, password),
});
const inspection = async (meter_id: number, more: object = {}) => ({
  ...{ meter_id, key: randomUUID(), time: new Date().toISOString(), appearance: 'good' as const },
  looks: (await pointsOf(meter_id)).map((point_id) => ({ point_id, look: 'intact' as const })),
  ...more,
});

describe('a meter', () => {
  it('has the points of its type, and is sealed when the last of them is', async () => {
    const id = await blank();
    expect(await seen(id)).toMatchObject({ state: 'in_use', points: 2, sealed: 0, due: 'valid', due_days: 65 });
    const [first, last] = await pointsOf(id);
    const number = await sealInHand();
    await calls.ok(field.seal, await told(number, { point: first }));
    expect(await seen(id)).toMatchObject({ state: 'in_use', sealed: 1 });
    await calls.ok(field.seal, await told(await sealInHand(), { point: last }));
    const whole = await seen(id);
    expect(whole).toMatchObject({ state: 'sealed', sealed: 2 });
    expect(whole.seal_points[0]).toMatchObject({ point_name: 'main board', number, since: expect.any(String) });
    expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({
      object: expect.stringMatching(/^GZ-\d+ main board$/),
    });
  });
  it('is patrolled for a day, and sealed after that', async () => {
    const { id, numbers } = await sealedMeter();
    expect(await calls.ok(field.patrol, await told(numbers[0]!))).toMatchObject({ outcome: 'done' });
    expect((await seen(id)).state).toBe('patrol');
    await api.owner.query("update meter set patrol_time = now() - interval '25 hours' where id = $1", [id]);
    expect((await seen(id)).state).toBe('sealed');
  });
  it('has one seal on a point, and each on its own', async () => {
    const { points, numbers } = await sealedMeter();
    const more = await calls.ok(field.seal, await told(await sealInHand(), { point: points[0] }));
    expect(more).toMatchObject({
      outcome: 'refused',
      refusal: 'meterPoint',
      words: expect.stringContaining('already'),
    });
    const astray = await calls.ok(field.patrol, await told(numbers[0]!, { point: points[1] }));
    expect(astray).toMatchObject({ outcome: 'refused', refusal: 'sealMismatch' });
  });
  it('of two who seal one point at once one does', async () => {
    const id = await blank();
    const [point] = await pointsOf(id);
    const asked = await Promise.all([sealInHand(), sealInHand()]);
    const time = new Date().toISOString();
    const tries = await Promise.all(asked.map((number) => told(number, { point, time })));
    const outcomes = await Promise.all(tries.map((one) => calls.ok(field.seal, one)));
    expect(outcomes.map(({ refusal }) => refusal).sort()).toEqual(['meterPoint', null]);
  });
  it('is opened under a work order that somebody has, and not without', async () => {
    const { id, numbers } = await sealedMeter();
    expect(await calls.ok(field.unseal, await told(numbers[0]!))).toMatchObject({ refusal: 'meterWork' });
    const work = await order(id, null);
    expect(await calls.ok(field.unseal, await told(numbers[0]!))).toMatchObject({ refusal: 'meterWork' });
    await calls.ok(meterWorks.assign, { id: work, assignee_id: fitter.id });
    expect(await calls.ok(field.unseal, await told(numbers[0]!))).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', sealed: 1, work_id: work });
    const stopped = await calls.call(meterWorks.cancel, { id: work, reason: 'no' });
    expect(stopped.verify.desc).toContain('sealed again first');
  });
  it('is repaired, signed by another, verified, sealed again, and its order closes by that', async () => {
    const { id, points, numbers } = await sealedMeter();
    const found = await calls.ok(
      meterInspections.add,
      await inspection(id, { appearance: 'damaged', exception_type_id: exception }),
    );
    const work = (
      await calls.ok(meterWorks.add, {
        meter_id: id,
        reason: 'drifts',
        assignee_id: fitter.id,
        inspection_id: found.id,
      })
    ).id;
    for (const number of numbers) await calls.ok(field.unseal, await told(number));
    const again = await sealInHand();
    const reseal = async () => calls.ok(field.seal, await told(again, { point: points[0] }));
    expect(await reseal()).toMatchObject({ refusal: 'meterNotRepaired' });
    await calls.ok(meterWorks.repair, {
      ...{ id: work, work: 'encoder replaced', verify_needed: true, photos: [await photo('meter')] },
    });
    expect(await reseal()).toMatchObject({ refusal: 'meterNotSigned' });
    const self = await calls.call(meterWorks.sign, { id: work });
    expect(self.verify.desc).toContain('cannot sign as the second person');
    await theirs.ok(meterWorks.sign, { id: work });
    expect(await reseal()).toMatchObject({ refusal: 'meterNotVerified' });
    const verified = { id, certificate: 'JL-1', error_text: '+0.08 %', verify_date: day(0) };
    await calls.ok(meters.verify, { ...verified, passed: true, due_date: day(365), verify_time: thisMinute() });
    expect(await reseal()).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', work_id: work });
    await calls.ok(field.seal, await told(await sealInHand(), { point: points[1] }));
    expect(await seen(id)).toMatchObject({
      state: 'sealed',
      work_id: null,
      exceptions: 0,
      due_days: 365,
      certificate: 'JL-1',
    });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({
      ...{ state: 'closed', off: 2, on: 2, verified: true, repairer: expect.stringContaining(fitter.loginName) },
      signer: expect.stringContaining(second.loginName),
    });
    expect((await calls.ok(meterInspections.detail, { id: found.id })).settlement).toBe(`WO-${work}`);
    const named = async (keyword: string) => (await calls.ok(meterWorks.list, { keyword })).rows.map((one) => one.id);
    expect(await named(` wo-${work} `)).toEqual([work]);
    expect(await named(`WO-0${work}`)).toEqual([]);
    expect(await named(`WO-${'9'.repeat(19)}`)).toEqual([]);
    // which seal was on which point, now and ever
    const { rows: ever } = await calls.ok(meters.seals, { id, point_id: points[0]! });
    expect(ever.map(({ number, off_time }) => [number, off_time !== null])).toEqual([
      [again, false],
      [numbers[0], true],
    ]);
    const { rows } = await calls.ok(meterSeals.list, { meter_id: id, size: 100 });
    expect(rows[0]).toMatchObject({ point_name: 'encoder', operation: 0, work_number: `WO-${work}` });
    expect(rows.filter(({ outcome }) => outcome === 'refused')).toHaveLength(3);
  });
  it('counts and names under its order what was done by a clock that is behind, or ahead', async () => {
    const { id, numbers, points } = await sealedMeter(60);
    const work = await order(id);
    const bySeconds = (seconds: number) => ({ time: new Date(Date.now() + seconds * 1000).toISOString() });
    await calls.ok(field.unseal, await told(numbers[0]!, bySeconds(-20)));
    await repaired(work);
    await theirs.ok(meterWorks.sign, { id: work });
    // the last one, which closes it
    await calls.ok(field.seal, await told(await sealInHand(), { point: points[0], ...bySeconds(90) }));
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed', off: 1, on: 1 });
    const { rows } = await calls.ok(meterSeals.list, { meter_id: id });
    expect(rows.map(({ work_number }) => work_number)).toEqual([`WO-${work}`, `WO-${work}`, '', '']);
  });
  it('takes a seal that was scrapped where it is for one that was taken off', async () => {
    const { id, numbers, points } = await sealedMeter();
    const witness = { reason: 'bent', ...(await beside(second, field.scrap.path)) };
    expect(await calls.ok(field.scrap, await told(numbers[0]!, witness))).toMatchObject({ refusal: 'meterWork' });
    await order(id);
    const scrapped = await told(numbers[0]!, { reason: 'bent', ...(await beside(second, field.scrap.path)) });
    expect(await calls.ok(field.scrap, scrapped)).toMatchObject({ outcome: 'done' });
    const { state, seal_points } = await seen(id);
    expect([state, seal_points.find((point) => point.id === points[0])!.number]).toEqual(['maintenance', '']);
  });
  it('is moved by what is told in order alone: what comes late and contradicts is kept, and changes nothing', async () => {
    const id = await blank();
    const [first, last] = await pointsOf(id);
    const number = await oldSeal();
    await calls.ok(field.seal, await told(number, { point: first, ...ago(60) }));
    await calls.ok(field.seal, await told(await sealInHand(), { point: last }));
    await order(id);
    // newer than all that is known of the seal, and older than what is known of the meter
    const late = await told(number, ago(30));
    expect(await calls.ok(field.unseal, late)).toMatchObject({ outcome: 'contradicts', refusal: 'meterStep' });
    expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({
      state: 'sealed',
      abnormal: true,
    });
    const patrol = await told(number, ago(40));
    expect(await calls.ok(field.patrol, patrol)).toMatchObject({ outcome: 'done' });
    // it was there, before all points were sealed
    expect(await seen(id)).toMatchObject({ state: 'sealed', sealed: 2 });
  });
  it('is opened point by point while its repair is not told, and not after that', async () => {
    const { id, numbers } = await sealedMeter();
    const work = await order(id);
    const early = await calls.call(meterWorks.repair, { id: work, work: 'x', verify_needed: false });
    expect(early.verify.desc).toContain('still under seal');
    await calls.ok(field.unseal, await told(numbers[0]!));
    await repaired(work);
    const more = async () => calls.ok(field.unseal, await told(numbers[1]!));
    expect(await more()).toMatchObject({ outcome: 'refused', refusal: 'meterStep' });
    await theirs.ok(meterWorks.sign, { id: work });
    expect(await more()).toMatchObject({ outcome: 'refused', refusal: 'meterStep' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', sealed: 1 });
  });
  it('does not become lawfully opened by an order that was opened after the deed', async () => {
    const { id, numbers } = await sealedMeter(60);
    await order(id);
    const before = await told(numbers[0]!, ago(30));
    expect(await calls.ok(field.unseal, before)).toMatchObject({ outcome: 'contradicts', refusal: 'meterWork' });
    expect(await seen(id)).toMatchObject({ state: 'sealed', sealed: 2 });
    const { rows } = await calls.ok(qrSeals.list, { keyword: numbers[0]! });
    expect(rows[0]).toMatchObject({ state: 'sealed', abnormal: true });
  });
  it('is not sealed again by a deed of before the repair was told, or signed', async () => {
    const { id, points, numbers } = await sealedMeter(60);
    const work = await order(id);
    await api.owner.query("update meter_work_order set open_time = now() - interval '50 minutes' where id = $1", [
      work,
    ]);
    await calls.ok(field.unseal, await told(numbers[0]!, ago(40)));
    await repaired(work);
    await theirs.ok(meterWorks.sign, { id: work });
    const early = await told(await oldSeal(), { point: points[0], ...ago(20) });
    expect(await calls.ok(field.seal, early)).toMatchObject({ outcome: 'contradicts', refusal: 'meterNotRepaired' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', sealed: 1 });
  });
  it('nor by one of before it was verified', async () => {
    const { id, points, numbers } = await sealedMeter(60);
    const work = await order(id);
    const earlier = (what: string, minutes: number) =>
      api.owner.query(`update meter_work_order set ${what} = now() - make_interval(mins => $2) where id = $1`, [
        ...[work, minutes],
      ]);
    await earlier('open_time', 50);
    await calls.ok(field.unseal, await told(numbers[0]!, ago(40)));
    await repaired(work, true);
    await theirs.ok(meterWorks.sign, { id: work });
    const verified = { id, passed: true, certificate: 'JL-9', error_text: '', verify_date: day(0), due_date: day(300) };
    await calls.ok(meters.verify, { ...verified, verify_time: thisMinute() });
    await api.owner.query('alter table meter_work_order disable trigger user');
    await earlier('repair_time', 35);
    await earlier('sign_time', 30);
    await api.owner.query('alter table meter_work_order enable trigger user');
    const early = await told(await oldSeal(), { point: points[0], ...ago(20) });
    expect(await calls.ok(field.seal, early)).toMatchObject({ outcome: 'contradicts', refusal: 'meterNotVerified' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', sealed: 1 });
    expect(await calls.ok(field.seal, await told(await oldSeal(), { point: points[0] }))).toMatchObject({
      outcome: 'done',
    });
    expect(await seen(id)).toMatchObject({ state: 'sealed', work_id: null });
  });
  it('takes what was done at its points in any order in which it is told', async () => {
    const id = await blank();
    const [first, last] = await pointsOf(id);
    const [one, two] = [await oldSeal(), await oldSeal()];
    await calls.ok(field.seal, await told(one, { point: last, ...ago(50) }));
    await calls.ok(field.abnormal, await told(one, { abnormal_kind: 'broken', reason: 'x', ...ago(45) }));
    // the first point was sealed before that, and is told after it
    expect(await calls.ok(field.seal, await told(two, { point: first, ...ago(55) }))).toMatchObject({
      outcome: 'done',
    });
    expect(await seen(id)).toMatchObject({ state: 'sealed', sealed: 2 });
    await calls.ok(field.patrol, await told(one, ago(20)));
    const work = await order(id);
    await api.owner.query("update meter_work_order set open_time = now() - interval '40 minutes' where id = $1", [
      work,
    ]);
    expect(await calls.ok(field.unseal, await told(one, ago(10)))).toMatchObject({ outcome: 'done' });
    expect(await calls.ok(field.unseal, await told(two, ago(30)))).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ state: 'maintenance', sealed: 0 });
    // but not what was done at a point before the last that is known of it
    const before = await told(await oldSeal(), { point: first, ...ago(35) });
    expect(await calls.ok(field.seal, before)).toMatchObject({ outcome: 'contradicts', refusal: 'meterStep' });
  });
  it('is registered with days that can be true', async () => {
    const of = (verify_date: string | null, due_date: string | null) =>
      calls.call(meters.add, { ...about(), type_id: type, verify_date, due_date });
    for (const [verify_date, due_date, words] of [
      ['2062-01-01', '2063-01-01', 'today or before'],
      [day(-10), day(-11), 'good until'],
      [day(-10), day(21 * 365), 'Twenty years'],
      [null, day(21 * 365), 'Twenty years'],
    ] as const)
      expect((await of(verify_date, due_date)).verify.desc).toContain(words);
    const id = await blank();
    const far = { id, passed: true, certificate: '', error_text: '', verify_date: day(0), due_date: day(21 * 365) };
    expect((await calls.call(meters.verify, far)).verify.desc).toContain('Twenty years');
    if (thisMinute() !== '23:59') {
      const ahead = { ...far, due_date: day(365), verify_time: '23:59' };
      expect((await calls.call(meters.verify, ahead)).verify.desc).toContain('of today or before');
    }
    await calls.ok(meters.verify, { ...far, due_date: day(19 * 365) });
  });
  it('shows of a point what was seen of the seal that is on it, and nothing of one before', async () => {
    const { id, points, numbers } = await sealedMeter();
    await calls.ok(meterInspections.add, await inspection(id));
    const looks = async () => (await seen(id)).seal_points.map(({ look }) => look);
    expect(await looks()).toEqual(['intact', 'intact']);
    const work = await order(id);
    await calls.ok(field.unseal, await told(numbers[0]!));
    expect(await looks()).toEqual([null, 'intact']);
    await repaired(work);
    await theirs.ok(meterWorks.sign, { id: work });
    await calls.ok(field.seal, await told(await sealInHand(), { point: points[0] }));
    expect(await looks()).toEqual([null, 'intact']);
  });
  it('is scrapped by two, with a reason, once and for all', async () => {
    const { id, numbers } = await sealedMeter();
    const alone = await calls.call(meters.scrap, { id, reason: 'worn out' });
    expect(alone.verify.desc).toContain('second person');
    // it takes the right to scrap meters: that to approve orders to locks is none
    const approver = await buildOperator(api.db, org, [approvals.approve.permit]);
    const witness = await buildOperator(api.db, org, [meters.scrap.permit, approvals.approve.permit]);
    const stranger = await calls.call(meters.scrap, {
      id,
      reason: 'x',
      ...(await beside(approver, meters.scrap.path)),
    });
    expect(stranger.verify.sign).not.toBe('success');
    const why = await calls.call(meters.scrap, { id, reason: '', ...(await beside(witness, meters.scrap.path)) });
    expect(why.verify.desc).toBe('Say why it is scrapped');
    const self = await calls.call(meters.scrap, { id, reason: 'worn', ...(await beside(fitter, meters.scrap.path)) });
    expect(self.verify.desc).toContain('themselves');
    const work = await order(id);
    await calls.ok(meters.scrap, { id, reason: 'worn out', ...(await beside(witness, meters.scrap.path)) });
    expect(await seen(id)).toMatchObject({ state: 'scrapped', due: 'none', work_id: null });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'cancelled' });
    expect(await calls.ok(field.patrol, await told(numbers[0]!))).toMatchObject({ refusal: 'meterScrapped' });
    const seal = { reason: 'of a scrapped one', ...(await beside(witness, field.scrap.path)) };
    expect(await calls.ok(field.scrap, await told(numbers[0]!, seal))).toMatchObject({ outcome: 'done' });
    expect((await seen(id)).sealed).toBe(1);
    for (const call of [
      calls.call(meterWorks.add, { meter_id: id, reason: 'x', assignee_id: null }),
      calls.call(meterInspections.add, await inspection(id)),
    ])
      expect((await call).verify.desc).toBe('This meter is scrapped');
  });
  it('is held to its steps by the database, too', async () => {
    const { id, numbers } = await sealedMeter();
    const set = (state: string) => api.owner.query('update meter set state = $2 where id = $1', [id, state]);
    await expect(set('maintenance')).rejects.toThrow(/no work order/);
    await expect(set('in_use')).rejects.toThrow(/does not go/);
    const work = await order(id);
    await expect(
      api.owner.query("update meter_work_order set state = 'repaired', repair_time = now() where id = $1", [work]),
    ).rejects.toThrow(/under seal/);
    await set('maintenance');
    await expect(set('sealed')).rejects.toThrow(/no second person/);
    await calls.ok(meterWorks.assign, { id: work, assignee_id: third.id });
    await repaired(work);
    for (const who of ['repairer_id', 'assignee_id'])
      await expect(
        api.owner.query(
          `update meter_work_order set state = 'signed', sign_time = now(), signer_id = ${who} where id = $1`,
          [work],
        ),
      ).rejects.toThrow(/work_sign_self/);
    await theirs.ok(meterWorks.sign, { id: work });
    await api.owner.query(
      "update seal set state = 'spent', thing = null, thing_id = null, seal_time = null where number = any($1)",
      [numbers],
    );
    await api.owner.query(
      "update seal_point set seal_id = null, since = null, number = '', medium = null where meter_id = $1",
      [id],
    );
    await expect(set('sealed')).rejects.toThrow(/has no seal/);
    await expect(api.owner.query('delete from meter_move')).rejects.toThrow(/append only/);
    await expect(api.owner.query("update meter_work_order set work = 'other' where id = $1", [work])).rejects.toThrow();
  });
});

describe('what is on a meter', () => {
  it('is seen to be abnormal where it is on, and no more once it is off', async () => {
    const { id, numbers } = await sealedMeter();
    await calls.ok(field.abnormal, await told(numbers[0]!, { abnormal_kind: 'broken', reason: 'cut' }));
    expect((await seen(id)).seal_points.map(({ abnormal }) => abnormal)).toEqual([true, false]);
    await order(id);
    await calls.ok(field.unseal, await told(numbers[0]!));
    expect((await seen(id)).seal_points.map(({ abnormal }) => abnormal)).toEqual([false, false]);
  });
  it('is known to whoever has the meter, also when somebody above put it on', async () => {
    const below = await buildOrganisation(api.db, org);
    const clerk = await api.signedIn(await buildOperator(api.db, below));
    const { id } = await clerk.ok(meters.add, { ...about(), type_id: type, verify_date: null, due_date: null });
    const [point, last] = (await clerk.ok(meters.detail, { id })).seal_points;
    const number = await sealInHand();
    expect(await calls.ok(field.seal, await told(number, { point: point!.id }))).toMatchObject({ outcome: 'done' });
    await calls.ok(field.seal, await told(await sealInHand(), { point: last!.id }));
    const scanned = await clerk.ok(field.scan, { medium: 'qr', read: number });
    expect(scanned.seal).toMatchObject({ state: 'sealed', object: expect.stringContaining('main board') });
    expect((await clerk.ok(meterSeals.list, { meter_id: id })).rows).toHaveLength(2);
    expect((await clerk.ok(meters.history, { id, kind: 'seal' })).rows).toHaveLength(2);
    expect((await clerk.ok(meters.seals, { id })).rows).toHaveLength(2);
    // and it can be taken off there
    const { id: work } = await clerk.ok(meterWorks.add, { meter_id: id, reason: 'x', assignee_id: null });
    await calls.ok(meterWorks.assign, { id: work, assignee_id: fitter.id });
    const off = { ...(await told(number)), photos: [] };
    expect(await clerk.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
  });
  it('keeps the name of its point, whatever somebody says that it is on', async () => {
    const id = await blank();
    const [point] = await pointsOf(id);
    const number = await sealInHand();
    await calls.ok(field.seal, await told(number, { point, object: 'somewhere else' }));
    expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]!.object).toMatch(/^GZ-\d+ main board$/);
    const { rows } = await calls.ok(meterSeals.list, { meter_id: id });
    expect(rows[0]!.object).toMatch(/^GZ-\d+ main board$/);
  });
  it('was another then: who looked before it was changed says how the one of then was', async () => {
    const { id, points, numbers } = await sealedMeter(120);
    const work = await order(id);
    await api.owner.query("update meter_work_order set open_time = now() - interval '100 minutes' where id = $1", [
      work,
    ]);
    await api.owner.query("update meter set create_time = now() - interval '9 days' where id = $1", [id]);
    await calls.ok(field.unseal, await told(numbers[0]!, ago(90)));
    await repaired(work);
    await theirs.ok(meterWorks.sign, { id: work });
    await calls.ok(field.seal, await told(await sealInHand(), { point: points[0] }));
    const looks = [{ point_id: points[1]!, look: 'intact' as const }];
    const silent = await calls.call(meterInspections.add, await inspection(id, { looks, ...ago(110) }));
    expect(silent.verify.desc).toBe('Say of each sealed point how its seal was found');
    const { id: late } = await calls.ok(meterInspections.add, await inspection(id, ago(110)));
    expect((await calls.ok(meterInspections.detail, { id: late })).looks.map(({ number }) => number)).toEqual(numbers);
    // while it was off, nobody says how it was
    const { id: between } = await calls.ok(meterInspections.add, await inspection(id, { looks, ...ago(60) }));
    expect((await calls.ok(meterInspections.detail, { id: between })).looks).toMatchObject([{ number: numbers[1] }]);
  });
  it('was under seal then: a patrol of before the meter was opened is one', async () => {
    const { id, numbers } = await sealedMeter(120);
    const work = await order(id);
    await api.owner.query("update meter_work_order set open_time = now() - interval '100 minutes' where id = $1", [
      work,
    ]);
    await calls.ok(field.unseal, await told(numbers[0]!, ago(60)));
    expect(await calls.ok(field.patrol, await told(numbers[1]!, ago(110)))).toMatchObject({ outcome: 'done' });
    // of what it is now it tells nothing
    expect((await seen(id)).state).toBe('maintenance');
    expect(await calls.ok(field.patrol, await told(numbers[1]!, ago(30)))).toMatchObject({ refusal: 'meterStep' });
  });
  it('is held by the database: a point has one seal after the other, and says what its seal says', async () => {
    const { id, points } = await sealedMeter();
    const other = await sealedMeter();
    const set = (values: string) => api.owner.query(`update seal_point set ${values} where id = $1`, [points[0]]);
    const { rows } = await api.owner.query<{ seal_id: number }>('select seal_id from seal_point where id = $1', [
      other.points[0],
    ]);
    for (const values of [
      `seal_id = ${rows[0]!.seal_id}`,
      "number = 'FORGED 1'",
      "seal_id = null, since = null, number = '', medium = null",
      "point_name = 'lid'",
      `meter_id = ${other.id}`,
    ])
      await expect(set(values)).rejects.toThrow(/point/);
    await expect(
      api.owner.query(
        "insert into seal_point (org_id, meter_id, nth, point_name, seal_id, number, since) values ($1, $2, 9, 'x', $3, 'x', now())",
        [...[org, id, rows[0]!.seal_id]],
      ),
    ).rejects.toThrow(/without a seal/);
  });
  it('is held by the database from its first row on', async () => {
    const id = await blank();
    const copy = (state: string) =>
      api.owner.query(
        `insert into meter (org_id, type_id, meter_name, factory_number, station, state, operator_id, oper_name)
         values ($1, $2, 'x', gen_random_uuid()::text, 'x', $3, 1, 'x')`,
        [org, type, state],
      );
    await expect(copy('sealed')).rejects.toThrow(/begins in use/);
    const work = (of: number, state: string) =>
      api.owner.query(
        `insert into meter_work_order (org_id, meter_id, state, reason, opener_id, opener, repair_time) values ($1, $2, $3, 'x', 1, 'x', now())`,
        [of, id, state],
      );
    await expect(work(org, 'repaired')).rejects.toThrow(/begins open/);
    const elsewhere = await buildOrganisation(api.db);
    await expect(work(elsewhere, 'open')).rejects.toThrow(/no meter of that organisation/);
    await expect(
      api.owner.query(
        `insert into meter_verification (org_id, meter_id, passed, verify_date, operator_id, oper_name) values ($1, $2, false, now(), 1, 'x')`,
        [elsewhere, id],
      ),
    ).rejects.toThrow(/no meter of that organisation/);
  });
});

describe('the number of a meter', () => {
  it('is put right with all else, though whoever verifies it has left', async () => {
    const leaver = await buildOperator(api.db, org);
    const one = { ...about(), verifier_id: leaver.id };
    const { id } = await calls.ok(meters.add, { ...one, type_id: type, verify_date: null, due_date: null });
    await api.owner.query('update operator set status = 2 where id = $1', [leaver.id]);
    await calls.ok(meters.update, { ...one, id, place: 'bay 4' });
    expect(await seen(id)).toMatchObject({ place: 'bay 4', verifier_id: leaver.id });
    // for nothing else is somebody named who may not act
    const other = await calls.call(meters.update, { ...one, id, inspector_id: leaver.id });
    expect(other.verify.sign).not.toBe('success');
  });
  it('is put right as long as nothing is told of it, and stays after that', async () => {
    const id = await blank();
    const { verify_date: _, due_date: __, ...whole } = { ...about(), verify_date: null, due_date: null };
    await calls.ok(meters.update, { id, ...whole, factory_number: 'CX-A' });
    expect(await seen(id)).toMatchObject({ factory_number: 'CX-A', known: false });
    await calls.ok(meterInspections.add, await inspection(id));
    const other = await calls.call(meters.update, { id, ...whole, factory_number: 'CX-B' });
    expect(other.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('stays') });
    await calls.ok(meters.update, { id, ...whole, factory_number: 'CX-A', place: 'bay 4' });
    await expect(api.owner.query("update meter set factory_number = 'CX-B' where id = $1", [id])).rejects.toThrow(
      /stays/,
    );
    expect(await seen(id)).toMatchObject({ factory_number: 'CX-A', place: 'bay 4', known: true });
  });
});

describe('a work order', () => {
  it('is signed by a person: no program does where nobody signs in beside it', async () => {
    const id = await blank();
    const work = await order(id);
    await repaired(work);
    const program = await programOf(theirs, api.caller(), [meterWorks.sign]);
    expect((await program(meterWorks.sign, { id: work })).verify.desc).toMatch(/^A person signs/);
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'repaired' });
  });
  it('is opened again once what was repaired did not pass, and what was done before stays told', async () => {
    const { id, points, numbers } = await sealedMeter();
    const work = await order(id);
    for (const number of numbers) await calls.ok(field.unseal, await told(number));
    await repaired(work, true);
    const early = await calls.call(meterWorks.reopen, { id: work, reason: 'drifts still' });
    expect(early.verify.desc).toContain('after its repair failed');
    await expect(
      api.owner.query(
        "update meter_work_order set state = 'open', repair_time = null, repairer_id = null where id = $1",
        [work],
      ),
    ).rejects.toThrow(/failed/);
    await theirs.ok(meterWorks.sign, { id: work });
    const verify = (passed: boolean) =>
      calls.ok(meters.verify, {
        ...{ id, passed, certificate: '', error_text: '', verify_date: day(0), due_date: passed ? day(300) : null },
        verify_time: thisMinute(),
      });
    await verify(false);
    const { repair_time: first, ...failed } = await calls.ok(meterWorks.detail, { id: work });
    expect(failed).toMatchObject({ state: 'signed', failed: true });
    await calls.ok(meterWorks.reopen, { id: work, reason: 'drifts still' });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({
      ...{ state: 'open', repair_time: null, signer: '', sign_time: null },
    });
    await repaired(work, true);
    // by whoever has read what was repaired by now, and not what was before
    const { repair_time } = await calls.ok(meterWorks.detail, { id: work });
    const unread = await theirs.call(meterWorks.sign, { id: work, repair_time: first! });
    expect(unread.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('changed meanwhile') });
    await theirs.ok(meterWorks.sign, { id: work, repair_time: repair_time! });
    // what failed was what had been repaired before
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ failed: false });
    const again = await calls.call(meterWorks.reopen, { id: work, reason: 'drifts still' });
    expect(again.verify.desc).toContain('after its repair failed');
    const reseal = async (point: number) => calls.ok(field.seal, await told(await sealInHand(), { point }));
    expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    await verify(true);
    for (const point of points) expect(await reseal(point)).toMatchObject({ outcome: 'done' });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed' });
    const { rows } = await calls.ok(meters.history, { id, kind: 'work' });
    expect(rows.map(({ what }) => what).toSorted()).toEqual([
      ...['closed', 'opened', 'reopened', 'repaired', 'repaired', 'signed', 'signed'],
    ]);
    const { rows: facts } = await api.owner.query<{ fact: string }>(
      "select fact from ledger where meter_id = $1 and fact like 'meter.work%' order by id",
      [id],
    );
    expect(facts.map(({ fact }) => fact.slice('meter.work_'.length))).toEqual([
      ...['opened', 'repaired', 'signed', 'reopened', 'repaired', 'signed', 'closed'],
    ]);
  });
  it('is not closed by what failed, though no verification was asked for, and what is repaired anew is verified', async () => {
    const { id, points, numbers } = await sealedMeter();
    const work = await order(id);
    for (const number of numbers) await calls.ok(field.unseal, await told(number));
    await repaired(work, false);
    await theirs.ok(meterWorks.sign, { id: work });
    const verify = (passed: boolean) =>
      calls.ok(meters.verify, {
        ...{ id, passed, certificate: '', error_text: '', verify_date: day(0), due_date: passed ? day(300) : null },
        verify_time: thisMinute(),
      });
    const reseal = async (point: number) => calls.ok(field.seal, await told(await sealInHand(), { point }));
    await verify(false);
    expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    await calls.ok(meterWorks.reopen, { id: work, reason: 'drifts still' });
    const untested = { id: work, work: 'encoder replaced', parts: '', verify_needed: false };
    expect(await calls.call(meterWorks.repair, untested)).toMatchObject({
      verify: { sign: 'validation' },
      data: { verify_needed: expect.stringContaining('failed') },
    });
    await repaired(work, true);
    await theirs.ok(meterWorks.sign, { id: work });
    expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    await verify(true);
    for (const point of points) expect(await reseal(point)).toMatchObject({ outcome: 'done' });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed' });
  });
  it('goes by the newest verification of a day, also where one of them has no time', async () => {
    const id = await blank();
    const work = await order(id);
    await repaired(work, true);
    await theirs.ok(meterWorks.sign, { id: work });
    await api.owner.query('alter table meter_work_order disable trigger user');
    await api.owner.query("update meter_work_order set repair_time = now() - interval '1 day' where id = $1", [work]);
    await api.owner.query('alter table meter_work_order enable trigger user');
    const one = { id, certificate: '', error_text: '', verify_date: day(0) };
    const standing = async () => {
      const { verified, failed } = await calls.ok(meterWorks.detail, { id: work });
      return { verified, failed };
    };
    await calls.ok(meters.verify, { ...one, passed: false, due_date: null });
    expect(await standing()).toEqual({ verified: false, failed: true });
    await calls.ok(meters.verify, { ...one, passed: true, due_date: day(300), verify_time: thisMinute() });
    expect(await standing()).toEqual({ verified: true, failed: false });
  });
  it('is one of a meter at a time, also of two that are opened at once', async () => {
    const id = await blank();
    const both = await Promise.all(
      [calls, theirs].map((by) => by.call(meterWorks.add, { meter_id: id, reason: 'x', assignee_id: null })),
    );
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
  });
  it('goes by its steps: each other one is refused', async () => {
    const id = await blank();
    const work = await order(id, null);
    expect((await calls.call(meterWorks.sign, { id: work })).verify.desc).toContain('not in a state');
    const early = await calls.call(meterWorks.repair, { id: work, work: 'x', verify_needed: false });
    expect(early.verify.desc).toBe('Nobody has this work order yet: assign it first');
    await calls.ok(meterWorks.assign, { id: work, assignee_id: second.id });
    await repaired(work);
    expect((await calls.call(meterWorks.assign, { id: work, assignee_id: fitter.id })).verify.sign).toBe('fail');
    // nor whoever has it, whoever told the repair
    expect(await theirs.ok(meterWorks.detail, { id: work })).toMatchObject({ mine: false, has: true });
    const own = await theirs.call(meterWorks.sign, { id: work });
    expect(own.verify.desc).toBe('Whoever repaired it or has the work order cannot sign as the second person');
    // by another who signs in at the same place
    const wrong = await calls.call(meterWorks.sign, {
      id: work,
      ...(await beside(third, meterWorks.sign.path, 'not it')),
    });
    expect(wrong.verify.sign).not.toBe('success');
    await calls.ok(meterWorks.sign, { id: work, ...(await beside(third, meterWorks.sign.path)) });
    // nothing was opened: there is nothing to seal
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed' });
    expect((await calls.call(meterWorks.cancel, { id: work, reason: 'x' })).verify.desc).toContain('not in a state');
  });
  it('of which what measures was touched closes by a verification that passed', async () => {
    const id = await blank();
    const work = await order(id);
    await repaired(work, true);
    await theirs.ok(meterWorks.sign, { id: work });
    const tried = { id, certificate: 'JL-2', error_text: '', verify_date: day(0), verify_time: thisMinute() };
    await calls.ok(meters.verify, { ...tried, passed: false, due_date: null });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'signed', verified: false });
    await calls.ok(meters.verify, { ...tried, passed: true, due_date: day(200) });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed', verified: true });
  });
  it('is verified by the newest verification since the repair, if that passed', async () => {
    const { id, points, numbers } = await sealedMeter();
    const work = await order(id);
    for (const number of numbers) await calls.ok(field.unseal, await told(number));
    await repaired(work, true);
    await theirs.ok(meterWorks.sign, { id: work });
    const verify = (passed: boolean, on: number, verify_time?: string) =>
      calls.ok(meters.verify, {
        ...(verify_time && { verify_time }),
        ...{
          id,
          passed,
          certificate: 'JL-7',
          error_text: '',
          verify_date: day(on),
          due_date: passed ? day(200) : null,
        },
      });
    const reseal = async (point: number) => calls.ok(field.seal, await told(await sealInHand(), { point }));
    // of before the repair
    await verify(true, -3);
    expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    // of its day, and nobody says that it was after it; or somebody says that it was before
    await verify(true, 0);
    expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    if (thisMinute() !== '00:00') {
      await verify(true, 0, '00:00');
      expect(await reseal(points[0]!)).toMatchObject({ refusal: 'meterNotVerified' });
    }
    await verify(true, 0, thisMinute());
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ verified: true });
    expect(await reseal(points[0]!)).toMatchObject({ outcome: 'done' });
    // overtaken by one that failed
    await verify(false, 0, thisMinute());
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ verified: false });
    expect(await reseal(points[1]!)).toMatchObject({ refusal: 'meterNotVerified' });
    await verify(true, 0, thisMinute());
    expect(await reseal(points[1]!)).toMatchObject({ outcome: 'done' });
    expect(await calls.ok(meterWorks.detail, { id: work })).toMatchObject({ state: 'closed' });
  });
  it('is signed once, also by two at once', async () => {
    const work = await order(await blank());
    await repaired(work);
    const also = await api.signedIn(third);
    const both = await Promise.all([theirs, also].map((by) => by.call(meterWorks.sign, { id: work })));
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['fail', 'success']);
  });
});

describe('an inspection', () => {
  it('is told once under one key, and its next one is due by its type', async () => {
    const id = await blank();
    const once = await inspection(id, { reading: '041.26', countersigned: 'station manager' });
    const [first, again] = await Promise.all([
      calls.ok(meterInspections.add, once),
      calls.ok(meterInspections.add, once),
    ]);
    expect(again).toEqual(first);
    expect((await calls.ok(meterInspections.list, { meter_id: id })).rows).toHaveLength(1);
    const twisted = await calls.call(meterInspections.add, { ...once, reading: '0' });
    expect(twisted.verify.sign).toBe('conflict');
    expect(await seen(id)).toMatchObject({
      next_inspection: day(30),
      seal_points: [{ look: 'intact' }, { look: 'intact' }],
    });
  });
  it('has the next one due as its type says by then, also sooner, and no older one does', async () => {
    const often = {
      type_name: 'often',
      shape: 'flow' as const,
      points: ['cover'],
      verify_months: 12,
      inspect_days: 90,
    };
    const { id: type_id } = await calls.ok(meterTypes.add, often);
    const { id } = await calls.ok(meters.add, { ...about(), type_id, verify_date: null, due_date: null });
    await api.owner.query("update meter set create_time = now() - interval '10 days' where id = $1", [id]);
    expect(await seen(id)).toMatchObject({ next_inspection: day(90) });
    await calls.ok(meterTypes.update, { ...often, id: type_id, inspect_days: 7 });
    await calls.ok(meterInspections.add, await inspection(id));
    expect(await seen(id)).toMatchObject({ next_inspection: day(7), inspection_days: 7 });
    await calls.ok(meterInspections.add, await inspection(id, ago(3 * 1440)));
    expect(await seen(id)).toMatchObject({ next_inspection: day(7) });
  });
  it('is kept by whatever clock it is told', async () => {
    const id = await blank();
    await calls.ok(meterInspections.add, await inspection(id, { time: '0000-01-01T00:00:00Z' }));
    expect((await calls.ok(meterInspections.list, { meter_id: id })).rows).toHaveLength(1);
  });
  it('that was due and not done is told of its months and in the list, and nothing before it was due', async () => {
    const id = await blank();
    expect((await seen(id)).inspected.some(({ missed }) => missed)).toBe(false);
    await api.owner.query(
      `update meter set create_time = date_trunc('month', now()) - interval '4 months', next_inspection = $2 where id = $1`,
      [id, day(-60)],
    );
    await calls.ok(meterInspections.add, await inspection(id, {}));
    await api.owner.query('update meter set next_inspection = $2 where id = $1', [id, day(-60)]);
    // registered four months ago and inspected now: due thirty days after that, in the first month or at the edge of the second
    const { inspected } = await seen(id);
    expect(
      inspected
        .map(({ missed }) => missed)
        .slice(-5, -3)
        .includes(true),
    ).toBe(true);
    expect(inspected.slice(-3).map(({ missed }) => missed)).toEqual([true, true, false]);
    expect(inspected.slice(0, -5).some(({ missed }) => missed)).toBe(false);
    const { rows } = await calls.ok(meters.list, { inspection_due: 'overdue', keyword: (await seen(id)).meter_name });
    expect(rows).toMatchObject([{ id, inspection_due: 'overdue', inspection_days: -60 }]);
    expect((await calls.ok(meters.list, { inspection_due: 'soon', keyword: rows[0]!.meter_name })).rows).toEqual([]);
  });
  it('that finds something says what, stays as it was told, and is settled in words', async () => {
    const id = await blank();
    const looks = (await pointsOf(id)).map((point_id) => ({ point_id, look: 'missing' as const }));
    const silent = await calls.call(meterInspections.add, await inspection(id, { looks }));
    expect(silent.verify.desc).toBe('Something is wrong with it: choose what');
    const found = await calls.ok(meterInspections.add, await inspection(id, { looks, exception_type_id: exception }));
    // as its type said: it is not to be used
    expect(await seen(id)).toMatchObject({
      ...{ exceptions: 1, stopped: true },
      inspected: expect.arrayContaining([expect.objectContaining({ wrong: 1 })]),
    });
    await calls.ok(meterInspections.settle, { id: found.id, settlement: 'found in the box' });
    expect(await seen(id)).toMatchObject({ exceptions: 0, stopped: false });
    expect(await calls.ok(meterInspections.detail, { id: found.id })).toMatchObject({ result: 'settled' });
    const twice = await calls.call(meterInspections.settle, { id: found.id, settlement: 'again' });
    expect(twice.verify.sign).toBe('conflict');
    await expect(api.owner.query("update meter_inspection set note = 'x' where id = $1", [found.id])).rejects.toThrow(
      /stays/,
    );
  });
  it('says of each point that has a seal how it was found', async () => {
    const { id, points } = await sealedMeter();
    for (const looks of [[], [{ point_id: points[0]!, look: 'intact' as const }]]) {
      const silent = await calls.call(meterInspections.add, await inspection(id, { looks }));
      expect(silent.verify.desc).toBe('Say of each sealed point how its seal was found');
    }
    expect((await calls.ok(meterInspections.list, { meter_id: id })).rows).toEqual([]);
    // of a time at which none was on
    await api.owner.query("update meter set create_time = now() - interval '9 days' where id = $1", [id]);
    await calls.ok(meterInspections.add, await inspection(id, { looks: [], ...ago(5 * 1440) }));
  });
  it('is of points of that meter alone', async () => {
    const [mine, other] = [await blank(), await blank()];
    const looks = (await pointsOf(other)).map((point_id) => ({ point_id, look: 'intact' as const }));
    expect((await calls.call(meterInspections.add, await inspection(mine, { looks }))).verify.sign).toBe('notFound');
  });
  it('told late has its place by when it was done, and says so', async () => {
    const id = await blank();
    await api.owner.query("update meter set create_time = now() - interval '10 days' where id = $1", [id]);
    const time = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const { id: late } = await calls.ok(meterInspections.add, await inspection(id, { time }));
    expect(await calls.ok(meterInspections.detail, { id: late })).toMatchObject({ late: true, at: time });
  });
  it('of before its meter was scrapped is kept, whenever it is told', async () => {
    const { id } = await sealedMeter(60);
    await api.owner.query("update meter set create_time = now() - interval '10 days' where id = $1", [id]);
    const witness = await buildOperator(api.db, org, [meters.scrap.permit]);
    await calls.ok(meters.scrap, { id, reason: 'worn out', ...(await beside(witness, meters.scrap.path)) });
    const before = await inspection(id, { appearance: 'damaged', exception_type_id: exception, ...ago(30) });
    const { id: late } = await calls.ok(meterInspections.add, before);
    expect(await calls.ok(meterInspections.detail, { id: late })).toMatchObject({ late: true, at: before.time });
    expect(await seen(id)).toMatchObject({ state: 'scrapped', exceptions: 1, inspection_due: 'none' });
    expect((await calls.call(meterInspections.add, await inspection(id))).verify.desc).toBe('This meter is scrapped');
  });
});

describe('a verification', () => {
  it('moves the day on which the next is due, but no older one does', async () => {
    const id = await blank();
    const one = { id, passed: true, certificate: 'JL-3', error_text: '' };
    await calls.ok(meters.verify, { ...one, verify_date: day(0), due_date: day(20) });
    expect(await seen(id)).toMatchObject({ due: 'soon', due_days: 20 });
    await calls.ok(meters.verify, { ...one, verify_date: day(-40), due_date: day(325) });
    expect(await seen(id)).toMatchObject({ due_days: 20 });
    expect((await calls.ok(meters.list, { due: 'soon', keyword: (await seen(id)).meter_name })).total).toBe(1);
  });
  it('is refused without a day until when it is good, and of a day to come', async () => {
    const id = await blank();
    const one = { id, passed: true, certificate: '', error_text: '' };
    for (const [dates, words] of [
      [{ verify_date: day(0), due_date: null }, 'good until'],
      [{ verify_date: day(0), due_date: day(0) }, 'good until'],
      [{ verify_date: day(3), due_date: day(9) }, 'today or before'],
    ] as const)
      expect((await calls.call(meters.verify, { ...one, ...dates })).verify.desc).toContain(words);
    // of which the day before is none that can be told
    const first = { ...one, passed: false, verify_date: '0001-01-01', due_date: null };
    expect((await calls.call(meters.verify, first)).verify.sign).toBe('validation');
    expect(await seen(id)).toMatchObject({ due: 'valid' });
  });
  it('that failed ends the one before', async () => {
    const id = await blank();
    await calls.ok(meters.verify, {
      id,
      passed: false,
      certificate: '',
      error_text: '+0.9 %',
      verify_date: day(-1),
      due_date: null,
    });
    // the day before was the last on which it was good
    expect(await seen(id)).toMatchObject({ due: 'overdue', due_days: -2 });
  });
  it('of the same day is older by its time, whenever it is told', async () => {
    const id = await blank();
    const one = { id, certificate: '', error_text: '', verify_date: day(-1) };
    await calls.ok(meters.verify, { ...one, passed: false, due_date: null, verify_time: '15:00' });
    await calls.ok(meters.verify, { ...one, passed: true, due_date: day(300), verify_time: '10:00' });
    expect(await seen(id)).toMatchObject({ due: 'overdue', due_days: -2 });
    await calls.ok(meters.verify, { ...one, passed: true, due_date: day(300), verify_time: '16:00' });
    expect(await seen(id)).toMatchObject({ due_days: 300 });
  });
  it('that failed today has it overdue today', async () => {
    const id = await blank();
    const failed = { passed: false, certificate: '', error_text: '+0.9 %', verify_date: day(0), due_date: null };
    await calls.ok(meters.verify, { id, ...failed });
    expect(await seen(id)).toMatchObject({ due: 'overdue', due_days: -1 });
  });
});

it('days are those of the organisation, in lists, forms and the calendar', async () => {
  const dayIn = (zone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
  // between these two it is never the same day
  for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
    const house = await buildOrganisation(api.db);
    await api.owner.query('update organisation set time_zone = $2 where id = $1', [house, zone]);
    const by = await api.signedIn(await buildOperator(api.db, house));
    const { id: own } = await by.ok(meterTypes.add, {
      ...{ type_name: 'scale', shape: 'scale', points: ['cover'], verify_months: 12, inspect_days: 5 },
    });
    const today = dayIn(zone);
    const next = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10);
    const dated = { verify_date: next(-300), due_date: today };
    const { id } = await by.ok(meters.add, { ...about(), type_id: own, ...dated });
    expect(await by.ok(meters.detail, { id })).toMatchObject({
      today,
      due: 'soon',
      due_days: 0,
      next_inspection: next(5),
    });
    const month = await by.ok(meterCalendar.month, { from: next(-3), to: next(3) });
    expect(month).toMatchObject({ today, overdue: 0 });
    const verified = { id, passed: true, certificate: '', error_text: '', due_date: next(300) };
    const ahead = await by.call(meters.verify, { ...verified, verify_date: next(1) });
    expect(ahead.verify.desc).toContain('today or before');
    await by.ok(meterInspections.add, {
      ...{ meter_id: id, key: randomUUID(), time: new Date().toISOString(), appearance: 'good', looks: [] },
    });
    const after = await by.ok(meterCalendar.month, { from: next(-3), to: next(3) });
    expect(after.days.find(({ inspected }) => inspected === 1)?.day).toBe(today);
    // an organisation below has the same unless it says another
    const below = await buildOrganisation(api.db, house);
    const { rows } = await api.owner.query('select time_zone from organisation where id = $1', [below]);
    expect(rows).toEqual([{ time_zone: zone }]);
  }
});

it('a calendar counts what is due, what is done and who has it', async () => {
  const house = await buildOrganisation(api.db);
  const who = await buildOperator(api.db, house);
  const by = await api.signedIn(who);
  const { id: own } = await by.ok(meterTypes.add, {
    ...{ type_name: 'scale', shape: 'scale', points: ['cover'], verify_months: 12, inspect_days: 5 },
  });
  const at = async (due: number) =>
    (
      await by.ok(meters.add, {
        ...about(),
        verifier_id: who.id,
        type_id: own,
        verify_date: day(-400),
        due_date: day(due),
      })
    ).id;
  const [late, soon] = [await at(-3), await at(4)];
  const asked = { from: day(-10), to: day(20) };
  const month = await by.ok(meterCalendar.month, asked);
  expect(month.overdue).toBe(1);
  const on = (offset: number) => month.days.find((one) => one.day === day(offset));
  expect(on(-3)).toMatchObject({ overdue: 1, verifications: 0 });
  expect(on(4)).toMatchObject({ overdue: 0, verifications: 1 });
  expect(on(5)).toMatchObject({ inspections: 2 });
  const [first, nobody] = month.people;
  expect(first).toMatchObject({
    operator_id: who.id,
    overdue: 1,
    items: [{ meter_id: late }, { meter_id: soon }],
    more: 0,
  });
  expect(nobody).toMatchObject({ operator_id: null, overdue: 0 });
  const due = await by.ok(meterCalendar.day, { day: day(4) });
  expect(due.rows).toMatchObject([{ meter_id: soon, kind: 'verification' }]);
  await by.ok(meters.assign, { ids: [late, soon], as: 'inspector', operator_id: who.id });
  await by.ok(meters.verify, {
    id: late,
    passed: true,
    certificate: '',
    error_text: '',
    verify_date: day(0),
    due_date: day(365),
  });
  const after = await by.ok(meterCalendar.month, asked);
  expect(after).toMatchObject({ overdue: 0, people: [{ operator_id: who.id }] });
  expect(after.days.find((one) => one.day === day(0))).toMatchObject({ verified: 1 });
  const long = await by.call(meterCalendar.month, { ...asked, to: day(60) });
  expect(long.verify.sign).toBe('validation');
});

it('a whole life stands on one line of time, page by page, and in the ledger of custody', async () => {
  const { id, numbers } = await sealedMeter();
  const work = await order(id);
  await calls.ok(field.unseal, await told(numbers[0]!));
  await repaired(work);
  await theirs.ok(meterWorks.sign, { id: work });
  const { rows, more } = await calls.ok(meters.history, { id });
  expect(more).toBe(false);
  expect(rows.map(({ kind: of, what }) => `${of} ${what}`)).toEqual([
    ...['work signed', 'work repaired', 'seal 2', 'work opened', 'seal 0', 'seal 0', 'meter added'],
  ]);
  for (const [n, { at, kind: of, id: source, what }] of rows.entries()) {
    const behind = await calls.ok(meters.history, { id, before: { at, kind: of, id: source, what } });
    expect(behind.rows).toEqual(rows.slice(n + 1));
  }
  expect((await calls.ok(meters.history, { id, kind: 'work' })).rows).toHaveLength(3);
  const { rows: facts } = await api.owner.query<{ fact: string; holds: boolean }>(
    'select fact, digest = ledger_digest(l) as holds from ledger l where meter_id = $1 order by id',
    [id],
  );
  expect(facts.map(({ fact }) => fact)).toEqual([
    ...[
      'meter.added',
      'seal.sealed',
      'seal.sealed',
      'meter.sealed',
      'meter.work_opened',
      'seal.unsealed',
      'meter.opened',
    ],
    ...['meter.work_repaired', 'meter.work_signed'],
  ]);
  expect(facts.every(({ holds }) => holds)).toBe(true);
  const told2 = await calls.ok(ledger.list, { group: 'meter', size: 100 });
  expect(told2.rows.some(({ fact }) => fact === 'meter.work_signed')).toBe(true);
});

it('of another organisation it is as unknown, and so are its types, people and points', async () => {
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  const { id, points } = await sealedMeter();
  expect((await stranger.ok(meters.list, {})).total).toBe(0);
  const own = { ...about(), verify_date: null, due_date: null };
  expect((await stranger.call(meters.add, { ...own, type_id: type })).verify.sign).toBe('notFound');
  const { id: theirType } = await stranger.ok(meterTypes.add, {
    ...{ type_name: 'own', shape: 'other', points: ['cover'], verify_months: 1, inspect_days: 1 },
  });
  const person = await stranger.call(meters.add, { ...own, type_id: theirType, verifier_id: fitter.id });
  expect(person.verify.sign).toBe('notFound');
  const put = await stranger.call(field.seal, await told('X 1', { point: points[0], photos: [] }));
  const nowhere = await stranger.call(field.seal, await told('X 1', { point: 987_654_321, photos: [] }));
  expect(put.verify).toEqual(nowhere.verify);
  expect((await stranger.call(meters.history, { id })).verify.sign).toBe('notFound');
});

it('types and exception types are used by those below, and stay while they are used', async () => {
  const below = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db, org)));
  const { rows } = await below.ok(meters.types, {});
  expect(rows.map((one) => one.id)).toContain(type);
  await below.ok(meters.add, { ...about(), type_id: type, verify_date: null, due_date: null });
  expect((await below.ok(meterInspections.exceptions, {})).rows.map((one) => one.id)).toContain(exception);
  expect((await calls.call(meterTypes.delete, { ids: [type] })).verify.sign).toBe('conflict');
  const names = { type_name: 'twice', shape: 'other' as const, verify_months: 1, inspect_days: 1 };
  expect((await calls.call(meterTypes.add, { ...names, points: ['a', 'a'] })).verify.sign).toBe('validation');
});

it('a meter is whole, also where its organisation was moved away from the owner of its type', async () => {
  const depot = await buildOrganisation(api.db, org);
  const theirs = await api.signedIn(await buildOperator(api.db, depot));
  const { id } = await theirs.ok(meters.add, { ...about(), type_id: type, verify_date: null, due_date: null });
  const elsewhere = await buildOrganisation(api.db);
  await api.owner.query('update organisation set parent_id = $2 where id = $1', [depot, elsewhere]);
  const after = await api.signedIn(await buildOperator(api.db, depot));
  expect(await after.ok(meters.list, {})).toMatchObject({ total: 1, rows: [{ id, type_name: 'dispenser' }] });
  await after.ok(meterWorks.add, { meter_id: id, reason: 'worn', assignee_id: null });
  // and makes no new ones of it
  expect((await after.ok(meters.types, {})).rows).toEqual([expect.objectContaining({ id: type, is_open: false })]);
  const more = { ...about(), type_id: type, verify_date: null, due_date: null };
  expect((await after.call(meters.add, more)).verify.sign).toBe('notFound');
});

it('each refusal of a point is one that an operation can be kept with', () => {
  for (const name of [
    'meterStep',
    'meterScrapped',
    'meterWork',
    'meterNotRepaired',
    'meterNotSigned',
    'meterNotVerified',
  ])
    expect(refusalNames).toContain(name);
});
