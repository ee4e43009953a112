import { randomUUID } from 'node:crypto';
import { approvals } from '@plomb/contract/approvals/approvals';
import { openers } from '@plomb/contract/devices/openers';
import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import { changesOf } from '@plomb/contract/logistics/amended';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { orders } from '@plomb/contract/orders/orders';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import { sealPassword } from '@plomb/contract/session/sealedPassword';
import { session } from '@plomb/contract/session/session';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  type BuiltDevice,
  type BuiltOperator,
  buildDevice,
  buildOperator,
  buildOrganisation,
} from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { followWords } from './words.ts';

const { journeys, logisticsBatches, vehicles, stepRecords, sealPositions, fieldTasks } = logisticsCalls;
const { qrSeals, qrOperations, sealKinds } = sealCalls;
let api: TestApi;
let org: number;
let guard: BuiltOperator;
let witness: BuiltOperator;
let calls: Caller;
let kind: number;
let nth = 0;

beforeAll(async () => {
  api = await startApi();
  org = await buildOrganisation(api.db);
  guard = await buildOperator(api.db, org);
  witness = await buildOperator(api.db, org);
  calls = await api.signedIn(guard);
  const made = { kind_name: 'bolt', iso_class: 'H', maker: 'M', certificate: '', reusable: false } as const;
  kind = (await calls.ok(sealKinds.add, made)).id;
});
afterAll(() => api.stop());

const start = { address: 'Jintang depot', lat: 30.0, lon: 121.8, radius: 500 };
const stop = { id: 'guzhu', address: 'Guzhu station', lat: 30.0, lon: 121.4, radius: 300 };
const destination = { address: 'Shangyu South', lat: 30.0, lon: 121.0, radius: 500 };
const stopPlace = { lat: stop.lat, lon: stop.lon };
const there = { lat: destination.lat, lon: destination.lon };

const vehicle = async (): Promise<number> =>
  (await calls.ok(vehicles.add, { plate: `浙L·${20_000 + ++nth}`, enterprise: 'ZPC Transport' })).id;
const blank = async (): Promise<string> => {
  const prefix = `WL ${1000 + ++nth}`;
  await calls.ok(qrSeals.add, { kind_id: kind, holder_id: guard.id, prefix, first: 1, count: 1 });
  return `${prefix} 001`;
};
type Plan = InputOf<typeof logisticsBatches.add>;
type Position = Plan['positions'][number];
const qr = (more: Partial<Position> = {}): Position => ({
  ...{
    position: `door ${++nth}`,
    process_name: 'loading',
    medium: 'qr',
    device_id: null,
    number: '',
    photos_asked: [],
  },
  ...{ open_stops: [], openers: [], second_person: false },
  ...more,
});
const lockOf = ({ id }: BuiltDevice, more: Partial<Position> = {}): Position =>
  qr({ medium: 'lock', device_id: id, position: 'valves', ...more });
const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString();
const planOf = async (positions: Position[], more: Partial<Plan> = {}): Promise<Plan> => ({
  ...{ vehicle_id: await vehicle(), carrier: 'ZPC', driver: 'Zhao Yong', plan_start: hours(-1), plan_end: hours(3) },
  ...{ start, end: destination, destination },
  stops: [{ ...stop, plan_time: null, patrol: positions.every(({ medium }) => medium !== 'lock') }],
  positions,
  ...more,
});
const planned = async (positions: Position[], more: Partial<Plan> = {}) => {
  const { id } = await calls.ok(logisticsBatches.add, await planOf(positions, more));
  const { positions: made } = await calls.ok(logisticsBatches.detail, { id });
  // long ago, so that what was done some time ago can be told
  await api.owner.query("update logistics_batch set create_time = now() - interval '1 day' where id = $1", [id]);
  return { id, at: made.map((one) => one.id) as [number, ...number[]] };
};
const seen = (id: number) => calls.ok(logisticsBatches.detail, { id });
const stepsOf = async (id: number) =>
  (await seen(id)).steps.map(({ step, cause }) => (cause ? `${step} ${cause}` : String(step))).reverse();

const photo = async (by = guard): Promise<string> => {
  const { rows } = await api.owner.query<{ id: string }>(
    `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
     insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
     select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), p.org_id, p.id, 'seal', 'image/jpeg', sha256, 1
     from content, operator p where p.id = $2 returning id`,
    [Buffer.from(randomUUID()), by.id],
  );
  return rows[0]!.id;
};
let counter = 0;
const told = async (number: string | undefined, more: object = {}) => ({
  ...{
    medium: 'qr' as const,
    read: number ?? '',
    key: randomUUID(),
    time: new Date().toISOString(),
    counter: ++counter,
  },
  ...{ lat: start.lat, lon: start.lon, accuracy: 5, photos: [await photo()] },
  ...more,
});
const ago = (minutes: number) => ({ time: new Date(Date.now() - minutes * 60_000).toISOString() });
const beside = async (path: string) => ({
  witness_login: witness.loginName,
  witness_password: sealPassword(await calls.ok(session.key, {}), path, witness.password),
});
const oldSeal = async (): Promise<string> => {
  const number = await blank();
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
  return number;
};
/** On the road with a seal on each position. */
const onTheRoad = async (count = 1, more: Partial<Plan> = {}, ...firsts: Partial<Position>[]) => {
  const batch = await planned(
    Array.from({ length: count }, (_, n) => qr(firsts[n] ?? {})),
    more,
  );
  const numbers: string[] = [];
  for (const position of batch.at) {
    const number = await oldSeal();
    const done = await calls.ok(field.seal, await told(number, { position, ...ago(60) }));
    expect(done).toMatchObject({ outcome: 'done' });
    numbers.push(number);
  }
  return { ...batch, numbers: numbers as [string, ...string[]] };
};

let serial = 0;
/** A lock says something of its metal, so many minutes ago. */
const says = async (
  lock: BuiltDevice,
  [before, after]: [number, number],
  { minutes = 0, place = start, proved = true, forced = false } = {},
): Promise<number> => {
  const { rows } = await api.owner.query<{ id: number }>(
    `insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, ls_before, ls_after, fault, replay,
       quality, lat, lon, authenticated, counts, rang)
     values ($1, $2, now() - make_interval(mins => $3), now(), now() - make_interval(mins => $3), $4, 1, 'x', 1, $5, $6, 0, false, 'direct', $7, $8,
       $9, true, case when $10 then '{illegal_unlock}' else '{}' end::text[]) returning id`,
    [lock.id, org, minutes, ++serial, before, after, place.lat, place.lon, proved, forced],
  );
  return rows[0]!.id;
};
const heard = () => followWords(api.db as unknown as Pool);
const stands = (lock: BuiltDevice, place: { lat: number; lon: number }, minutes: number) =>
  api.owner.query(
    `update lock_state set lat = $2, lon = $3, fix = true, place_time = now() - make_interval(mins => $4), present_time = now(),
       receive_time = now(), lock_time = now(), lock_status = 2, electric = 90 where device_id = $1`,
    [lock.id, place.lat, place.lon, minutes],
  );

describe('a vehicle', () => {
  it('is named once in an organisation, says who added it, and is on one open batch', async () => {
    const plan = await planOf([qr()]);
    const one = await calls.ok(vehicles.detail, { id: plan.vehicle_id });
    expect(one).toMatchObject({ creator: expect.stringContaining(guard.loginName), batch_id: null });
    const again = await calls.call(vehicles.add, { plate: one.plate, enterprise: 'other' });
    expect(again.verify.sign).toBe('conflict');
    const batch = await calls.ok(logisticsBatches.add, plan);
    expect(await calls.ok(vehicles.detail, { id: plan.vehicle_id })).toMatchObject({
      batch_id: batch.id,
      serial: batch.serial,
    });
    expect((await calls.call(vehicles.delete, { ids: [plan.vehicle_id] })).verify.sign).not.toBe('success');
    const twice = await calls.call(logisticsBatches.add, { ...plan, positions: [qr()] });
    expect(twice.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('on a batch that has not') });
  });
  it('of two plans at once one gets it', async () => {
    const plan = await planOf([qr()]);
    const both = await Promise.all([1, 2].map(() => calls.call(logisticsBatches.add, plan)));
    expect(both.map(({ verify }) => verify.sign).sort()).toEqual(['conflict', 'success']);
  });
});

it('sealing positions are offered to plans, and copied by them', async () => {
  const { id } = await calls.ok(sealPositions.add, { position: 'right door', process_name: 'loading' });
  expect((await calls.ok(logisticsBatches.positions, {})).rows).toContainEqual(
    expect.objectContaining({ position: 'right door', process_name: 'loading' }),
  );
  await calls.ok(sealPositions.delete, { ids: [id] });
});

