import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { field } from '@plomb/contract/seals/field';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maintainPartitions } from '../../ingest/partitions.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { ago, at, buildBatches, destination, minutes, stop } from '../../testing/batches.ts';
import { buildDevice, buildOperator, buildOrganisation } from '../../testing/build.ts';
import { followWords } from './words.ts';

const { journeys, logisticsBatches, fieldTasks } = logisticsCalls;
let api: TestApi;
let batches: Awaited<ReturnType<typeof buildBatches>>;

beforeAll(async () => {
  api = await startApi();
  await maintainPartitions(api.owner, { now: Date.now(), retentionDays: 30 });
  batches = await buildBatches(api);
});
afterAll(() => api.stop());

const heard = () => followWords(api.db as unknown as Pool);
/** On the road since an hour with locks, of which only those that are said to tell where they are. */
const withLocks = async (names: string[], speaking: string[]) => {
  const { planned, lockOf, says, reports } = batches;
  const locks = [];
  for (const name of names) locks.push({ name, lock: await buildDevice(api.db, batches.org) });
  const { id } = await planned(locks.map(({ name, lock }) => lockOf(lock, name)));
  for (const { name, lock } of locks) {
    await says(lock, [0, 2], { ago: 60 });
    if (speaking.includes(name)) await reports(lock, 60, 0);
  }
  await heard();
  return { id, lock: locks[0]!.lock };
};
/** Patrols as statistics count them: how many of the seals were seen. */
const counted = async (id: number) =>
  (await api.owner.query('select address, seals, seen from batch_patrol where batch_id = $1', [id])).rows;
const patrolled = (planned: number, more: object = {}) => ({
  stops: [{ ...stop, plan_time: minutes(planned), patrol: true, ...more }],
});

