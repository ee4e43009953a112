import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { sealCalls } from '@plomb/contract/seals/domain';
import { Guard, type GuardOptions } from '@plomb/simulator/field/guard';
import { Handset } from '@plomb/simulator/field/handset';
import { Random } from '@plomb/simulator/random';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../src/testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../src/testing/build.ts';
import type { Caller } from '../src/testing/client.ts';

// Handsets of the simulator over HTTP, as those of people are.

const { logisticsBatches, vehicles, journeys } = logisticsCalls;
const { qrSeals, qrOperations, sealKinds } = sealCalls;
const start = { address: 'depot', lat: 30, lon: 121.8, radius: 500 };
const stop = { id: 'stop', address: 'station', lat: 30, lon: 121.4, radius: 500 };
const destination = { address: 'store', lat: 30, lon: 121, radius: 500 };
const places = [start, stop, destination];
let api: TestApi;
let url: string;
let org: number;
let person: BuiltOperator;
let calls: Caller;
let kind: number;
let now = Date.now();
let nth = 0;
const clock = { now: () => now };

beforeAll(async () => {
  api = await startApi();
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  org = await buildOrganisation(api.db);
  person = await buildOperator(api.db, org);
  calls = await api.signedIn(person);
  const made = { kind_name: 'bolt', iso_class: 'H', maker: '', certificate: '', reusable: false } as const;
  kind = (await calls.ok(sealKinds.add, made)).id;
});
afterAll(() => api.stop());

const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
/** A batch of two doors that leaves now, is looked at after 20 minutes, and opened after 40; and a guard with seals in hand. */
const round = async (more: Partial<GuardOptions> = {}, lost = 0) => {
  now = Date.now() - 3_600_000;
  const prefix = `FS ${++nth}`;
  await calls.ok(qrSeals.add, { kind_id: kind, holder_id: person.id, prefix, first: 1, count: 2 });
  const vehicle_id = (await calls.ok(vehicles.add, { plate: `FS ${nth}`, enterprise: 'x' })).id;
  const door = {
    ...{
      process_name: '',
      medium: 'qr' as const,
      device_id: null,
      number: '',
      photos_asked: ['number', 'door'],
      open_stops: [],
    },
    ...{ second_person: false, openers: [] },
  };
  const { id } = await calls.ok(logisticsBatches.add, {
    ...{
      vehicle_id,
      carrier: 'x',
      driver: '',
      plan_start: at(-1),
      plan_end: at(40),
      start,
      end: destination,
      destination,
    },
    stops: [{ ...stop, plan_time: at(20), patrol: true }],
    positions: [
      { ...door, position: 'left' },
      { ...door, position: 'right' },
    ],
  });
  // made before its clock's now, as what is told of it is
  await api.owner.query("update logistics_batch set create_time = now() - interval '1 day' where id = $1", [id]);
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number like $1 || ' %'", [
    prefix,
  ]);
  const random = new Random(nth);
  const handset = await Handset.open({ url, login: person.loginName, password: person.password, clock, random, lost });
  const guard = new Guard({
    ...{ handset, clock, random, deaf: 0, seals: [`${prefix} 001`, `${prefix} 002`] },
    mine: ({ batch_id }) => batch_id === id,
    placeOf: (address) => places.find((one) => one.address === address) ?? null,
    ...more,
  });
  return { id, guard, handset, prefix };
};
const stepsOf = async (id: number) => (await calls.ok(logisticsBatches.detail, { id })).steps;

it('field staff seal, patrol and unseal what waits for them, with photos, and nothing before it is due', async () => {
  const { id, guard } = await round();
  expect(await guard.goOn()).toBe('done');
  expect((await calls.ok(logisticsBatches.detail, { id })).state).toBe('in_transit');
  expect(await guard.goOn()).toBeNull();
  now += 21 * 60_000;
  expect(await guard.goOn()).toBe('done');
  expect(await guard.goOn()).toBeNull();
  now += 20 * 60_000;
  expect(await guard.goOn()).toBe('done');
  const batch = await calls.ok(logisticsBatches.detail, { id });
  expect(batch).toMatchObject({ state: 'completed', abnormal: false });
  expect(batch.steps.map(({ step }) => step).toSorted()).toEqual([0, 0, 1, 1, 2, 2]);
  expect(batch.steps.every(({ photos }) => photos.length === 2)).toBe(true);
  expect((await calls.ok(journeys.detail, { id })).verdict).toBe('intact');
});

it('what they do without a network is told later, in any order, and stands by when it was done', async () => {
  const { id, guard, handset } = await round({ deaf: 1 });
  expect(await guard.goOn()).toBe('late');
  const sealed = now;
  expect([handset.waiting, await stepsOf(id)]).toEqual([2, []]);
  now += 21 * 60_000;
  // told first, and then what is due
  expect(await guard.goOn()).toBe('done');
  expect(handset.waiting).toBe(0);
  const steps = await stepsOf(id);
  expect(steps.map(({ step, at: when, late }) => [step, Date.parse(when), late])).toEqual([
    [0, sealed, true],
    [0, sealed, true],
  ]);
  expect(await guard.goOn()).toBe('late');
  expect(handset.waiting).toBe(2);
});

it('told twice, for an answer was lost, nothing is done twice', async () => {
  const { id, guard, prefix } = await round({}, 1);
  expect(await guard.goOn()).toBe('done');
  expect(await stepsOf(id)).toHaveLength(2);
  expect((await calls.ok(qrOperations.list, { keyword: prefix })).rows).toHaveLength(2);
});

it('a session that ended is begun anew, and what nobody may stays refused', async () => {
  const { guard, handset } = await round();
  await api.owner.query('delete from session where operator_id = $1', [person.id]);
  expect(await guard.goOn()).toBe('done');
  await expect(handset.ask(sealCalls.qrSeals.detail, { id: 999_999 })).rejects.toMatchObject({ sign: 'notFound' });
});