describe('a batch', () => {
  it('leaves when its last position is sealed, and is completed when the last is opened at the destination', async () => {
    const { id, at } = await planned([qr(), qr()]);
    expect(await seen(id)).toMatchObject({ state: 'draft', serial: expect.stringMatching(/^WL-\d{8}-\d+$/) });
    const numbers = [await blank(), await blank()] as const;
    await calls.ok(field.seal, await told(numbers[0], { position: at[0] }));
    expect(await seen(id)).toMatchObject({ state: 'draft', transit_time: null });
    await calls.ok(field.seal, await told(numbers[1], { position: at[1] }));
    const left = await seen(id);
    expect(left).toMatchObject({ state: 'in_transit', transit_time: expect.any(String), abnormal: false });
    expect(left.positions.map(({ number }) => number)).toEqual(numbers);
    expect((await calls.ok(qrSeals.list, { keyword: numbers[0] })).rows[0]).toMatchObject({
      object: expect.stringContaining(left.plate),
    });
    await calls.ok(field.patrol, await told(numbers[0], { position: at[0] }));
    await calls.ok(field.unseal, await told(numbers[0], there));
    expect(await seen(id)).toMatchObject({ state: 'in_transit' });
    await calls.ok(field.unseal, await told(numbers[1], there));
    expect(await seen(id)).toMatchObject({ state: 'completed', result: 'normal', abnormal: false, share: 1 });
    expect(await stepsOf(id)).toEqual(['0', '0', '1', '2', '2']);
    const { rows } = await calls.ok(stepRecords.list, { batch_id: id });
    expect(rows[0]).toMatchObject({
      ...{
        number: numbers[1],
        oper_name: expect.stringContaining(guard.loginName),
        org_name: expect.stringMatching(/^org/),
      },
      ...{ photos: [expect.any(String)], lat: there.lat, source: 'operation' },
    });
  });

  const refusals: [string, Partial<Position>, object, string][] = [
    ['away from its start', {}, there, 'batchStart'],
    ['without a place and a reason', {}, { lat: undefined, lon: undefined }, 'batchStart'],
    ['with another number than the planned one', { number: 'NB 1' }, {}, 'sealMismatch'],
    ['without the photos that are asked for', { photos_asked: ['number', 'lid'] }, {}, 'batchPhotos'],
    ['with another medium', { medium: 'nfc' }, {}, 'batchMedium'],
  ];
  it.each(refusals)('is not sealed %s, and what was tried is kept', async (_, position, more, refusal) => {
    const { id, at } = await planned([qr(position)]);
    const number = await blank();
    const tried = await calls.ok(field.seal, await told(number, { position: at[0], ...more }));
    expect(tried).toMatchObject({ outcome: 'refused', refusal, words: expect.stringMatching(/\w/) });
    expect(await seen(id)).toMatchObject({ state: 'draft', steps: [] });
    expect((await calls.ok(qrOperations.list, { keyword: number })).rows[0]).toMatchObject({
      outcome: 'refused',
      refusal,
    });
    expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({ state: 'blank' });
  });
  it('is found by a number of a seal, also full-width, and by no more than that', async () => {
    const { id, at } = await planned([qr()]);
    const number = await blank();
    await calls.ok(field.seal, await told(number, { position: at[0] }));
    const wide = number.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
    const found = async (keyword: string) =>
      (await calls.ok(logisticsBatches.list, { keyword })).rows.map((row) => row.id);
    for (const keyword of [number, number.toLowerCase(), wide])
      expect([keyword, await found(keyword)]).toEqual([keyword, [id]]);
    expect(await found(`张${number}`)).toEqual([]);
  });
  it('without a place is sealed with a reason', async () => {
    const { at } = await planned([qr()]);
    const nowhere = { position: at[0], lat: undefined, lon: undefined, reason: 'under the roof' };
    expect(await calls.ok(field.seal, await told(await blank(), nowhere))).toMatchObject({ outcome: 'done' });
  });
  it('is looked at and opened by the number that is on it', async () => {
    const one = await onTheRoad();
    const other = await onTheRoad();
    const wrong = await calls.ok(field.patrol, await told(one.numbers[0], { position: other.at[0] }));
    expect(wrong).toMatchObject({ outcome: 'refused', refusal: 'sealMismatch' });
    expect(await stepsOf(one.id)).toEqual(['0']);
  });
  it('is opened by those who may, where they may', async () => {
    const named = { kind: 'person' as const, id: witness.id };
    const { id, at, numbers } = await onTheRoad(1, {}, { openers: [named], open_stops: ['guzhu'] });
    const theirs = await calls.ok(field.unseal, await told(numbers[0], there));
    expect(theirs).toMatchObject({ outcome: 'refused', refusal: 'sealRight' });
    const mine = await api.signedIn(witness);
    const told2 = await told(numbers[0], { lat: stop.lat, lon: stop.lon, photos: [await photo(witness)] });
    expect(await mine.ok(field.unseal, told2)).toMatchObject({ outcome: 'done' });
    // at the stop nothing is over: it is sealed again there, and opened at the destination
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal: false });
    const fresh = await blank();
    expect(await calls.ok(field.seal, await told(fresh, { ...stopPlace, position: at[0] }))).toMatchObject({
      outcome: 'done',
    });
    const last = await told(fresh, { ...there, photos: [await photo(witness)] });
    expect(await mine.ok(field.unseal, last)).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: false });
  });
  it('is not clean when a door that was opened at a stop was not sealed again', async () => {
    const { id, numbers } = await onTheRoad(2, {}, { open_stops: ['guzhu'] });
    await calls.ok(field.unseal, await told(numbers[0], { ...stopPlace, ...ago(20) }));
    await calls.ok(field.unseal, await told(numbers[1], there));
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: true, abnormal_info: 'not_resealed' });
    expect(await stepsOf(id)).toEqual(['0', '0', '2', '2', '5 not_resealed']);
    // it is noticed with the other door, and said of the one that stayed open
    const { steps, positions } = await seen(id);
    expect(steps.find(({ cause }) => cause === 'not_resealed')).toMatchObject({
      ...{ position_id: positions[0]!.id, position: positions[0]!.position, number: numbers[0] },
    });
  });
  it('names all the doors that were not sealed again', async () => {
    const { id, numbers } = await onTheRoad(3, {}, { open_stops: ['guzhu'] }, { open_stops: ['guzhu'] });
    for (const number of numbers.slice(0, 2))
      await calls.ok(field.unseal, await told(number, { ...stopPlace, ...ago(20) }));
    await calls.ok(field.unseal, await told(numbers[2]!, there));
    const { steps, positions } = await seen(id);
    const [one, other] = positions;
    expect(steps.filter(({ cause }) => cause === 'not_resealed')).toMatchObject([
      {
        ...{ position_id: null, position: `${one!.position}, ${other!.position}` },
        number: `${numbers[0]}, ${numbers[1]}`,
      },
    ]);
  });
  it('names the door that was not sealed again when that is the last to be told', async () => {
    const { id, numbers } = await onTheRoad(2, {}, { open_stops: ['guzhu'] });
    await calls.ok(field.unseal, await told(numbers[1], there));
    await calls.ok(field.unseal, await told(numbers[0], { ...stopPlace, ...ago(20) }));
    const { steps, positions } = await seen(id);
    expect(steps.filter(({ cause }) => cause === 'not_resealed')).toMatchObject([
      { position_id: positions[0]!.id, number: numbers[0] },
    ]);
  });
  it('ended with the last of its openings, in whichever order they are told', async () => {
    const { id, numbers } = await onTheRoad(2);
    await calls.ok(field.unseal, await told(numbers[1], { ...there, ...ago(5) }));
    const last = (await seen(id)).positions[1]!.opened_time;
    await calls.ok(field.unseal, await told(numbers[0], { ...there, ...ago(20) }));
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: false, end_time: last });
  });
  it('that is over keeps what is told late of it, and moves no position', async () => {
    const { id, numbers } = await onTheRoad(1);
    await calls.ok(logisticsBatches.force, { id, reason: 'the truck burned' });
    expect(await calls.ok(field.unseal, await told(numbers[0], { ...there, ...ago(10) }))).toMatchObject({
      outcome: 'done',
    });
    expect((await seen(id)).positions[0]).toMatchObject({ state: 'sealed' });
    expect(await stepsOf(id)).toEqual(['0', '2', '5 late_evidence', '4', '5 forced_end']);
  });
  it('is not sealed with the same photo twice', async () => {
    const { at } = await planned([qr({ photos_asked: ['number', 'lid'] })]);
    const one = await photo();
    const twice = await calls.call(field.seal, await told(await blank(), { position: at[0], photos: [one, one] }));
    expect(twice.data).toMatchObject({ outcome: 'refused', refusal: 'batchPhotos' });
  });
  it('is called by its whole number, however many there are', async () => {
    const plan = await planOf([qr()]);
    const { rows } = await api.owner.query<{ serial: string }>(
      `insert into logistics_batch (id, org_id, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination) values (123456, $1, $2, 'x', 'x', $3, 'x', $3, 'x', now(), now() + interval '1 hour', '{}', '{}', '{}')
       returning serial`,
      [org, plan.vehicle_id, guard.id],
    );
    expect(rows[0]!.serial).toMatch(/-123456$/);
  });
  it('names nobody for a lock, which is opened by its own rules', async () => {
    const lock = await buildDevice(api.db, org);
    for (const [more, field_] of [
      [{ openers: [{ kind: 'person', id: witness.id }] }, 'positions.0.openers'],
      [{ second_person: true }, 'positions.0.second_person'],
    ] as const) {
      const asked = await planOf([lockOf(lock, more as never)]);
      const refused = await calls.call(logisticsBatches.add, asked);
      expect(refused.verify.sign).toBe('validation');
      expect(JSON.stringify(refused)).toContain(field_);
    }
  });
  it('names nobody as an opener who does not see it: of an organisation below', async () => {
    const below = await buildOrganisation(api.db, org);
    const { id } = await buildOperator(api.db, below);
    const { rows } = await api.owner.query<{ id: number }>('select role_id as id from operator where id = $1', [id]);
    const plans = await api.signedIn(guard);
    for (const opener of [
      { kind: 'person', id },
      { kind: 'role', id: rows[0]!.id },
    ] as const) {
      const asked = await planOf([qr(), qr({ openers: [{ kind: 'person', id: witness.id }, opener] })]);
      const refused = await plans.call(logisticsBatches.add, asked);
      expect(refused.data).toEqual({
        'positions.1.openers': 'People and roles of organisations below do not see this batch, and could not open it',
      });
    }
  });
  it('names each position, each seal and each lock once, and says at the field where it does not', async () => {
    const lock = await buildDevice(api.db, org);
    const door = qr({ position: 'Door', number: 'SH 2201 001' });
    const zh = await api.signedIn(guard);
    zh.langue = 'zh_CN';
    const { id } = await planned([door]);
    for (const [other, at, words] of [
      [qr({ position: ' door ' }), 'position', ['Another position has this name', '施封位置重名']],
      [qr({ number: 'sh-2201-001' }), 'number', ['Another position has this number', '该封号已用于另一施封位置']],
      [lockOf(lock), 'device_id', ['Another position has this lock', '该电子锁已用于另一施封位置']],
    ] as const) {
      const twice = at === 'device_id' ? [door, lockOf(lock, { position: 'pump' }), other] : [door, other];
      const asked = await planOf(twice);
      const of = `positions.${twice.length - 1}.${at}`;
      for (const [by, said] of [
        [calls, words[0]],
        [zh, words[1]],
      ] as const) {
        expect((await by.call(logisticsBatches.add, asked)).data).toEqual({ [of]: said });
        expect((await by.call(logisticsBatches.update, { ...asked, id })).data).toEqual({ [of]: said });
      }
    }
    // one number of two media is of two seals
    await calls.ok(logisticsBatches.add, await planOf([door, qr({ medium: 'nfc', number: door.number })]));
  });
  it('is looked at where a lead seal is on it: of nothing but locks no patrol is planned, also on the road', async () => {
    const lock = await buildDevice(api.db, org);
    const stops = [{ ...stop, plan_time: null, patrol: true }];
    const refused = {
      'stops.0.patrol': 'Nothing but locks is on it: there is no lead seal to look at, so no patrol can be planned',
    };
    const asked = await planOf([lockOf(lock)]);
    expect((await calls.call(logisticsBatches.add, { ...asked, stops })).data).toEqual(refused);
    const { id } = await planned([lockOf(lock)]);
    const { vehicle_id: _, positions: __, ...route } = asked;
    const amend = () => calls.call(logisticsBatches.amend, { ...route, stops, id, reason: 'x' });
    expect((await amend()).data).toEqual(refused);
    // what was planned so before is amended like any
    await api.owner.query('alter table logistics_batch disable trigger user');
    await api.owner.query('update logistics_batch set stops = $2 where id = $1', [id, JSON.stringify(stops)]);
    await api.owner.query('alter table logistics_batch enable trigger user');
    expect((await amend()).verify.sign).toBe('success');
    expect((await calls.call(logisticsBatches.add, await planOf([lockOf(lock), qr()], { stops }))).verify.sign).toBe(
      'conflict',
    );
  });
  it('is answered for by somebody who sees it: of its organisation, or of one above', async () => {
    const below = await buildOperator(api.db, await buildOrganisation(api.db, org));
    const refused = await calls.call(logisticsBatches.add, { ...(await planOf([qr()])), owner_id: below.id });
    expect(refused.verify.sign).toBe('validation');
    const { id } = await planned([qr()]);
    const given = await calls.call(logisticsBatches.own, { id, owner_id: below.id, reason: 'x' });
    expect(given.verify.sign).toBe('validation');
    const { rows } = await calls.ok(logisticsBatches.mayOwn, { batch_id: id });
    expect(rows.map((one) => one.id)).toContain(guard.id);
    for (const keyword of [below.loginName, guard.loginName])
      expect((await calls.ok(logisticsBatches.mayOwn, { keyword })).rows.map((one) => one.id)).toEqual(
        keyword === guard.loginName ? [guard.id] : [],
      );
    const foreign = await calls.call(logisticsBatches.mayOwn, { batch_id: 999_999_999 });
    expect(foreign.verify.sign).toBe('notFound');
  });
  it('gets another owner by its plan only from whoever may change owners', async () => {
    const { id } = await planned([qr()]);
    const planner = await buildOperator(api.db, org, ['logisticsBatch:list', 'logisticsBatch:update']);
    const theirs = await api.signedIn(planner);
    const { version } = await seen(id);
    const change = { ...(await planOf([qr()])), id, version };
    const taken = await theirs.call(logisticsBatches.update, { ...change, owner_id: planner.id });
    expect(taken.verify.sign).toBe('noPermission');
    await theirs.ok(logisticsBatches.update, { ...change, owner_id: guard.id });
    expect(await seen(id)).toMatchObject({ owner_id: guard.id });
  });
  it('says before anybody tries what opening it asks for there, and that it may not be opened', async () => {
    const asks = async (read: string, place: object, by = calls) =>
      (await by.ok(field.scan, { medium: 'qr', read, ...place, accuracy: 5 })).unseal;
    const nothing = { refusal: null, words: '', with_reason: false, with_witness: false };
    const { numbers, id } = await onTheRoad();
    expect(await asks(numbers[0], there)).toEqual(nothing);
    const away = { ...nothing, with_reason: true, with_witness: true };
    expect(await asks(numbers[0], stopPlace)).toEqual(away);
    // nobody knows where, and not to within what counts as there
    expect((await calls.ok(field.scan, { medium: 'qr', read: numbers[0] })).unseal).toEqual(away);
    expect((await calls.ok(field.scan, { medium: 'qr', read: numbers[0], ...there, accuracy: 500 })).unseal).toEqual(
      away,
    );
    const two = await onTheRoad(1, {}, { second_person: true });
    expect(await asks(two.numbers[0], there)).toEqual({ ...nothing, with_witness: true });
    const named = await onTheRoad(1, {}, { openers: [{ kind: 'person', id: witness.id }] });
    expect(await asks(named.numbers[0], there)).toMatchObject({
      refusal: 'sealRight',
      words: expect.stringMatching(/./),
    });
    // what is only put on, and what is on nothing that has rules
    expect(await asks(await blank(), there)).toBeNull();
    expect((await seen(id)).steps.map(({ step }) => step)).toEqual([0]);
  });
  it('is opened elsewhere by two, with a reason, and is abnormal for ever', async () => {
    const { id, numbers } = await onTheRoad(2);
    const alone = await calls.ok(field.unseal, await told(numbers[0], { reason: 'customs' }));
    expect(alone).toMatchObject({ outcome: 'refused', refusal: 'sealWitness' });
    const two = async () => await beside(field.unseal.path);
    const silent = await calls.ok(field.unseal, await told(numbers[0], { ...(await two()) }));
    expect(silent).toMatchObject({ outcome: 'refused', refusal: 'batchReason' });
    const done = await calls.ok(field.unseal, await told(numbers[0], { reason: 'customs', ...(await two()) }));
    expect(done).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal: true, abnormal_info: 'unsealed_outside' });
    expect(await stepsOf(id)).toEqual(['0', '0', '2', '5 unsealed_outside']);
    await calls.ok(field.unseal, await told(numbers[1], there));
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: true });
    await expect(
      api.owner.query('update logistics_batch set abnormal = false, abnormal_info = null where id = $1', [id]),
    ).rejects.toThrow(/never clears/);
  });
  it('where the plan asks for two is opened by two at the destination, too', async () => {
    const { id, numbers } = await onTheRoad(1, {}, { second_person: true });
    expect(await calls.ok(field.unseal, await told(numbers[0], there))).toMatchObject({ refusal: 'sealWitness' });
    const two = { ...there, ...(await beside(field.unseal.path)) };
    expect(await calls.ok(field.unseal, await told(numbers[0], two))).toMatchObject({ outcome: 'done' });
    expect((await seen(id)).steps[0]).toMatchObject({
      ...{ step: 2, witness: expect.stringContaining(witness.loginName), witness_login: witness.loginName },
    });
  });
  it('is sealed anew on the way, and both numbers stand in its steps', async () => {
    const { id, at, numbers } = await onTheRoad(2);
    const scrapped = { reason: 'cut by a branch', ...(await beside(field.scrap.path)) };
    expect(await calls.ok(field.scrap, await told(numbers[0], scrapped))).toMatchObject({ outcome: 'done' });
    const fresh = await blank();
    expect(await calls.ok(field.seal, await told(fresh, { ...there, position: at[0] }))).toMatchObject({
      outcome: 'done',
    });
    const now = await seen(id);
    expect(now).toMatchObject({ state: 'in_transit', scrapped: true, abnormal: false });
    expect(now.positions[0]).toMatchObject({ number: fresh, state: 'sealed' });
    expect(now.steps.slice(0, 2).map(({ step, number }) => [step, number])).toEqual([
      [0, fresh],
      [3, numbers[0]],
    ]);
  });
  it('is abnormal when a seal on it is', async () => {
    const { id, numbers } = await onTheRoad();
    await calls.ok(field.abnormal, await told(numbers[0], { reason: 'cut marks', abnormal_kind: 'attacked' }));
    expect(await seen(id)).toMatchObject({ abnormal: true, abnormal_info: 'seal_abnormal' });
  });
  it('is cancelled while nothing is on it, and changed by an amendment once it has left', async () => {
    const empty = await planned([qr()]);
    await calls.ok(logisticsBatches.cancel, { id: empty.id, reason: 'no load' });
    expect(await seen(empty.id)).toMatchObject({ state: 'cancelled' });
    const { id } = await onTheRoad();
    const refused = await calls.call(logisticsBatches.cancel, { id, reason: 'x' });
    expect(refused.verify.sign).toBe('fail');
    const { vehicle_id: _, positions: __, ...route } = await planOf([]);
    await calls.ok(logisticsBatches.amend, { ...route, id, carrier: 'Another', reason: 'the truck broke down' });
    expect(await seen(id)).toMatchObject({
      carrier: 'Another',
      amendments: [
        expect.objectContaining({
          reason: 'the truck broke down',
          before: expect.objectContaining({ carrier: 'ZPC' }),
          after: expect.objectContaining({ carrier: 'Another' }),
        }),
      ],
    });
  });
  it('is written over while it is a draft, by whoever read it as it is', async () => {
    const { id } = await planned([qr()]);
    const { version } = await seen(id);
    const other = await planOf([qr(), qr()], { carrier: 'Second' });
    await calls.ok(logisticsBatches.update, { ...other, id, version });
    expect(await seen(id)).toMatchObject({ carrier: 'Second', positions: [{}, {}] });
    const stale = await calls.call(logisticsBatches.update, { ...other, id, version });
    expect(stale.verify.sign).toBe('conflict');
  });
  it('is ended by force by its owner or an administrator, with a reason: its seals become abnormal and go into no stock', async () => {
    const { id, numbers } = await onTheRoad(2);
    const dispatcher = await buildOperator(api.db, org, ['logisticsBatch:list', 'logisticsBatch:force']);
    const theirs = await api.signedIn(dispatcher);
    const refused = await theirs.call(logisticsBatches.force, { id, reason: 'x' });
    expect(refused.verify.sign).toBe('noPermission');
    await calls.ok(logisticsBatches.own, { id, owner_id: dispatcher.id, reason: 'their shift' });
    await theirs.ok(logisticsBatches.force, { id, reason: 'the truck burned' });
    expect(await seen(id)).toMatchObject({
      state: 'completed',
      result: 'forced',
      abnormal: true,
      end_reason: 'the truck burned',
    });
    expect(await stepsOf(id)).toEqual(['0', '0', '4', '5 forced_end']);
    for (const number of numbers)
      expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({
        state: 'sealed',
        abnormal: true,
      });
    // and are like any seal from then on
    expect(await calls.ok(field.unseal, await told(numbers[0], there))).toMatchObject({ outcome: 'done' });
  });
  it('is reported abnormal by a person, with photos', async () => {
    const { id } = await onTheRoad();
    await calls.ok(logisticsBatches.abnormal, { id, reason: 'a tyre burst', photos: [await photo()] });
    expect(await seen(id)).toMatchObject({ abnormal: true, abnormal_info: 'reported' });
  });
  it('of two seals for one position at once one is on it', async () => {
    const { id, at } = await planned([qr(), qr()]);
    const numbers = [await blank(), await blank()] as const;
    const time = new Date().toISOString();
    const asked = await Promise.all(numbers.map((number) => told(number, { position: at[0], time })));
    const outcomes = await Promise.all(asked.map((one) => calls.ok(field.seal, one)));
    expect(outcomes.map(({ refusal }) => refusal).sort()).toEqual(['batchPosition', null]);
    expect(await stepsOf(id)).toEqual(['0']);
  });
  it('told the same again takes no step more', async () => {
    const { id, at } = await planned([qr()]);
    const once = await told(await blank(), { position: at[0] });
    const answers = [await calls.ok(field.seal, once), await calls.ok(field.seal, once)];
    expect(answers[0]).toEqual(answers[1]);
    expect(await stepsOf(id)).toEqual(['0']);
  });
  it('goes no other way in the database either, and its steps stay', async () => {
    const { id } = await onTheRoad();
    const set = (to: string) => api.owner.query(`update logistics_batch set ${to} where id = $1`, [id]);
    await expect(set("state = 'draft', transit_time = null")).rejects.toThrow(/does not go/);
    await expect(set("state = 'cancelled', transit_time = null, end_time = now()")).rejects.toThrow(/does not go/);
    await expect(set("serial = 'x'")).rejects.toThrow(/stays/);
    await expect(api.owner.query('delete from batch_step')).rejects.toThrow(/append only/);
    await expect(api.owner.query("update batch_amendment set reason = ''")).rejects.toThrow(/append only/);
  });
});