describe('a batch is not intact', () => {
  it('where another seal than the one on record was found on it, whatever that one was', async () => {
    const { calls, onTheRoad, qr, blank, told, judged, seen, stepsOf } = batches;
    const spent = await onTheRoad([qr()]);
    await calls.ok(field.unseal, await told(spent.numbers[0], at(destination)));
    for (const other of [await blank(), spent.numbers[0]])
      for (const call of [field.patrol, field.unseal]) {
        const { id, at: positions } = await onTheRoad([qr()]);
        const found = await calls.ok(call, await told(other, { position: positions[0] }));
        expect(found).toMatchObject({ outcome: 'refused', refusal: 'sealMismatch' });
        expect(await judged(id)).toMatchObject({ verdict: 'breached' });
        expect(await stepsOf(id)).toEqual(['0', '5 refused_scan']);
      }
    const { id, at: positions } = await onTheRoad([qr()]);
    const reported = { position: positions[0], abnormal_kind: 'attacked', reason: 'another seal is on' };
    await calls.ok(field.abnormal, await told(await blank(), reported));
    expect(await seen(id)).toMatchObject({ abnormal: true, abnormal_info: 'refused_scan' });
    // what comes out of the bag was not found on it
    const bag = await onTheRoad([qr()]);
    await calls.ok(field.seal, await told(await blank(), { position: bag.at[0] }));
    expect(await seen(bag.id)).toMatchObject({ abnormal: false });
  });
  it('where it was opened at a stop, driven open, and sealed anew at the gate of its destination', async () => {
    const { calls, onTheRoad, qr, blank, told, judged } = batches;
    const stops = [{ ...stop, plan_time: null, patrol: false }];
    const {
      id,
      at: positions,
      numbers,
    } = await onTheRoad([qr({ position: 'door', open_stops: [stop.id] })], { stops });
    await calls.ok(field.unseal, await told(numbers[0], { ...at(stop), ...ago(30) }));
    expect(await judged(id)).toMatchObject({ verdict: 'gap', reasons: expect.arrayContaining(['open_now door']) });
    const again = await blank();
    await calls.ok(field.seal, await told(again, { position: positions[0], ...at(destination), ...ago(3) }));
    await calls.ok(field.unseal, await told(again, at(destination)));
    expect(await judged(id)).toMatchObject({ verdict: 'gap', reasons: expect.arrayContaining(['stood_open door']) });
  });
  it('where a seal was scrapped and nothing followed; and who may not open it scraps none on the road', async () => {
    const { calls, onTheRoad, qr, told, beside, judged } = batches;
    const scrap = async () => ({ ...ago(30), ...at(stop), reason: 'broke', ...(await beside(field.scrap.path)) });
    const { id, numbers } = await onTheRoad([qr()]);
    await calls.ok(field.scrap, await told(numbers[0], await scrap()));
    const { verdict, reasons } = await judged(id);
    expect(verdict).toBe('gap');
    expect(reasons.join()).toMatch(/scrapped_off.*open_now/);
    expect(reasons.join()).not.toContain('resealed');
    const other = await buildOperator(api.db, batches.org);
    const named = await onTheRoad([qr({ openers: [{ kind: 'person', id: other.id }] })]);
    expect(await calls.ok(field.scrap, await told(named.numbers[0], await scrap()))).toMatchObject({
      refusal: 'sealRight',
    });
  });
  it('where one of its locks said nothing, whatever the others said, and which of them it was', async () => {
    const two = await withLocks(['left', 'right'], ['left']);
    expect(await batches.judged(two.id)).toEqual({ verdict: 'gap', reasons: ['silent right', 'lock_closed left'] });
    // also the fourth of them is asked
    const four = await withLocks(['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd']);
    expect(await batches.judged(four.id)).toEqual({ verdict: 'intact', reasons: ['lock_closed a b c d'] });
  });
  it('where its track can be read no more: time heals nothing, nor whoever has the lock by now', async () => {
    const old = await withLocks(['valves'], ['valves']);
    await batches.says(old.lock, [2, 0], { ago: 1, place: destination });
    await heard();
    const gone = { verdict: 'gap', reasons: ['track_gone valves'] };
    await api.owner.query('update device set org_id = $2 where id = $1', [
      old.lock.id,
      await buildOrganisation(api.db),
    ]);
    expect(await batches.judged(old.id)).toMatchObject(gone);
    const long = await withLocks(['valves'], ['valves']);
    await api.owner.query('alter table logistics_batch disable trigger user');
    await api.owner.query(
      "update logistics_batch set transit_time = transit_time - interval '400 days' where id = $1",
      [long.id],
    );
    await api.owner.query('alter table logistics_batch enable trigger user');
    expect(await batches.judged(long.id)).toMatchObject(gone);
  });
  it('where a word of its lock is stored and not judged yet', async () => {
    const { id, lock } = await withLocks(['valves'], ['valves']);
    expect(await batches.judged(id)).toMatchObject({ verdict: 'intact' });
    await batches.says(lock, [2, 3], { ago: 5, forced: true });
    expect(await batches.judged(id)).toMatchObject({ verdict: 'gap', reasons: ['words_due valves'] });
    await heard();
    expect(await batches.judged(id)).toMatchObject({ verdict: 'breached' });
  });
  it('where one seal of three was looked at', async () => {
    const { calls, onTheRoad, qr, told, judged } = batches;
    const doors = ['left', 'right', 'roof'].map((position) => qr({ position }));
    const { id, numbers } = await onTheRoad(doors, patrolled(-30));
    await calls.ok(field.patrol, await told(numbers[0], { ...at(stop), ...ago(20) }));
    const { verdict, reasons } = await judged(id);
    expect(verdict).toBe('gap');
    expect(reasons[0]).toBe('patrol_missed Guzhu station · right Guzhu station · roof');
    for (const number of numbers.slice(1))
      await calls.ok(field.patrol, await told(number, { ...at(stop), ...ago(20) }));
    expect(await judged(id)).toMatchObject({ verdict: 'intact' });
  });
  it('where somebody looked and told no place, but for a lock that stood there', async () => {
    const { calls, onTheRoad, planned, qr, lockOf, blank, told, judged, says, reports, org } = batches;
    const nowhere = { lat: undefined, lon: undefined, accuracy: undefined, reason: 'no fix' };
    const alone = await onTheRoad([qr()], patrolled(-30));
    await calls.ok(field.patrol, await told(alone.numbers[0], { ...nowhere, ...ago(20) }));
    const { verdict, reasons } = await judged(alone.id);
    expect(verdict).toBe('gap');
    expect(
      reasons
        .slice(0, 2)
        .map((one) => one.split(' ')[0])
        .toSorted(),
    ).toEqual(['nowhere', 'patrol_missed']);
    const lock = await buildDevice(api.db, org);
    const { id, at: positions } = await planned([lockOf(lock), qr({ position: 'door' })], patrolled(-24));
    const number = await blank();
    await calls.ok(field.seal, await told(number, { position: positions[1], ...ago(60) }));
    await says(lock, [0, 2], { ago: 60 });
    await heard();
    await reports(lock, 60, 0, { east: stop.lon, by: 0 });
    await calls.ok(field.patrol, await told(number, { ...nowhere, ...ago(20) }));
    expect((await judged(id)).reasons).not.toContain(expect.stringContaining('patrol_missed'));
    expect((await judged(id)).reasons.join()).toContain('patrolled');
    // and is counted so
    expect(await counted(id)).toMatchObject([{ seals: 1, seen: 1 }]);
  });
  it('where a missed patrol was planned away by two, who may plan a stop anew that is not due yet', async () => {
    const { calls, onTheRoad, qr, judged, seen, beside } = batches;
    const amend = async (id: number, change: object) => {
      const { carrier, driver, plan_start, plan_end, start: from, end, destination: to, stops } = await seen(id);
      const route = { carrier, driver, plan_start, plan_end, start: from, end, destination: to };
      const two = await beside(logisticsBatches.amend.path);
      const asked = { id, ...route, stops: stops.map((one) => ({ ...one, ...change })), reason: 'late' };
      expect((await calls.call(logisticsBatches.amend, asked)).verify.desc).toContain('two people');
      await calls.ok(logisticsBatches.amend, { ...asked, ...two });
    };
    const missed = await onTheRoad([qr()], patrolled(-30));
    await judged(missed.id);
    const before = await counted(missed.id);
    expect(before).toMatchObject([{ seals: 1, seen: 0 }]);
    await amend(missed.id, { patrol: false, lat: stop.lat + 1e-7 });
    const { verdict, reasons } = await judged(missed.id);
    expect(verdict).toBe('gap');
    expect(reasons).toContain('patrol_missed Guzhu station');
    expect(reasons).toContain('amended Guzhu station');
    expect(await counted(missed.id)).toEqual(before);
    // also the time alone, or the name
    const late = await onTheRoad([qr()], patrolled(30));
    await amend(late.id, { plan_time: minutes(90) });
    await amend(late.id, { address: 'Guzhu north' });
    expect(await judged(late.id)).toMatchObject({ verdict: 'intact' });
  });
  it('where whoever did it was not where the lock was, told at once or late, or cannot have come there', async () => {
    const { calls, org, planned, qr, lockOf, says, reports, blank, told, judged, onTheRoad } = batches;
    const lock = await buildDevice(api.db, org);
    const { id, at: positions } = await planned([lockOf(lock), qr({ position: 'door' })], patrolled(-24));
    const number = await blank();
    await calls.ok(field.seal, await told(number, { position: positions[1], ...ago(60) }));
    await says(lock, [0, 2], { ago: 60 });
    await heard();
    await reports(lock, 59, 0, { north: 0.5 });
    await calls.ok(field.patrol, await told(number, { ...at(stop), ...ago(31) }));
    const { verdict, reasons } = await judged(id);
    expect(verdict).toBe('gap');
    expect(reasons).toContain('elsewhere door');
    expect(reasons).toContain('patrol_missed Guzhu station');
    expect(await counted(id)).toMatchObject([{ seals: 1, seen: 0 }]);
    const flown = await onTheRoad([qr({ position: 'door' })]);
    await calls.ok(field.unseal, await told(flown.numbers[0], { ...at(destination), ...ago(59) }));
    expect(await judged(flown.id)).toMatchObject({
      verdict: 'gap',
      reasons: ['too_fast door', 'no_lock', expect.anything()],
    });
  });
});