describe('what is told late of a batch', () => {
  it('left when its last position was sealed, in whichever order that was told', async () => {
    const { id, at } = await planned([qr(), qr()]);
    const numbers = [await oldSeal(), await oldSeal()] as const;
    await calls.ok(field.seal, await told(numbers[1], { position: at[1], ...ago(50) }));
    const second = (await seen(id)).positions[1]!.sealed_time;
    await calls.ok(field.seal, await told(numbers[0], { position: at[0], ...ago(60) }));
    expect(await seen(id)).toMatchObject({ state: 'in_transit', transit_time: second });
  });
  it('is a step where it belongs, and moves nothing', async () => {
    const { id, numbers } = await onTheRoad();
    await calls.ok(field.unseal, await told(numbers[0], { ...there, ...ago(10) }));
    expect(await calls.ok(field.patrol, await told(numbers[0], ago(30)))).toMatchObject({ outcome: 'done' });
    expect(await stepsOf(id)).toEqual(['0', '1', '2']);
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: false });
  });
  it('and contradicts what is known is an abnormal step, and never dropped', async () => {
    const { id, at, numbers } = await onTheRoad(2);
    const late = await calls.ok(field.seal, await told(await oldSeal(), { position: at[0], ...ago(90) }));
    expect(late).toMatchObject({ outcome: 'contradicts', refusal: 'batchLater' });
    expect(await seen(id)).toMatchObject({ abnormal: true, abnormal_info: 'contradicts' });
    expect(await stepsOf(id)).toEqual(['5 contradicts', '0', '0']);
    expect((await seen(id)).positions[0]).toMatchObject({ number: numbers[0] });
  });
});