describe('a batch is judged by all that is on record', () => {
  it('a look after five hundred others is one, and of more than are read the page says so', async () => {
    const { calls, org, onTheRoad, qr, told, judged } = batches;
    const { id, at: positions, numbers } = await onTheRoad([qr()], patrolled(-12));
    const look = (many: number) =>
      api.owner.query(
        `insert into batch_step (org_id, batch_id, position_id, step, source, at, lat, lon)
         select $1, $2, $3, 1, 'operation', now() - interval '40 minutes', 30, 121.7 from generate_series(1, $4::int)`,
        [org, id, positions[0], many],
      );
    await look(520);
    await calls.ok(field.patrol, await told(numbers[0], { ...at(stop), ...ago(15) }));
    expect(await judged(id)).toMatchObject({ verdict: 'intact' });
    await look(4600);
    expect((await judged(id)).reasons).toContain('steps_cut');
  });
  it('what its lock said on the way is of it, told late and whoever has the lock by now', async () => {
    const { id, lock } = await withLocks(['valves'], ['valves']);
    await batches.says(lock, [2, 0], { ago: 10, place: destination });
    await heard();
    const elsewhere = await buildOrganisation(api.db);
    await api.owner.query('update device set org_id = $2 where id = $1', [lock.id, elsewhere]);
    await batches.says(lock, [2, 3], { ago: 30, forced: true, place: stop, of: elsewhere });
    await heard();
    expect(await batches.stepsOf(id)).toContain('5 late_evidence');
    expect(await batches.judged(id)).toMatchObject({ verdict: 'breached' });
  });
  it('and not of a batch that was planned by then, and that the lock came onto later', async () => {
    const { calls, org, lockOf, planOf, says, stepsOf, seen } = batches;
    const { id, lock } = await withLocks(['valves'], ['valves']);
    const plan = await planOf([lockOf(await buildDevice(api.db, org))]);
    const { id: next } = await calls.ok(logisticsBatches.add, plan);
    await api.owner.query("update logistics_batch set create_time = now() - interval '40 minutes' where id = $1", [
      next,
    ]);
    await says(lock, [2, 0], { ago: 10, place: destination });
    await heard();
    const { version, positions } = await seen(next);
    const moved = { ...plan, id: next, version, positions: [{ ...lockOf(lock), id: positions[0]!.id }] };
    await calls.ok(logisticsBatches.update, moved);
    await says(lock, [2, 3], { ago: 30, forced: true, place: stop });
    await heard();
    expect(await seen(next)).toMatchObject({ abnormal: false });
    expect(await stepsOf(next)).toEqual([]);
    expect(await stepsOf(id)).toContain('5 late_evidence');
  });
});