describe('a lock on a batch', () => {
  it('seals and opens it by its own words', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    await says(lock, [0, 2], { minutes: 60 });
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'in_transit', positions: [{ state: 'sealed', number: lock.sn }] });
    await says(lock, [2, 0], { minutes: 5, place: destination });
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'completed', result: 'normal', abnormal: false });
    expect(await stepsOf(id)).toEqual(['0', '2']);
    expect((await seen(id)).steps[0]).toMatchObject({ source: 'lock', number: lock.sn, device_id: lock.id });
  });
  it('that is judged anew says the same step once', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    await says(lock, [0, 2], { minutes: 60 });
    const opening = await says(lock, [2, 0], { minutes: 5, place: destination });
    await heard();
    await api.owner.query('update lock_event set rang = rang where id = $1', [opening]);
    await heard();
    expect(await stepsOf(id)).toEqual(['0', '2']);
    expect(await seen(id)).toMatchObject({ abnormal: false });
  });
  it('that opens elsewhere, is forced or says it without a proof', async () => {
    const [away, forced, nobody] = [
      await buildDevice(api.db, org),
      await buildDevice(api.db, org),
      await buildDevice(api.db, org),
    ] as const;
    const batches = [
      await planned([lockOf(away)]),
      await planned([lockOf(forced)]),
      await planned([lockOf(nobody)]),
    ] as const;
    for (const lock of [away, forced, nobody]) await says(lock, [0, 2], { minutes: 60 });
    await says(away, [2, 0], { minutes: 5, place: stop });
    await says(forced, [2, 3], { minutes: 5, place: stop });
    await says(nobody, [2, 3], { minutes: 5, place: stop, proved: false });
    await heard();
    expect(await seen(batches[0].id)).toMatchObject({ state: 'in_transit', abnormal_info: 'unsealed_outside' });
    expect(await seen(batches[1].id)).toMatchObject({ state: 'in_transit', abnormal_info: 'lock_abnormal' });
    expect(await seen(batches[2].id)).toMatchObject({ state: 'in_transit', abnormal: false });
  });
  it('of which something comes to light after the end stays with the batch', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    await says(lock, [0, 2], { minutes: 60 });
    await says(lock, [2, 0], { minutes: 5, place: destination });
    await heard();
    await says(lock, [2, 3], { minutes: 30, place: stop });
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: true, abnormal_info: 'late_evidence' });
    // and what it says after the end is none of the batch's
    await says(lock, [0, 3], { minutes: 0, place: stop });
    await heard();
    expect(await stepsOf(id)).toEqual(['0', '2', '5 late_evidence', '2']);
  });
  it('that is opened without right is open, and its batch abnormal, whether that rings at once or later', async () => {
    const [atOnce, later, broken] = [
      await buildDevice(api.db, org),
      await buildDevice(api.db, org),
      await buildDevice(api.db, org),
    ] as const;
    const ids = [];
    for (const lock of [atOnce, later, broken]) {
      ids.push((await planned([lockOf(lock), qr()])).id);
      await says(lock, [0, 2], { minutes: 60 });
    }
    await heard();
    const rings = async (event: number) =>
      await api.owner.query("update lock_event set rang = '{illegal_unlock}' where id = $1", [event]);
    await rings(await says(atOnce, [2, 1], { minutes: 5, place: start }));
    const event = await says(later, [2, 1], { minutes: 5, place: start });
    await says(broken, [3, 3], { minutes: 6, place: start, forced: true });
    await heard();
    await rings(event);
    await heard();
    await rings(event);
    await heard();
    for (const id of ids) {
      expect(await stepsOf(id)).toEqual(['0', '2', '5 lock_abnormal']);
      const now = await seen(id);
      expect(now).toMatchObject({ abnormal: true });
      expect(now.positions[0]!.state).not.toBe('sealed');
    }
  });
  it('that was opened in the yard contradicts a departure that was told before', async () => {
    const lock = await buildDevice(api.db, org);
    const { id, at } = await planned([lockOf(lock), qr()]);
    await says(lock, [0, 2], { minutes: 60 });
    await heard();
    await calls.ok(field.seal, await told(await oldSeal(), { position: at[1], ...ago(30) }));
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal: false });
    await says(lock, [2, 0], { minutes: 40 });
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal_info: 'contradicts' });
    expect((await seen(id)).positions[0]).toMatchObject({ state: 'opened' });
  });
  it('is on one open batch', async () => {
    const lock = await buildDevice(api.db, org);
    await planned([lockOf(lock)]);
    const again = await calls.call(logisticsBatches.add, await planOf([lockOf(lock)]));
    expect(again.verify).toMatchObject({ sign: 'conflict', desc: expect.stringContaining('This lock is on a batch') });
  });
  it('is unsealed on the road by two, and at the destination by one, by what is known of its place for half an hour', async () => {
    const lock = await buildDevice(api.db, org);
    const order = { device_id: lock.id, reason: 'customs' };
    const asks = async () => {
      const { kinds } = await calls.ok(approvals.needed, { device_id: lock.id });
      const { verify } = await calls.call(orders.unseal, { ...order, idempotency_key: randomUUID() });
      return [kinds.includes('unseal'), verify.desc.includes('second person')];
    };
    await stands(lock, stop, 1);
    expect(await asks()).toEqual([false, false]);
    const other = await buildDevice(api.db, org);
    Object.assign(lock, other);
    Object.assign(order, { device_id: other.id });
    await planned([lockOf(other)]);
    await says(other, [0, 2], { minutes: 60 });
    await heard();
    for (const [place, minutes, isAsked] of [
      [stop, 1, true],
      [destination, 31, true],
      [destination, 1, false],
    ] as const) {
      await stands(other, place, minutes);
      expect(await asks()).toEqual([isAsked, isAsked]);
      await api.owner.query(
        "update command set state = 'cancelled', finish_time = now() where device_id = $1 and state = 'queued'",
        [other.id],
      );
    }
    // whatever code writes it
    await stands(other, stop, 1);
    await expect(
      api.owner.query(
        `insert into command (device_id, org_id, kind, physical, idempotency_key, operator_id, oper_name, expire_time)
         values ($1, $2, 'unseal', true, 'past all code', $3, 'x', now() + interval '1 hour')`,
        [other.id, org, guard.id],
      ),
    ).rejects.toThrow(/second person/);
  });
});

describe('what the handset tells of a plan that is not any more', () => {
  it('stays with a batch that ended, was cancelled or was planned anew, as what contradicts the record', async () => {
    const ended = await onTheRoad();
    await calls.ok(logisticsBatches.force, { id: ended.id, reason: 'x' });
    await api.owner.query('alter table logistics_batch disable trigger user');
    await api.owner.query("update logistics_batch set end_time = now() - interval '30 minutes' where id = $1", [
      ended.id,
    ]);
    await api.owner.query('alter table logistics_batch enable trigger user');
    const cancelled = await planned([qr()]);
    await calls.ok(logisticsBatches.cancel, { id: cancelled.id, reason: 'x' });
    const anew = await planned([qr()]);
    await calls.ok(logisticsBatches.update, { ...(await planOf([qr()])), id: anew.id });
    for (const { id, at } of [ended, cancelled, anew]) {
      const number = await oldSeal();
      const late = await calls.ok(field.seal, await told(number, { position: at[0], ...ago(20) }));
      expect(late).toMatchObject({ outcome: 'contradicts', refusal: 'batchOver' });
      expect((await seen(id)).steps).toContainEqual(expect.objectContaining({ step: 5, cause: 'contradicts', number }));
      expect(await seen(id)).toMatchObject({ abnormal: true });
      // told at once it is refused, and can be put right
      const now = await calls.ok(field.seal, await told(number, { position: at[0] }));
      expect(now).toMatchObject({ outcome: 'refused', refusal: 'batchOver' });
    }
  });
  it('keeps the ids of the positions that a plan goes on with', async () => {
    const { id, at } = await planned([qr(), qr()]);
    const { positions, version } = await seen(id);
    const [first, second] = positions.map(({ position }, nth) => qr({ id: at[nth]!, position }));
    await calls.ok(logisticsBatches.update, { ...(await planOf([second!, qr(), first!])), id, version });
    const after = await seen(id);
    expect(after.positions.map((one) => one.id)).toEqual([at[1], expect.any(Number), at[0]]);
    const { amendments } = after;
    expect(amendments[0]).toMatchObject({ before: { positions: [{ id: at[0] }, { id: at[1] }] } });
    const foreign = await planned([qr()]);
    const stolen = await calls.call(logisticsBatches.update, { ...(await planOf([qr({ id: foreign.at[0] })])), id });
    expect(stolen.verify.sign).toBe('validation');
  });
});

describe('a scan that is refused', () => {
  it('of another number than is on makes the batch abnormal', async () => {
    const { id, at, numbers } = await onTheRoad(1, {}, { openers: [{ kind: 'person', id: witness.id }] });
    const else_ = await onTheRoad();
    const wrong = await calls.ok(field.patrol, await told(else_.numbers[0], { position: at[0] }));
    expect(wrong).toMatchObject({ refusal: 'sealMismatch' });
    expect(await seen(id)).toMatchObject({
      abnormal: true,
      abnormal_info: 'refused_scan',
      positions: [{ state: 'sealed' }],
    });
    expect((await seen(id)).steps[0]).toMatchObject({ number: else_.numbers[0], cause: 'refused_scan' });
    const right = await calls.ok(field.unseal, await told(numbers[0], there));
    // who only may not is told so, and that is in the record of operations
    expect(right).toMatchObject({ refusal: 'sealRight' });
    expect(await stepsOf(id)).toEqual(['0', '5 refused_scan']);
    // what was only forgotten does not
    const forgot = await onTheRoad();
    await calls.ok(field.patrol, await told(forgot.numbers[0], { photos: [] }));
    expect(await seen(forgot.id)).toMatchObject({ abnormal: false });
  });
  it('of a number that nobody knows is kept with the position that it was read at', async () => {
    const { id, at } = await planned([qr()]);
    const forged = await calls.ok(field.seal, await told('NOBODY 1', { position: at[0] }));
    expect(forged).toMatchObject({ refusal: 'unknownSeal' });
    expect(await stepsOf(id)).toEqual(['5 refused_scan']);
  });
});

describe('a place', () => {
  it('that nobody knows, or not to within what counts as there, is none: a patrol on the road says why', async () => {
    const { numbers } = await onTheRoad();
    for (const place of [{ lat: undefined, lon: undefined }, { accuracy: 5000 }, { accuracy: undefined }])
      expect(await calls.ok(field.patrol, await told(numbers[0], place))).toMatchObject({ refusal: 'sealElsewhere' });
    const why = { lat: undefined, lon: undefined, reason: 'in the tunnel' };
    expect(await calls.ok(field.patrol, await told(numbers[0], why))).toMatchObject({ outcome: 'done' });
  });
  it('outside of the destination lets nobody open who is not named', async () => {
    const { numbers } = await onTheRoad(1, {}, { openers: [{ kind: 'person', id: witness.id }] });
    const two = { reason: 'customs', ...(await beside(field.unseal.path)) };
    expect(await calls.ok(field.unseal, await told(numbers[0], two))).toMatchObject({ refusal: 'sealRight' });
  });
});

it('a late patrol of a seal that can be used again is one, though it was taken off by somebody above and is theirs since', async () => {
  const reusable = { kind_name: 'lock seal', iso_class: 'H', maker: 'M', certificate: '', reusable: true } as const;
  const { id: kind_id } = await calls.ok(sealKinds.add, reusable);
  const below = await buildOperator(api.db, await buildOrganisation(api.db, org));
  const theirs = await api.signedIn(below);
  const prefix = `WR ${1000 + ++nth}`;
  await theirs.ok(qrSeals.add, { kind_id, holder_id: below.id, prefix, first: 1, count: 1 });
  const number = `${prefix} 001`;
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = $1", [number]);
  const { id: vehicle_id } = await theirs.ok(vehicles.add, { plate: `浙L·${20_000 + ++nth}`, enterprise: 'ZPC' });
  const { id } = await theirs.ok(logisticsBatches.add, { ...(await planOf([qr()])), vehicle_id });
  await api.owner.query("update logistics_batch set create_time = now() - interval '1 day' where id = $1", [id]);
  const [position] = (await theirs.ok(logisticsBatches.detail, { id })).positions;
  const deed = async (more: object) => ({ ...(await told(number, more)), photos: [await photo(below)] });
  const on = { position: position!.id };
  expect(await theirs.ok(field.seal, await deed({ ...on, ...ago(60) }))).toMatchObject({ outcome: 'done' });
  expect(await calls.ok(field.unseal, await told(number, there))).toMatchObject({ outcome: 'done' });
  expect(await theirs.ok(field.patrol, await deed({ ...on, ...stopPlace, ...ago(30) }))).toMatchObject({
    ...{ outcome: 'done', state: 'sealed' },
  });
  const opened = { ...on, reason: 'customs', ...ago(20) };
  expect(await theirs.ok(field.unseal, await deed(opened))).toMatchObject({
    outcome: 'contradicts',
    refusal: 'sealStep',
  });
  // some minutes after it left them it is a number that they know nothing of
  expect(await theirs.ok(field.patrol, await deed(stopPlace))).toMatchObject({ refusal: 'sealStep' });
  expect(await theirs.ok(field.patrol, await deed({ ...stopPlace, ...ago(-6) }))).toMatchObject({
    ...{ refusal: 'unknownSeal' },
  });
});