it('who may see a batch sees its verdict, and the way of its locks only with the right to tracks', async () => {
  const { id } = await withLocks(['valves'], ['valves']);
  const clerk = await api.signedIn(await buildOperator(api.db, batches.org, ['logisticsBatch:list']));
  const { verdict, ways } = await clerk.ok(journeys.detail, { id });
  expect({ verdict, ways }).toMatchObject({
    ...{ verdict: 'intact', ways: [{ drawn: false, runs: [], metres: 0, events: [], alarms: [] }] },
  });
  expect((await batches.journey(id)).ways[0]!.runs[0]!.length).toBeGreaterThan(50);
});

it('the ways of many locks stand in the order of their positions, each with its own reports; the first three are drawn, and all are judged', async () => {
  const { org, planned, lockOf, says, reports, journey } = batches;
  const names = ['a', 'b', 'c', 'd', 'e'];
  const locks = [];
  for (const _ of names) locks.push(await buildDevice(api.db, org));
  const { id } = await planned(locks.map((lock, nth) => lockOf(lock, names[nth])));
  for (const [nth, lock] of locks.entries()) {
    await says(lock, [0, 2], { ago: 60 });
    await reports(lock, 59 - nth, 0, { north: nth / 1000 });
  }
  await heard();
  const { ways, reasons } = await journey(id);
  expect(ways.map((way) => [way.id, way.drawn, way.kept])).toEqual(locks.map((lock, nth) => [lock.id, nth < 3, true]));
  expect(ways.map(({ runs }) => [runs.flat().length, runs[0]?.[0]?.[2]])).toEqual([
    ...[0, 1, 2].map((nth) => [60 - nth, 30 + nth / 1000]),
    ...[0, 1].map(() => [0, undefined]),
  ]);
  expect(reasons.find(({ code }) => code === 'lock_closed')?.positions).toEqual(names);
});

it('a handset is sent to the first stop at which a seal was not looked at', async () => {
  const { calls, onTheRoad, qr, told } = batches;
  const next = { ...stop, id: 'keqiao', address: 'Keqiao', lon: 121.2, plan_time: minutes(60), patrol: true };
  const stops = [{ ...stop, plan_time: minutes(-20), patrol: true }, next];
  const { id, numbers } = await onTheRoad([qr()], { stops });
  const patrol = async () =>
    (await calls.ok(fieldTasks.tasks, {})).rows.find((one) => one.batch_id === id && one.kind === 'patrol')?.address;
  expect(await patrol()).toBe('Guzhu station');
  await calls.ok(field.patrol, await told(numbers[0], { ...at(stop), ...ago(20) }));
  expect(await patrol()).toBe('Keqiao');
  await calls.ok(field.patrol, await told(numbers[0], { ...at(next) }));
  expect(await patrol()).toBeUndefined();
});

it('what ended today is what ended since the day began somewhere', async () => {
  const { calls, onTheRoad, qr, told } = batches;
  const { id, numbers } = await onTheRoad([qr()]);
  await calls.ok(field.unseal, await told(numbers[0], at(destination)));
  const counted = async (today: string) => (await calls.ok(logisticsBatches.counts, { today })).done_today;
  const before = await counted('0001-01-01T00:00:00.000Z');
  await api.owner.query('alter table logistics_batch disable trigger user');
  await api.owner.query(
    "update logistics_batch set transit_time = now() - interval '40 hours', end_time = now() - interval '37 hours' where id = $1",
    [id],
  );
  await api.owner.query('alter table logistics_batch enable trigger user');
  expect(await counted('0001-01-01T00:00:00.000Z')).toBe(before - 1);
});

it('says nothing of a batch that its seal was told twice by whoever put it on', async () => {
  const { calls, onTheRoad, qr, told, judged, stepsOf } = batches;
  const { id, at: positions, numbers } = await onTheRoad([qr()]);
  const again = await told(numbers[0], { position: positions[0] });
  expect(await calls.ok(field.seal, again)).toMatchObject({ outcome: 'refused', refusal: 'sealThere' });
  expect(await stepsOf(id)).toEqual(['0']);
  expect(await judged(id)).toMatchObject({ verdict: 'intact' });
});

it('says where a batch has more steps than it tells', async () => {
  const { onTheRoad, qr, seen, org } = batches;
  const { id } = await onTheRoad([qr()]);
  expect(await seen(id)).toMatchObject({ more_steps: false, steps: [{ step: 0 }] });
  await api.owner.query(
    `insert into batch_step (org_id, batch_id, step, source, at) select $1, $2, 1, 'operation', now() from generate_series(1, 200)`,
    [org, id],
  );
  const { steps, more_steps } = await seen(id);
  expect([steps.length, more_steps]).toEqual([200, true]);
  // what was put on is not among those that are not told
  expect(steps.filter(({ step }) => step === 0)).toHaveLength(1);
});