it('of two who open at the destination the second has a seal in hand that is off, and no forged one', async () => {
  const reusable = {
    kind_name: `clip ${++nth}`,
    iso_class: 'none',
    maker: '',
    certificate: '',
    reusable: true,
  } as const;
  const { id: kind_id } = await calls.ok(sealKinds.add, reusable);
  const below = await buildOperator(api.db, await buildOrganisation(api.db, org));
  const theirs = await api.signedIn(below);
  const prefix = `WR ${1000 + ++nth}`;
  await theirs.ok(qrSeals.add, { kind_id, holder_id: below.id, prefix, first: 1, count: 2 });
  const numbers = [`${prefix} 001`, `${prefix} 002`];
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = any($1)", [numbers]);
  const { id: vehicle_id } = await theirs.ok(vehicles.add, { plate: `浙L·${20_000 + ++nth}`, enterprise: 'ZPC' });
  const { id } = await theirs.ok(logisticsBatches.add, { ...(await planOf([qr(), qr()])), vehicle_id });
  await api.owner.query("update logistics_batch set create_time = now() - interval '1 day' where id = $1", [id]);
  const { positions } = await theirs.ok(logisticsBatches.detail, { id });
  const deed = async (of: number, more: object) => ({
    ...(await told(numbers[of], { position: positions[of]!.id, ...more })),
    photos: [await photo(below)],
  });
  for (const of of [0, 1])
    expect(await theirs.ok(field.seal, await deed(of, ago(60)))).toMatchObject({ outcome: 'done' });
  expect(await calls.ok(field.unseal, await told(numbers[0], there))).toMatchObject({ outcome: 'done' });
  const off = { ...there, position: undefined };
  expect(await theirs.ok(field.unseal, await deed(0, off))).toMatchObject({ refusal: 'sealStep' });
  // by a clock that is a little ahead, and of the position that it is off
  const ahead = await deed(0, { ...there, ...ago(-2) });
  expect(await theirs.ok(field.patrol, ahead)).toMatchObject({ refusal: 'sealMismatch' });
  expect(await theirs.ok(field.unseal, await deed(1, there))).toMatchObject({ outcome: 'done' });
  expect(await theirs.ok(logisticsBatches.detail, { id })).toMatchObject({ state: 'completed', abnormal: false });
});
it('a late patrol is of the seal that was on then', async () => {
  const { id, at, numbers } = await onTheRoad(2);
  const scrapped = { reason: 'cut', ...(await beside(field.scrap.path)), ...ago(20) };
  await calls.ok(field.scrap, await told(numbers[0], scrapped));
  await calls.ok(field.seal, await told(await oldSeal(), { position: at[0], ...ago(15) }));
  expect(await calls.ok(field.patrol, await told(numbers[0], ago(40)))).toMatchObject({ outcome: 'done' });
  expect(await seen(id)).toMatchObject({ abnormal: false });
});

it('a seal that somebody above puts on a batch is of whoever has the batch', async () => {
  const below = await buildOrganisation(api.db, org);
  const theirs = await buildOperator(api.db, below);
  const clerk = await api.signedIn(theirs);
  const vehicle_id = (await clerk.ok(vehicles.add, { plate: `浙L·${20_000 + ++nth}`, enterprise: 'E' })).id;
  const { id } = await clerk.ok(logisticsBatches.add, { ...(await planOf([qr()])), vehicle_id });
  const [position] = (await clerk.ok(logisticsBatches.detail, { id })).positions;
  const [number, spent] = [await blank(), (await onTheRoad()).numbers[0]!];
  await calls.ok(field.unseal, await told(spent, { ...there, photos: [] }));
  // of what rings, whoever has the number is told, and of all else whoever has the batch
  expect(await calls.ok(field.seal, await told(spent, { position: position!.id }))).toMatchObject({
    ...{ refusal: 'sealReuse' },
  });
  expect((await clerk.ok(qrOperations.list, { keyword: spent })).rows).toEqual([]);
  // what was refused at the batch is of its journey all the same
  expect(await clerk.ok(journeys.detail, { id })).toMatchObject({
    refused: [{ refusal: 'sealReuse', number: spent, step_id: expect.any(Number), photos: [expect.any(String)] }],
  });
  expect(await calls.ok(field.seal, await told(number, { position: position!.id }))).toMatchObject({ outcome: 'done' });
  expect((await clerk.ok(field.scan, { medium: 'qr', read: number })).seal).toMatchObject({ state: 'sealed' });
  expect((await clerk.ok(qrOperations.list, { keyword: number })).rows).toHaveLength(1);
  await clerk.ok(logisticsBatches.force, { id, reason: 'taken back to the depot' });
  expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({ abnormal: true });
  // told at once of one that is over it makes no step
  expect(await calls.ok(field.seal, await told(spent, { position: position!.id }))).toMatchObject({
    ...{ refusal: 'sealReuse' },
  });
  const { refused } = await clerk.ok(journeys.detail, { id });
  expect(refused.map(({ step_id }) => step_id)).toEqual([null, expect.any(Number)]);
  expect(await clerk.ok(journeys.photo, { id, file: refused[0]!.photos[0]!, thumb: false })).toMatchObject({
    ...{ type: 'image/jpeg' },
  });
});

it('a seal on a batch out of sight is operated by nobody who does not see that', async () => {
  const below = await buildOrganisation(api.db, org);
  const theirs = await buildOperator(api.db, below);
  const { at, numbers } = await onTheRoad();
  await api.owner.query('update seal set org_id = $2 where number = $1', [numbers[0], below]);
  const mine = await api.signedIn(theirs);
  const tried = await told(numbers[0], { ...there, photos: [] });
  expect(await mine.ok(field.unseal, tried)).toMatchObject({ outcome: 'refused', refusal: 'sealThing' });
  expect(at[0]).toBeGreaterThan(0);
});

describe('a plan on the road', () => {
  const amended = async (id: number, change: object, by = calls) => {
    const { carrier, driver, plan_start, plan_end, start: from, end, destination: to, stops } = await seen(id);
    const route = { carrier, driver, plan_start, plan_end, start: from, end, destination: to, stops };
    return by.call(logisticsBatches.amend, { ...route, id, reason: 'the road is closed', ...change });
  };
  it('says anew where it may be opened by two people, who are kept with what it was and why', async () => {
    const { id } = await onTheRoad();
    const moved = { destination: { ...destination, lat: 31 } };
    expect((await amended(id, moved)).verify.desc).toContain('two people');
    expect((await amended(id, { stops: [] })).verify.desc).toContain('two people');
    expect((await amended(id, { driver: 'Li' })).verify.sign).toBe('success');
    const self = {
      witness_login: guard.loginName,
      witness_password: (await beside(logisticsBatches.amend.path)).witness_password,
    };
    expect((await amended(id, { ...moved, ...self })).verify.sign).not.toBe('success');
    const two = await amended(id, { ...moved, ...(await beside(logisticsBatches.amend.path)) });
    expect(two.verify.sign).toBe('success');
    expect((await seen(id)).amendments[0]).toMatchObject({
      ...{ witness: expect.stringContaining(witness.loginName), reason: 'the road is closed' },
      // display names are anybody's to choose
      witness_login: witness.loginName,
      ...{ before: { destination: { lat: destination.lat } }, after: { destination: { lat: 31 } } },
    });
    const { rows } = await api.owner.query<{ details: object }>(
      "select details from ledger where journey_id = $1 and fact = 'batch.amended' order by id desc limit 1",
      [id],
    );
    expect(rows[0]!.details).toMatchObject({ witness: expect.any(String), after: { destination: { lat: 31 } } });
  });
  it('makes nothing right that was opened before it was planned so', async () => {
    const { id, numbers } = await onTheRoad();
    const moved = { destination: { ...destination, ...stopPlace } };
    expect((await amended(id, { ...moved, ...(await beside(logisticsBatches.amend.path)) })).verify.sign).toBe(
      'success',
    );
    const then = { ...stopPlace, ...ago(20) };
    const alone = await calls.ok(field.unseal, await told(numbers[0], { ...then, reason: 'late' }));
    expect(alone).toMatchObject({ refusal: 'sealWitness' });
    const two = { reason: 'late', ...(await beside(field.unseal.path)) };
    expect(await calls.ok(field.unseal, await told(numbers[0], { ...then, ...two }))).toMatchObject({
      outcome: 'done',
    });
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal_info: 'unsealed_outside' });
  });
  it('is a gap where it had left already, as is told later, and one alone changed it', async () => {
    const { id, at } = await planned([qr()]);
    const moved = { destination: { ...destination, ...stopPlace } };
    expect((await amended(id, moved)).verify.sign).toBe('success');
    await calls.ok(field.seal, await told(await oldSeal(), { position: at[0], ...ago(60) }));
    const { verdict, reasons } = await calls.ok(journeys.detail, { id });
    expect([verdict, reasons.map(({ code }) => code)]).toEqual(['gap', expect.arrayContaining(['amended_alone'])]);
  });
  it('is the same for a lock that tells late', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    await says(lock, [0, 2], { minutes: 60 });
    await heard();
    const moved = { destination: { ...destination, ...stopPlace } };
    expect((await amended(id, { ...moved, ...(await beside(logisticsBatches.amend.path)) })).verify.sign).toBe(
      'success',
    );
    await says(lock, [2, 0], { minutes: 20, place: stop });
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'in_transit', abnormal_info: 'unsealed_outside' });
  });
  it('is not written over by whoever read it earlier, whatever became of the batch meanwhile', async () => {
    const { id, numbers } = await onTheRoad(2);
    const { version } = await seen(id);
    await calls.ok(field.patrol, await told(numbers[0], stopPlace));
    expect((await amended(id, { driver: 'Li', version })).verify.sign).toBe('success');
    const late = await amended(id, { carrier: 'Another', version });
    expect(late.verify.sign).not.toBe('success');
    expect(JSON.stringify(late)).toContain('conflict');
    expect(await seen(id)).toMatchObject({ driver: 'Li', carrier: 'ZPC' });
  });
  it('ends within a year of its beginning, and is amended so often that all of it can be read', async () => {
    const { id } = await onTheRoad();
    expect((await amended(id, { plan_end: '9999-12-31T00:00:00Z' })).verify.sign).toBe('validation');
    await api.owner.query(
      `insert into batch_amendment (org_id, batch_id, operator_id, oper_name, reason, before, after)
       select $2, $1, $3, 'x', 'x', '{"driver": "a"}', '{"driver": "b"}' from generate_series(1, 199)`,
      [id, org, guard.id],
    );
    expect((await amended(id, { driver: 'Li' })).verify.sign).toBe('success');
    expect((await seen(id)).amendments).toHaveLength(200);
    expect((await amended(id, { driver: 'Wu' })).verify.desc).toContain('200');
  });
  it('keeps to its stops, whichever come before them', async () => {
    const { id, numbers } = await onTheRoad(1, {}, { open_stops: ['guzhu'] });
    const first = { ...stop, id: 'first', address: 'first', lat: 30.5, plan_time: null, patrol: false };
    const { stops } = await seen(id);
    const two = async () => beside(logisticsBatches.amend.path);
    expect((await amended(id, { stops: [first, ...stops], ...(await two()) })).verify.sign).toBe('success');
    expect((await amended(id, { stops: [first], ...(await two()) })).verify.sign).toBe('validation');
    expect(await calls.ok(field.unseal, await told(numbers[0], stopPlace))).toMatchObject({ outcome: 'done' });
    expect(await seen(id)).toMatchObject({ abnormal: false });
  });
  describe('that only somebody may open who cannot any more', () => {
    const person = ({ id }: { id: number }) => ({ kind: 'person' as const, id });
    const two = () => beside(logisticsBatches.amend.path);
    const gone = async () => {
      const driver = await buildOperator(api.db, org);
      const road = await onTheRoad(2, {}, { openers: [person(driver)] });
      await api.owner.query('update operator set status = 2 where id = $1', [driver.id]);
      return { ...road, driver };
    };

    it('is opened by whoever two people name instead, which is kept with who it was and why', async () => {
      const { id, at, numbers, driver } = await gone();
      expect(await calls.ok(field.unseal, await told(numbers[0], there))).toMatchObject({ refusal: 'sealRight' });
      const positions = [{ id: at[0], openers: [person(guard)] }];
      expect((await amended(id, { positions })).verify.desc).toContain('two people');
      expect((await amended(id, { positions, ...(await two()) })).verify.sign).toBe('success');
      const { amendments, positions: now } = await seen(id);
      expect(now.map(({ openers }) => openers.map((one) => one.id))).toEqual([[guard.id], []]);
      const openers = (of: { id: number }) => [
        { id: at[0], openers: [{ id: of.id }] },
        { id: at[1], openers: [] },
      ];
      expect(amendments[0]).toMatchObject({
        ...{ witness_login: witness.loginName, reason: 'the road is closed' },
        ...{ before: { positions: openers(driver) }, after: { positions: openers(guard) } },
      });
      const name = `Operator ${driver.loginName}`;
      expect(changesOf(amendments[0]!, { lang: 'en', clock: String })).toEqual([
        {
          ...{ what: 'Sealing positions', before: expect.stringContaining(`(openers: ${name}), door`) },
          after: expect.stringContaining(`(openers: Operator ${guard.loginName}), door`),
        },
      ]);
      expect(await calls.ok(field.unseal, await told(numbers[0], there))).toMatchObject({ outcome: 'done' });
      expect(await seen(id)).toMatchObject({ abnormal: false });
    });
    it('names nobody who does not see it, no position of another plan and nobody for a lock; who was named may stay', async () => {
      const { id, at, driver } = await gone();
      const below = await buildOperator(api.db, await buildOrganisation(api.db, org));
      const lock = await planned([lockOf(await buildDevice(api.db, org)), qr()]);
      const tried = async (of: number, positions: object[]) =>
        Object.keys((await amended(of, { positions, ...(await two()) })).data as object);
      expect(await tried(id, [{ id: at[1], openers: [person(below)] }])).toEqual(['positions.0.openers']);
      expect(await tried(id, [{ id: at[1], openers: [person(driver)] }])).toEqual(['positions.0.openers']);
      expect(await tried(id, [{ id: lock.at[1], openers: [] }])).toEqual(['positions.0.openers']);
      expect(
        await tried(
          id,
          [at[1], at[1]].map((id) => ({ id, openers: [] })),
        ),
      ).toEqual(['positions.1.openers']);
      expect(await tried(lock.id, [{ id: lock.at[0], openers: [person(guard)] }])).toEqual(['positions.0.openers']);
      // the same again is no difference
      expect((await amended(id, { positions: [{ id: at[0], openers: [person(driver)] }] })).verify.sign).toBe(
        'success',
      );
      expect((await seen(id)).amendments).toEqual([]);
      const both = [{ id: at[0], openers: [person(driver), person(guard)] }];
      expect((await amended(id, { positions: both, ...(await two()) })).verify.sign).toBe('success');
    });
    it('was opened rightly by whoever was named then, and wrongly by whoever was not, as is told late', async () => {
      const { id, at, numbers } = await onTheRoad(2, {}, { openers: [person(guard)] });
      const other = await api.signedIn(witness);
      const positions = [{ id: at[0], openers: [person(witness)] }];
      expect((await amended(id, { positions, ...(await two()) })).verify.sign).toBe('success');
      const then = { ...there, ...ago(20) };
      const tried = { ...(await told(numbers[0], then)), photos: [await photo(witness)] };
      expect(await other.ok(field.unseal, tried)).toMatchObject({ refusal: 'sealRight' });
      expect(await calls.ok(field.unseal, await told(numbers[0], then))).toMatchObject({ outcome: 'done' });
      expect(await calls.ok(field.unseal, await told(numbers[1], there))).toMatchObject({ outcome: 'done' });
    });
    it('is changed in the database by two alone, and not once it is over', async () => {
      const { id, at } = await gone();
      const set = () => api.owner.query("update batch_position set openers = '[]' where id = $1", [at[0]]);
      await expect(set()).rejects.toMatchObject({ constraint: 'batch_amend_two' });
      await calls.ok(logisticsBatches.force, { id, reason: 'x' });
      await expect(set()).rejects.toMatchObject({ constraint: 'batch_applied' });
    });
  });
  it('is changed in the database by nobody who leaves no trace', async () => {
    const { id } = await onTheRoad();
    const set = (to: string) => api.owner.query(`update logistics_batch set ${to} where id = $1`, [id]);
    await expect(set("destination = '{}'")).rejects.toThrow(/stands beside it/);
    await expect(set("carrier = 'x'")).rejects.toThrow(/stands beside it/);
  });
});

it('a draft on which something stays sealed is ended by force, and its vehicle is free again', async () => {
  const { id, at } = await planned([qr(), qr()]);
  const number = await blank();
  await calls.ok(field.seal, await told(number, { position: at[0] }));
  expect((await calls.call(logisticsBatches.cancel, { id, reason: 'x' })).verify.sign).not.toBe('success');
  await calls.ok(logisticsBatches.force, { id, reason: 'the seal is lost' });
  expect(await seen(id)).toMatchObject({
    state: 'cancelled',
    abnormal: true,
    share: null,
    end_reason: 'the seal is lost',
  });
  expect((await calls.ok(qrSeals.list, { keyword: number })).rows[0]).toMatchObject({ abnormal: true });
});

it('of what was put on a batch that was over by the time it was told, the seal is abnormal', async () => {
  const { id, at, numbers } = await onTheRoad(2);
  const two = { reason: 'cut', ...(await beside(field.scrap.path)), ...ago(30) };
  await calls.ok(field.scrap, await told(numbers[0], two));
  await calls.ok(logisticsBatches.force, { id, reason: 'x' });
  const fresh = await oldSeal();
  expect(await calls.ok(field.seal, await told(fresh, { position: at[0], ...ago(10) }))).toMatchObject({
    outcome: 'done',
  });
  expect((await calls.ok(qrSeals.list, { keyword: fresh })).rows[0]).toMatchObject({ state: 'sealed', abnormal: true });
  expect(await seen(id)).toMatchObject({ share: null, next_stop: null });
});

describe('the database', () => {
  it('takes no position that begins, moves or changes as none does', async () => {
    const { id, at } = await onTheRoad();
    const owner = (sql: string, values: unknown[] = [at[0]]) => api.owner.query(sql, values);
    const add = "insert into batch_position (org_id, batch_id, nth, position, medium) values ($1, $2, 9, 'x', 'qr')";
    await expect(owner(add, [org, id])).rejects.toThrow(/while its batch is a draft/);
    await expect(
      owner("update batch_position set state = 'waiting', planned_number = 'x' where id = $1"),
    ).rejects.toThrow(/stays/);
    await expect(
      owner("update batch_position set last_time = last_time - interval '1 day' where id = $1"),
    ).rejects.toThrow(/later/);
    await expect(owner('update batch_position set open = false, nth = null where id = $1')).rejects.toThrow();
    const draft = await planned([qr(), qr()]);
    await expect(owner("update batch_position set state = 'opened' where id = $1", [draft.at[0]])).rejects.toThrow(
      /does not go/,
    );
    await expect(owner("update batch_position set state = 'sealed' where id = $1", [draft.at[0]])).rejects.toThrow();
    await expect(
      owner("update logistics_batch set state = 'in_transit', transit_time = now() where id = $1", [draft.id]),
    ).rejects.toThrow(/all of its positions/);
    const begun =
      'insert into logistics_batch (org_id, vehicle_id, plate, carrier, owner_id, owner_name, creator_id, creator, plan_start,';
    await expect(
      owner(
        `${begun} plan_end, start_place, end_place, destination, state, transit_time) select org_id, vehicle_id, 'x', 'x', 1, 'x', 1, 'x', now(),
           now() + interval '1 hour', '{}', '{}', '{}', 'in_transit', now() from logistics_batch where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/as a draft/);
  });
  it('takes no row of a batch from another organisation', async () => {
    const { id, at } = await planned([qr()]);
    const foreign = await buildOrganisation(api.db);
    await expect(
      api.owner.query(
        "insert into batch_step (org_id, batch_id, step, source, at) values ($1, $2, 1, 'person', now())",
        [foreign, id],
      ),
    ).rejects.toThrow(/batch_step_whose/);
    const other = await planned([qr()]);
    await expect(
      api.owner.query(
        "insert into batch_step (org_id, batch_id, position_id, step, source, at) values ($1, $2, $3, 1, 'person', now())",
        [org, id, other.at[0]],
      ),
    ).rejects.toThrow(/batch_step_at/);
    expect(at[0]).toBeGreaterThan(0);
  });
  it('lets no lock on an open batch change hands or go out of use, and says on which it is', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    const { serial: number } = await seen(id);
    for (const to of [
      'org_id = (select min(id) from organisation)',
      'retired_time = now(), status = 2',
      "device_state = 'scrapped'",
    ])
      await expect(api.owner.query(`update device set ${to} where id = $1`, [lock.id])).rejects.toThrow(number);
    await calls.ok(logisticsBatches.cancel, { id, reason: 'x' });
    await api.owner.query("update device set device_state = 'maintenance' where id = $1", [lock.id]);
  });
});

describe('words that are due', () => {
  it('are followed though one before them cannot be, and that is tried again', async () => {
    const [stuck, well] = [await buildDevice(api.db, org), await buildDevice(api.db, org)] as const;
    const batches = [await planned([lockOf(stuck)]), await planned([lockOf(well)])] as const;
    await says(stuck, [0, 2], { minutes: 60 });
    await says(well, [0, 2], { minutes: 50 });
    const other = await api.owner.connect();
    try {
      await other.query('begin');
      await other.query('select from logistics_batch where id = $1 for update', [batches[0].id]);
      await expect(heard()).rejects.toThrow();
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect(await seen(batches[1].id)).toMatchObject({ state: 'in_transit' });
    expect(await seen(batches[0].id)).toMatchObject({ state: 'draft' });
    await api.owner.query('update batch_word_due set next_time = now()');
    await heard();
    expect(await seen(batches[0].id)).toMatchObject({ state: 'in_transit' });
  });
  it('are due again when they are judged anew while they are followed', async () => {
    const lock = await buildDevice(api.db, org);
    await planned([lockOf(lock)]);
    const event = await says(lock, [0, 2], { minutes: 60 });
    await api.owner.query('update lock_event set rang = rang where id = $1', [event]);
    const due = await api.owner.query('select from batch_word_due where event_id = $1', [event]);
    expect(due.rowCount).toBe(2);
    await heard();
  });
  it('are no late evidence when they say what was known before the end', async () => {
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)]);
    await says(lock, [0, 2], { minutes: 60 });
    const again = await says(lock, [0, 2], { minutes: 40 });
    await says(lock, [2, 0], { minutes: 5, place: destination });
    await heard();
    await api.owner.query('update lock_event set rang = rang where id = $1', [again]);
    await heard();
    expect(await seen(id)).toMatchObject({ state: 'completed', abnormal: false });
  });
});

it('who can open a lock on the road is told to need a second person, why, and where it takes none', async () => {
  const lock = await buildDevice(api.db, org);
  const { id } = await planned([lockOf(lock), qr()]);
  await says(lock, [0, 2], { minutes: 60 });
  await heard();
  const { serial } = await seen(id);
  const asked = async () => {
    const { rows, areas } = await calls.ok(openers.list, { device_id: lock.id });
    return { areas, means: new Set(rows.map(({ answer, clause }) => `${answer} ${clause}`)) };
  };
  await stands(lock, stop, 1);
  const away = await asked();
  expect(away.means).toContain('approval place');
  expect(away.areas).toEqual([
    {
      ...{ name: start.address, of: serial, open: true },
      area: { shape: 'circle', centre: [start.lon, start.lat], radius: start.radius },
    },
  ]);
  await stands(lock, start, 1);
  expect((await asked()).means).toContain('may null');
});

it('a lock that is sealed on a draft is opened by one person at the start alone', async () => {
  const lock = await buildDevice(api.db, org);
  const { id } = await planned([lockOf(lock), qr()]);
  await says(lock, [0, 2], { minutes: 60 });
  await heard();
  const asks = async () => (await calls.ok(approvals.needed, { device_id: lock.id })).kinds.includes('unseal');
  await stands(lock, start, 1);
  expect(await asks()).toBe(false);
  await stands(lock, stop, 1);
  expect(await asks()).toBe(true);
  await says(lock, [2, 0], { minutes: 5, place: stop });
  await heard();
  expect(await seen(id)).toMatchObject({
    state: 'draft',
    abnormal_info: 'unsealed_outside',
    positions: [{ state: 'waiting' }, {}],
  });
});

describe('the journey of a batch', () => {
  const journey = (id: number) => calls.ok(journeys.detail, { id });
  const codes = async (id: number) => (await journey(id)).reasons.map(({ code }) => code);
  const looked = { stops: [] };
  it('is intact when all was opened at the destination, and says what speaks for it', async () => {
    const { id, numbers } = await onTheRoad(1, looked);
    await calls.ok(field.patrol, await told(numbers[0], ago(30)));
    await calls.ok(field.unseal, await told(numbers[0], there));
    expect(await journey(id)).toMatchObject({ verdict: 'intact', ways: [], orders: [] });
    expect(new Set(await codes(id))).toEqual(new Set(['no_lock', 'patrolled', 'numbers_match']));
    const { steps } = await seen(id);
    const { reasons } = await journey(id);
    const rows = reasons.find(({ code }) => code === 'numbers_match')!.rests_on;
    expect(rows).toEqual(
      steps
        .filter(({ step }) => step !== 0)
        .map((one) => `step ${one.id}`)
        .reverse(),
    );
  });
  it('has a gap while a patrol that was due is not on record', async () => {
    const due = { ...stop, plan_time: hours(-0.5), patrol: true };
    const { id } = await onTheRoad(1, { stops: [due] });
    expect(await journey(id)).toMatchObject({
      verdict: 'gap',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'patrol_missed', rests_on: ['stop guzhu'] })]),
    });
  });
  it('has a gap where all of it was looked at at one stop, and nobody looked at the next', async () => {
    const due = { ...stop, plan_time: hours(-0.5), patrol: true };
    const next = { ...due, id: 'next', address: 'Keqiao', lon: 121.2 };
    const { id, numbers } = await onTheRoad(2, { stops: [due, next] });
    for (const number of numbers) await calls.ok(field.patrol, await told(number, { ...stopPlace, ...ago(20) }));
    expect(await journey(id)).toMatchObject({
      verdict: 'gap',
      reasons: expect.arrayContaining([expect.objectContaining({ code: 'patrol_missed', rests_on: ['stop next'] })]),
    });
    for (const number of numbers) await calls.ok(field.patrol, await told(number, { lat: next.lat, lon: next.lon }));
    expect((await journey(id)).verdict).toBe('intact');
  });
  it('knows what was wrong with it however often it was looked at before', async () => {
    const { id } = await onTheRoad(1, looked);
    await api.owner.query(
      `insert into batch_step (org_id, batch_id, step, source, at)
       select $1, $2, 1, 'operation', now() - interval '1 minute' from generate_series(1, 600)`,
      [org, id],
    );
    await calls.ok(logisticsBatches.abnormal, { id, reason: 'a dent in the door', photos: [await photo()] });
    expect(await codes(id)).toContain('reported');
  });
  it('is breached by a number that does not belong, and lists what was only refused', async () => {
    const [one, other] = [await onTheRoad(1, looked), await onTheRoad(1, looked)];
    await calls.ok(field.patrol, await told(other.numbers[0], { position: one.at[0] }));
    await calls.ok(field.patrol, await told(one.numbers[0], { photos: [] }));
    const found = await journey(one.id);
    expect(found).toMatchObject({
      verdict: 'breached',
      refused: [{ refusal: 'sealPhoto' }, { refusal: 'sealMismatch', number: other.numbers[0] }],
    });
    expect(found.reasons.filter(({ code }) => code === 'refused')).toMatchObject([{ weight: 'note', count: 1 }]);
  });
  it('tells where its lock was, and that nobody knows for how long', async () => {
    await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
    const lock = await buildDevice(api.db, org);
    const { id } = await planned([lockOf(lock)], looked);
    await says(lock, [0, 2], { minutes: 60 });
    await heard();
    const report = (minutes: number, lon: number, n: number) =>
      api.owner.query(
        `insert into position (device_id, org_id, device_time, receive_time, serial, part, hash, msg_type, report_reson, fault, lat, lon, velocity, lock_status, authenticated, raw, replay)
         values ($1, $2, now() - make_interval(mins => $3), now(), $4, 0, 1, 1, 0, 0, 30, $5, 60, 2, true, '\\x00', false)`,
        [lock.id, org, minutes, n, lon],
      );
    for (const [minutes, lon, n] of [
      [59, 121.8, 1],
      [58, 121.79, 2],
      [30, 121.5, 3],
      [29, 121.49, 4],
    ] as const)
      await report(minutes, lon, n);
    const found = await journey(id);
    expect(found.ways).toMatchObject([{ id: lock.id, sn: lock.sn, events: [{ ls_after: 2 }] }]);
    expect(found.ways[0]!.runs.map((run) => run.length)).toEqual([2, 2]);
    expect(found.verdict).toBe('gap');
    const silent = found.reasons.filter(({ code }) => code === 'silent');
    expect(silent.map(({ from, to }) => Math.round((to! - from!) / 60_000))).toEqual([28, 29]);
  });
  it('of another organisation is as unknown', async () => {
    const { id } = await onTheRoad();
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    expect((await stranger.call(journeys.detail, { id })).verify.sign).toBe('notFound');
  });
});

it('what waits is told to handsets: to seal, to patrol, and to unseal to whoever may', async () => {
  const mine = await buildOrganisation(api.db, org);
  const me = await buildOperator(api.db, mine);
  const theirs = await api.signedIn(me);
  expect((await theirs.ok(fieldTasks.tasks, {})).rows).toEqual([]);
  const draft = await planned([qr({ number: 'NB 77 001' })]);
  const road = await onTheRoad(1, {}, { openers: [{ kind: 'person', id: witness.id }] });
  const { rows } = await calls.ok(fieldTasks.tasks, {});
  const of = (id: number) =>
    rows.filter(({ batch_id }) => batch_id === id).map(({ kind: what, number, address }) => [what, number, address]);
  expect(of(draft.id)).toEqual([['seal', 'NB 77 001', start.address]]);
  expect(of(road.id)).toEqual([['patrol', road.numbers[0], stop.address]]);
  const theirTasks = (await (await api.signedIn(witness)).ok(fieldTasks.tasks, {})).rows;
  expect(theirTasks.filter(({ batch_id }) => batch_id === road.id).map(({ kind: what }) => what)).toEqual([
    'patrol',
    'unseal',
  ]);
});

it('lists are by what waits, what is wrong and what is late, and count alike', async () => {
  const fresh = await buildOrganisation(api.db);
  const dispatcher = await buildOperator(api.db, fresh);
  const own = await api.signedIn(dispatcher);
  const plan = async (more: Partial<Plan> = {}) => {
    const { id } = await own.ok(vehicles.add, { plate: `沪A·${++nth}`, enterprise: 'x' });
    return own.ok(logisticsBatches.add, {
      ...(await planOf([lockOf(await buildDevice(api.db, fresh))], more)),
      vehicle_id: id,
    });
  };
  const ids = [
    (await plan()).id,
    (await plan()).id,
    (await plan({ plan_start: hours(-5), plan_end: hours(-1) })).id,
  ] as const;
  await api.owner.query("update batch_position set state = 'sealed', sealed_time = now() where batch_id = any($1)", [
    ids.slice(1),
  ]);
  await api.owner.query("update logistics_batch set state = 'in_transit', transit_time = now() where id = any($1)", [
    ids.slice(1),
  ]);
  await api.owner.query("update logistics_batch set abnormal = true, abnormal_info = 'reported' where id = $1", [
    ids[1],
  ]);
  await api.owner.query(
    `update logistics_batch set verdict = 'breached', judged_time = now(), judged_rules = 1 where id = $1`,
    [ids[1]],
  );
  const { rows, total } = await own.ok(logisticsBatches.list, {});
  expect([rows.map(({ id }) => id), total]).toEqual([[ids[1], ids[2], ids[0]], 3]);
  expect(await own.ok(logisticsBatches.counts, {})).toEqual({
    ...{ current: 3, in_transit: 2, late: 1, gap: 0, breached: 1, to_seal: 1, done_today: 0, all: 3 },
  });
  for (const [tab, found] of [
    ['late', [ids[2]]],
    ['to_seal', [ids[0]]],
  ] as const)
    expect((await own.ok(logisticsBatches.list, { tab })).rows.map(({ id }) => id)).toEqual(found);
  expect((await own.ok(logisticsBatches.list, { keyword: rows[0]!.plate })).rows).toHaveLength(1);
});

it('of very many it is said that there are more than are counted', async () => {
  const fresh = await buildOrganisation(api.db);
  const own = await api.signedIn(await buildOperator(api.db, fresh));
  const { id } = await own.ok(vehicles.add, { plate: `沪A·${++nth}`, enterprise: 'x' });
  const one = await own.ok(logisticsBatches.add, {
    ...(await planOf([lockOf(await buildDevice(api.db, fresh))])),
    vehicle_id: id,
  });
  const more = async (count: number) => {
    const { rows } = await api.owner.query<{ ids: number[] }>(
      `with made as (insert into vehicle (org_id, plate, enterprise, creator)
         select $1, 'many ' || $2 || ' ' || n, 'x', 'x' from generate_series(1, $3::int) n returning id)
       select array_agg(id) as ids from made`,
      [fresh, ++nth, count],
    );
    await api.owner.query(
      `insert into logistics_batch (org_id, vehicle_id, plate, carrier, driver, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination, stops, limits)
       select org_id, v, plate, carrier, driver, owner_id, owner_name, creator_id, creator, plan_start, plan_end,
         start_place, end_place, destination, stops, limits
       from logistics_batch, unnest($2::bigint[]) v where id = $1`,
      [one.id, rows[0]!.ids],
    );
  };
  const told = async () => {
    const { total, totalIsAtLeast } = await own.ok(logisticsBatches.list, { tab: 'all' });
    const { all, allIsAtLeast } = await own.ok(logisticsBatches.counts, {});
    return [total, totalIsAtLeast, all, allIsAtLeast];
  };
  await more(9999);
  expect(await told()).toEqual([10_000, undefined, 10_000, undefined]);
  await more(1);
  expect(await told()).toEqual([10_000, true, 10_000, true]);
});

it('of another organisation all of it is as unknown', async () => {
  const { id, at } = await onTheRoad();
  const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
  const unknown = 987_654_321;
  for (const one of [id, unknown]) {
    expect((await stranger.call(logisticsBatches.detail, { id: one })).verify.sign).toBe('notFound');
    expect((await stranger.call(logisticsBatches.force, { id: one, reason: 'x' })).verify.sign).toBe('notFound');
  }
  const answers = await Promise.all(
    [at[0], unknown].map(async (position) => stranger.call(field.seal, await told('NB 1', { photos: [], position }))),
  );
  expect(answers.map(({ verify }) => verify.sign)).toEqual(['validation', 'validation']);
  expect((await stranger.ok(stepRecords.list, {})).rows).toEqual([]);
});

it('stands in the ledger with whoever called it off or ended it, by force or by the last opening', async () => {
  const off = await planned([qr()]);
  await calls.ok(logisticsBatches.cancel, { id: off.id, reason: 'no load' });
  const forced = await onTheRoad();
  await calls.ok(logisticsBatches.force, { id: forced.id, reason: 'crash' });
  const opened = await onTheRoad();
  await calls.ok(field.unseal, await told(opened.numbers[0], { ...there }));
  const { rows } = await api.owner.query(
    `select journey_id as id, fact, operator_id, by_right from ledger where journey_id = any($1) and fact in ('batch.cancelled', 'batch.completed')
     order by id`,
    [[off.id, forced.id, opened.id]],
  );
  const ended = { operator_id: guard.id, by_right: 'organisation' };
  expect(rows).toEqual([
    { id: off.id, fact: 'batch.cancelled', ...ended },
    { id: forced.id, fact: 'batch.completed', ...ended },
    { id: opened.id, fact: 'batch.completed', ...ended },
  ]);
});

it('stands in the ledger of custody: the plan, the steps with their journey, and the end', async () => {
  const { id, numbers } = await onTheRoad();
  await calls.ok(field.unseal, await told(numbers[0], there));
  const { rows } = await api.owner.query<{ fact: string; holds: boolean }>(
    'select fact, digest = ledger_digest(l) as holds from ledger l where journey_id = $1 order by id',
    [id],
  );
  expect(rows.map(({ fact }) => fact).sort()).toEqual(
    ['batch.planned', 'batch.sealed', 'batch.departed', 'batch.unsealed', 'batch.completed'].sort(),
  );
  expect(rows.every(({ holds }) => holds)).toBe(true);
});

describe('patrols and openings without right are counted', () => {
  const { sealFigures } = sealCalls;
  const window = () => ({ from: hours(-24 * 30), to: hours(24 * 30) });
  const rowsOf = async (view: 'patrols' | 'openings', more: object = {}) => {
    const time = window();
    const found: OutputOf<typeof sealFigures.rows>['rows'] = [];
    for (let before: { at: string; id: string } | undefined; ; ) {
      const page = await calls.ok(sealFigures.rows, { view, ...time, ...more, ...(before && { before }) });
      found.push(...page.rows);
      const last = page.rows.at(-1);
      if (!page.more || !last) return found;
      before = { at: last.at, id: last.id };
    }
  };
  const missedOf = async (batch: number) => {
    const { reasons } = await calls.ok(journeys.detail, { id: batch });
    const rows = reasons.find(({ code }) => code === 'patrol_missed')?.rests_on ?? [];
    return rows.map((row) => `patrol ${batch} ${row.replace('stop ', '')}`).toSorted();
  };
  const figures = (view: 'patrols' | 'openings', more: object = {}) =>
    calls.ok(sealFigures.list, { view, ...window(), ...more });
  /** Patrols are counted as they are judged; whoever opens the page of a batch has it judged. */
  const judged = (id: number) => calls.ok(journeys.detail, { id });

  it('a patrol once it is due, as done by whoever looked at its stop, or as missed', async () => {
    const due = { ...stop, address: 'counted here', plan_time: hours(-0.5), patrol: true };
    const next = { ...due, id: 'next', address: 'and not here', lon: 121.2 };
    const later = { ...due, id: 'later', address: 'not yet', lon: 121.3, plan_time: hours(2) };
    const { id, numbers } = await onTheRoad(2, { stops: [due, next, later] });
    await calls.ok(field.patrol, await told(numbers[0], { ...stopPlace, ...ago(20) }));
    // one seal of two is no patrol
    await judged(id);
    expect(await figures('patrols', { place: 'counted here' })).toMatchObject({ series: { missed: 1 } });
    await calls.ok(field.patrol, await told(numbers[1], { ...stopPlace, ...ago(20) }));
    await judged(id);
    const of = (await rowsOf('patrols')).filter(({ batch_id }) => batch_id === id);
    expect(of.map(({ series, object, seen, seals }) => [series, object, seen, seals]).toSorted()).toEqual([
      ['done', 'counted here', 2, 2],
      ['missed', 'and not here', 0, 2],
    ]);
    expect(of.map(({ oper_name }) => oper_name).toSorted()).toEqual(['', expect.stringContaining(guard.loginName)]);
    const { place } = await figures('patrols');
    expect(place.rows.find(({ key }) => key === 'and not here')).toMatchObject({ counts: { missed: 1 }, count: 1 });
    expect(await figures('patrols', { place: 'counted here', operator_id: guard.id })).toMatchObject({ total: 1 });
    // looked at there after all, and told late
    for (const number of numbers)
      await calls.ok(field.patrol, await told(number, { lat: next.lat, lon: next.lon, ...ago(10) }));
    await judged(id);
    expect(await figures('patrols', { place: 'and not here' })).toMatchObject({ total: 1, series: { done: 1 } });
  });
  it('as the verdict of each journey says, whatever was looked at where and when', async () => {
    const chance = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed / 2147483648;
    };
    let seed = 7;
    for (let run = 0; run < 12; run += 1) {
      const stops = Array.from({ length: 1 + Math.floor(chance() * 5) }, (_, n) => ({
        ...{ ...stop, id: `s${n}`, address: `stop ${n}`, lon: 121.1 + n / 20, patrol: chance() < 0.8 },
        plan_time: chance() < 0.3 ? null : hours(chance() * 2 - 0.9),
      }));
      const { id, at } = await onTheRoad(2, { stops });
      for (let looks = Math.floor(chance() * 5); looks > 0; looks -= 1) {
        const seen = stops[Math.floor(chance() * stops.length)]!;
        const known = chance() < 0.5;
        await api.owner.query(
          `insert into batch_step (org_id, batch_id, position_id, step, source, at, lat, lon) values ($1, $2, $3, 1, 'person', $4, $5, $6)`,
          [
            ...[org, id, at[Math.floor(chance() * 2)], hours(-chance())],
            ...(known ? [seen.lat, seen.lon + (chance() < 0.2 ? 0.01 : 0)] : [null, null]),
          ],
        );
      }
      const told = async () =>
        (await rowsOf('patrols', { series: 'missed' }))
          .filter(({ batch_id }) => batch_id === id)
          .map((row) => row.id)
          .toSorted();
      const onTheWay = await missedOf(id);
      expect(await told()).toEqual(onTheWay);
      await calls.ok(logisticsBatches.force, { id, reason: 'over' });
      const over = await missedOf(id);
      expect(await told()).toEqual(over);
    }
  });
  const looked = { stops: [] };
  it('an opening once, by what was wrong with it: of a lock, off its place, found open, or refused for want of right', async () => {
    const before = (await figures('openings')).series;
    // off its place, by two people
    const road = await onTheRoad(2, looked);
    const off = { lat: 30, lon: 121.3, reason: 'customs', ...(await beside(field.unseal.path)) };
    expect(await calls.ok(field.unseal, await told(road.numbers[0], off))).toMatchObject({ outcome: 'done' });
    // and its other seal is gone
    await calls.ok(
      field.abnormal,
      await told(road.numbers[1], { abnormal_kind: 'missing', reason: 'no seal', lat: 30, lon: 121.3 }),
    );
    // whoever is not named
    const named = await onTheRoad(1, looked, { openers: [{ kind: 'person', id: witness.id }] });
    expect(await calls.ok(field.unseal, await told(named.numbers[0], there))).toMatchObject({ refusal: 'sealRight' });
    // the word of a lock that was forced, which is a step of its batch, too
    const device = await buildDevice(api.db, org);
    const { rows: words } = await api.owner.query<{ id: string }>(
      `insert into lock_event (device_id, org_id, device_time, receive_time, serial, hash, code, lst, ls_before, ls_after, fault, replay, quality,
         authenticated, at, rang, lat, lon)
       values ($1, $2, now(), now(), 1, 1, 'x', 3, 2, 1, 1008, false, 'direct', true, now(), '{illegal_unlocking}', 30, 121.3) returning id`,
      [device.id, org],
    );
    await api.owner.query(
      `insert into batch_step (org_id, batch_id, step, cause, source, lock_event_id, at) values ($1, $2, 5, 'unsealed_outside', 'lock', $3, now())`,
      [org, road.id, words[0]!.id],
    );
    const after = await figures('openings');
    const more = (series: 'lock' | 'elsewhere' | 'found' | 'refused') =>
      (after.series[series] ?? 0) - (before[series] ?? 0);
    expect([more('lock'), more('elsewhere'), more('found'), more('refused')]).toEqual([1, 1, 1, 1]);
    for (const series of ['lock', 'elsewhere', 'found', 'refused'] as const) {
      const rows = await rowsOf('openings', { series });
      expect(rows).toHaveLength(after.series[series]!);
      expect(await figures('openings', { series })).toMatchObject({ total: rows.length });
    }
    const [lock] = await rowsOf('openings', { series: 'lock', place: '300,1213' });
    expect(lock).toMatchObject({ device_id: device.id, number: device.sn });
    const [elsewhere] = await rowsOf('openings', { series: 'elsewhere', operator_id: guard.id });
    expect(elsewhere).toMatchObject({ batch_id: road.id, number: road.numbers[0] });
  });
  it('an opening by a reader, of which its lock says nothing, and a scrapping that was refused for want of right', async () => {
    const series = async () => (await figures('openings')).series;
    const before = await series();
    const { id, numbers } = await onTheRoad(1, looked, { openers: [{ kind: 'person', id: witness.id }] });
    const scrap = { ...there, reason: 'broke', ...(await beside(field.scrap.path)) };
    expect(await calls.ok(field.scrap, await told(numbers[0], scrap))).toMatchObject({ refusal: 'sealRight' });
    const { rows } = await api.owner.query<{ id: string }>(
      `insert into rfid_record (org_id, number, result, expected, at, device_time, counter, late, operator_id, oper_name, idempotency_key, asked)
       select $1, 'x', 1, true, now(), now(), 1, false, $2, 'x', gen_random_uuid()::text, 'x' from generate_series(1, 2) returning id`,
      [org, guard.id],
    );
    for (const [record, cause] of [
      [rows[0]!.id, 'reader_abnormal'],
      [rows[1]!.id, 'reader_abnormal'],
      // once, by where it was
      [rows[1]!.id, 'unsealed_outside'],
    ])
      await api.owner.query(
        `insert into batch_step (org_id, batch_id, step, cause, source, rfid_record_id, at, lat, lon, number)
         values ($1, $2, 5, $4, 'reader', $3, now(), 30, 121.3, 'chip')`,
        [org, id, record, cause],
      );
    const after = await series();
    const more = (one: 'lock' | 'elsewhere' | 'refused') => (after[one] ?? 0) - (before[one] ?? 0);
    expect([more('lock'), more('elsewhere'), more('refused')]).toEqual([1, 1, 1]);
  });
  it('a seal that was scrapped where it may not be opened, or nobody knows where; not one at the destination', async () => {
    const series = async () => (await figures('openings')).series.elsewhere ?? 0;
    const before = await series();
    const scrapped = async (place: object) => {
      const { id, numbers } = await onTheRoad(2, looked);
      const scrap = { reason: 'cut', ...place, ...(await beside(field.scrap.path)) };
      expect(await calls.ok(field.scrap, await told(numbers[0], scrap))).toMatchObject({ outcome: 'done' });
      const { reasons } = await calls.ok(journeys.detail, { id });
      return { id, says: reasons.some(({ code }) => code === 'scrapped_off') };
    };
    const off = await scrapped({ lat: 30, lon: 121.3 });
    expect([off.says, await series()]).toEqual([true, before + 1]);
    expect((await scrapped(there)).says).toBe(false);
    expect(await series()).toBe(before + 1);
    const rows = await rowsOf('openings', { series: 'elsewhere' });
    expect(rows.filter(({ batch_id }) => batch_id === off.id)).toHaveLength(1);
  });
  it('to whoever sees numbers alone, without the locks, batches and places behind them', async () => {
    const clerk = await api.signedIn(await buildOperator(api.db, org, ['sealStatistics:list']));
    for (const view of ['patrols', 'openings'] as const) {
      const all = await rowsOf(view);
      const { rows } = await clerk.ok(sealFigures.rows, { view, ...window() });
      expect(rows.map((row) => row.id)).toEqual(all.slice(0, rows.length).map((row) => row.id));
      for (const row of rows) {
        expect(row).toMatchObject({ batch_id: null, serial: '', device_id: null, object: '' });
        for (const place of [row.lat, row.lon])
          expect(place === null || Number.isInteger(Math.round(place * 1e6) / 1e5)).toBe(true);
      }
      const { place } = await clerk.ok(sealFigures.list, { view, ...window() });
      for (const { key, name } of place.rows)
        expect([name, key]).toEqual(['', expect.stringMatching(/^(-?\d+,-?\d+|none)$/)]);
      expect(all.some(({ batch_id }) => batch_id !== null)).toBe(true);
    }
  });
  it('for nobody of another organisation, and for 92 days at the most', async () => {
    const stranger = await api.signedIn(await buildOperator(api.db, await buildOrganisation(api.db)));
    for (const view of ['patrols', 'openings'] as const)
      expect(await stranger.ok(sealFigures.list, { view, ...window() })).toMatchObject({ total: 0 });
    const long = await calls.call(sealFigures.list, { view: 'patrols', from: hours(-24 * 93), to: hours(0) });
    expect(long.verify.sign).toBe('validation');
  });
});
