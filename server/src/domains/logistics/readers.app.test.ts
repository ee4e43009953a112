import { randomUUID } from 'node:crypto';
import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { readingKey } from '@plomb/contract/logistics/readings';
import { sealCalls } from '@plomb/contract/seals/domain';
import { field } from '@plomb/contract/seals/field';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { type BuiltOperator, buildOperator, buildOrganisation } from '../../testing/build.ts';
import type { Caller } from '../../testing/client.ts';
import { followWords } from './words.ts';

const { journeys, logisticsBatches, vehicles } = logisticsCalls;
const { handovers, rfidSeals, rfidField, rfidRecords, sealKinds } = sealCalls;
let api: TestApi;
let above: number;
let org: number;
let guard: BuiltOperator;
let calls: Caller;
let kind: number;
/** somebody above, and a kind of theirs */
let head: BuiltOperator;
let chief: Caller;
let kindAbove: number;
let nth = 0;

beforeAll(async () => {
  api = await startApi();
  above = await buildOrganisation(api.db);
  org = await buildOrganisation(api.db, above);
  guard = await buildOperator(api.db, org);
  calls = await api.signedIn(guard);
  const clip = { kind_name: 'clip', iso_class: 'none', maker: '', certificate: '', reusable: true } as const;
  kind = (await calls.ok(sealKinds.add, clip)).id;
  head = await buildOperator(api.db, above);
  chief = await api.signedIn(head);
  kindAbove = (await chief.ok(sealKinds.add, { ...clip, kind_name: 'clip of all' })).id;
});
afterAll(() => api.stop());

const start = { address: 'Jintang depot', lat: 30.0, lon: 121.8, radius: 500 };
const destination = { address: 'Shangyu South', lat: 30.0, lon: 121.0, radius: 500 };
const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
type Plan = InputOf<typeof logisticsBatches.add>;
type Position = Plan['positions'][number];

/** A batch with two chips to be put on, made a day ago. */
const planned = async (more: Partial<Position> = {}, plan: Partial<Plan> = {}, by = calls) => {
  const { id: vehicle_id } = await by.ok(vehicles.add, { plate: `浙L·${30_000 + ++nth}`, enterprise: 'ZPC' });
  const { id } = await by.ok(logisticsBatches.add, {
    ...{ vehicle_id, carrier: 'ZPC', driver: 'Zhao Yong', plan_start: at(60), plan_end: at(-180), stops: [] },
    ...{ start, end: destination, destination, ...plan },
    positions: ['left', 'right'].map((position) => ({
      ...{ position, process_name: '', medium: 'rfid' as const, device_id: null, number: '', photos_asked: [] },
      ...{ open_stops: [], openers: [], second_person: false, ...more },
    })),
  });
  await api.owner.query("update logistics_batch set create_time = now() - interval '1 day' where id = $1", [id]);
  const { positions } = await by.ok(logisticsBatches.detail, { id });
  const chips = positions.map(() => String(86_041_200_000_000 + ++nth)) as [string, string];
  await calls.ok(rfidSeals.add, { kind_id: kind, holder_id: guard.id, prefix: `lot ${nth}`, numbers: chips });
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = any($1)", [chips]);
  return { id, chips, places: positions.map((one) => one.id) };
};
let counter = 0;
const told = (read: string, minutes: number, place: { lat: number; lon: number }) => ({
  ...{ read, key: randomUUID(), counter: ++counter, time: at(minutes) },
  ...{ lat: place.lat, lon: place.lon, accuracy: 5 },
});
const photo = async (by = guard.id, of = org): Promise<string> => {
  const { rows } = await api.owner.query<{ id: string }>(
    `with content as (insert into file_content (sha256, bytes) values (encode(sha256($1::bytea), 'hex'), 1) returning sha256)
     insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
     select substr(translate(encode(sha256($1::bytea || 'x'), 'base64'), '+/=', 'aaa'), 1, 24), $2, $3, 'seal', 'image/jpeg', sha256, 1 from content
     returning id`,
    [Buffer.from(randomUUID()), of, by],
  );
  return rows[0]!.id;
};
const sealed = async (read: string, position: number | undefined, minutes: number) =>
  calls.ok(field.seal, { ...told(read, minutes, start), medium: 'rfid', position, photos: [await photo()] });
const onTheRoad = async (more: Partial<Position> = {}, plan: Partial<Plan> = {}) => {
  const batch = await planned(more, plan);
  for (const [n, chip] of batch.chips.entries())
    expect(await sealed(chip, batch.places[n], 60)).toMatchObject({ outcome: 'done' });
  return batch;
};
const reads = async (chip: string, result: 1 | 2 | 4 | 7, minutes: number, place: { lat: number; lon: number }) => {
  await calls.ok(rfidField.record, { ...told(chip, minutes, place), result, reader: 'R-07' });
  await followWords(api.db as unknown as Pool);
};
const road = { lat: 30.5, lon: 121.4 };
const causes = async (id: number) =>
  (await calls.ok(logisticsBatches.detail, { id })).steps.flatMap(({ cause }) => cause ?? []);
const verdict = async (id: number) => (await calls.ok(journeys.detail, { id })).verdict;

it('a chip that a reader opens on the road breaches its batch, and closing it there forgets nothing', async () => {
  const { id, chips } = await onTheRoad();
  // what it says at the start, where it was put on, is no news
  await reads(chips[0], 7, 59, start);
  expect(await causes(id)).toEqual([]);
  await reads(chips[0], 1, 40, road);
  const batch = await calls.ok(logisticsBatches.detail, { id });
  expect(batch).toMatchObject({ abnormal: true, state: 'in_transit' });
  expect(batch.steps[0]).toMatchObject({ source: 'reader', cause: 'unsealed_outside', number: chips[0] });
  expect(batch.positions[0]).toMatchObject({ state: 'opened' });
  await reads(chips[0], 4, 39, road);
  await reads(chips[0], 2, 30, road);
  expect((await calls.ok(logisticsBatches.detail, { id })).positions[0]).toMatchObject({ state: 'sealed' });
  expect(await causes(id)).toEqual(['unsealed_outside']);
  expect(await verdict(id)).toBe('breached');
});
it('is breached by what is told late of a chip that somebody above took off, and has since', async () => {
  const { id, chips } = await onTheRoad();
  for (const chip of chips) {
    const off = { ...told(chip, 5, destination), medium: 'rfid' as const, photos: [] };
    expect(await chief.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
  }
  expect(await causes(id)).toEqual([]);
  const late = { ...told(chips[0], 40, road), result: 1 as const, reader: 'R-07' };
  expect(await calls.ok(rfidField.record, late)).toMatchObject({ known: true });
  await followWords(api.db as unknown as Pool);
  expect(await causes(id)).toContain('late_evidence');
  expect(await verdict(id)).toBe('breached');
  // of when it was theirs no more they know nothing
  const since = { ...told(chips[0], 1, road), result: 1 as const, reader: 'R-07' };
  expect(await calls.ok(rfidField.record, since)).toMatchObject({ known: false });
});
it('is not breached by whoever had a chip of it before, told of a time when they had it no more', async () => {
  const { id, chips } = await onTheRoad();
  const byChief = async (
    call: typeof field.seal | typeof field.unseal,
    chip: string,
    minutes: number,
    more: object = {},
  ) =>
    expect(
      await chief.ok(call, { ...told(chip, minutes, destination), medium: 'rfid', photos: [], ...more }),
    ).toMatchObject({ outcome: 'done' });
  const theirs = await planned({}, { start: destination }, chief);
  for (const chip of chips) await byChief(field.unseal, chip, 50);
  for (const [nth, chip] of chips.entries())
    await byChief(field.seal, chip, 45, { position: theirs.places[nth], photos: [await photo(head.id, above)] });
  for (const chip of chips) await byChief(field.unseal, chip, 5);
  const before = await chief.ok(logisticsBatches.detail, { id: theirs.id });
  const late = async (minutes: number) =>
    calls.ok(rfidField.record, { ...told(chips[0], minutes, road), result: 1, reader: 'R-07' });
  for (const minutes of [46, 44, 30, 6]) expect(await late(minutes)).toMatchObject({ known: false });
  await followWords(api.db as unknown as Pool);
  const after = await chief.ok(logisticsBatches.detail, { id: theirs.id });
  expect(after.steps).toEqual(before.steps);
  expect(after.abnormal).toBe(before.abnormal);
  // and of their own time it is as it was
  expect(await late(55)).toMatchObject({ known: true });
  await followWords(api.db as unknown as Pool);
  expect(await causes(id)).toEqual(['late_evidence']);
});
it('is not breached by whoever has a chip of it since, told of a time when they had it not', async () => {
  const { id } = await planned({}, { start: destination }, chief);
  const { positions } = await chief.ok(logisticsBatches.detail, { id });
  const chips = positions.map(() => String(86_041_200_000_000 + ++nth));
  await chief.ok(rfidSeals.add, { kind_id: kindAbove, holder_id: head.id, prefix: `lot ${nth}`, numbers: chips });
  await api.owner.query("update seal set create_time = now() - interval '1 day' where number = any($1)", [chips]);
  const byChief = async (call: typeof field.seal | typeof field.unseal, chip: string, minutes: number, more = {}) =>
    expect(
      await chief.ok(call, { ...told(chip, minutes, destination), medium: 'rfid', photos: [], ...more }),
    ).toMatchObject({ outcome: 'done' });
  for (const [nth, chip] of chips.entries())
    await byChief(field.seal, chip, 50, { position: positions[nth]!.id, photos: [await photo(head.id, above)] });
  for (const chip of chips) await byChief(field.unseal, chip, 2);
  const before = await chief.ok(logisticsBatches.detail, { id });
  const offer = { taker_id: guard.id, purpose: 'issue', medium: 'rfid', numbers: chips } as const;
  await calls.ok(handovers.accept, { id: (await chief.ok(handovers.offer, offer)).id });
  for (const minutes of [45, 30, 3]) await reads(chips[0]!, 1, minutes, road);
  // nor once they have given it back
  const back = { ...offer, taker_id: head.id, purpose: 'return' } as const;
  await chief.ok(handovers.accept, { id: (await calls.ok(handovers.offer, back)).id });
  await reads(chips[0]!, 1, 3, road);
  const after = await chief.ok(logisticsBatches.detail, { id });
  expect(after.steps).toEqual(before.steps);
  expect(after.abnormal).toBe(before.abnormal);
});
it('rings of a chip that has left once, in whichever order its failures are told', async () => {
  for (const order of [
    [40, 41, 42],
    [42, 41, 40],
  ]) {
    const { chips } = await onTheRoad();
    const off = { ...told(chips[0], 5, destination), medium: 'rfid' as const, photos: [] };
    expect(await chief.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
    const rung = async () =>
      (
        await api.owner.query<{ hits: number }>(
          "select hits from alarm where kind = 'rfid_failures' and seal_number = $1",
          [chips[0]],
        )
      ).rows;
    for (const [nth, minutes] of order.entries()) {
      expect(await rung()).toEqual([]);
      const failed = { ...told(chips[0], minutes, road), result: 0 as const, reader: 'R-07' };
      expect([nth, await calls.ok(rfidField.record, failed)]).toMatchObject([nth, { known: true }]);
    }
    expect(await rung()).toHaveLength(1);
  }
});
it('rings of a chip also where failures of before it came are told between those of since', async () => {
  const { chips } = await onTheRoad();
  const off = { ...told(chips[0], 5, destination), medium: 'rfid' as const, photos: [] };
  expect(await chief.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
  const fails = (by: Caller, minutes: number) =>
    by.ok(rfidField.record, { ...told(chips[0], minutes, road), result: 0 as const, reader: 'R-07' });
  for (const [by, minutes] of [
    [chief, 4],
    [chief, 3],
    [calls, 42],
    [calls, 41],
    [chief, 2],
  ] as const)
    await fails(by, minutes);
  const { rows } = await api.owner.query("select org_id from alarm where kind = 'rfid_failures' and seal_number = $1", [
    chips[0],
  ]);
  expect(rows).toEqual([{ org_id: above }]);
});
it('what failed at a chip while it was on a batch is of its journey, whosever the chip is by now', async () => {
  const { id, chips } = await onTheRoad();
  const off = { ...told(chips[0], 5, destination), medium: 'rfid' as const, photos: [] };
  expect(await chief.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
  const shot = await photo(head.id, above);
  const failed = { ...told(chips[0], 40, road), result: 0 as const, reader: 'R-07', photos: [shot] };
  expect(await chief.ok(rfidField.record, failed)).toMatchObject({ known: true });
  expect((await calls.ok(rfidRecords.list, { keyword: chips[0] })).rows).toEqual([]);
  const { failures } = await calls.ok(journeys.detail, { id });
  expect(failures).toMatchObject([{ number: chips[0], position: 'left', result: 0, photos: [shot] }]);
  expect(await calls.ok(journeys.photo, { id, file: shot, thumb: false })).toMatchObject({ type: 'image/jpeg' });
});
it('is not called intact while what a reader said of it is not judged yet', async () => {
  const { id, chips } = await onTheRoad();
  await calls.ok(rfidField.record, { ...told(chips[0], 20, road), result: 1, reader: 'R-07' });
  const { reasons } = await calls.ok(journeys.detail, { id });
  expect(reasons).toContainEqual(expect.objectContaining({ code: 'words_due', weight: 'gap', positions: ['left'] }));
  await followWords(api.db as unknown as Pool);
  const after = await calls.ok(journeys.detail, { id });
  expect(after.verdict).toBe('breached');
  expect(after.reasons.map(({ code }) => code)).not.toContain('words_due');
});
it('opened by readers at the destination it is completed, and the chips come off', async () => {
  const { id, chips } = await onTheRoad();
  await reads(chips[0], 1, 10, destination);
  // one comes off while the other is still closed
  const off = { ...told(chips[0], 5, destination), medium: 'rfid' as const, photos: [await photo()] };
  expect(await calls.ok(field.unseal, off)).toMatchObject({ outcome: 'done' });
  await reads(chips[1], 1, 2, destination);
  const batch = await calls.ok(logisticsBatches.detail, { id });
  expect(batch).toMatchObject({ state: 'completed', abnormal: false, ended_by: expect.anything() });
  expect(batch.steps.filter(({ step }) => step === 2).map(({ source }) => source)).toEqual([
    ...['reader', 'operation', 'reader'],
  ]);
  const late = { ...told(chips[1], 0, destination), medium: 'rfid' as const, photos: [await photo()] };
  expect(await calls.ok(field.unseal, late)).toMatchObject({ outcome: 'done' });
});
const stop = { id: 's', address: 'Guzhu', lat: 30.0, lon: 121.4, radius: 500, plan_time: null, patrol: false };
const takenOff = async (chip: string, minutes: number, place = stop as { lat: number; lon: number }) =>
  expect(
    await calls.ok(field.unseal, { ...told(chip, minutes, place), medium: 'rfid', photos: [await photo()] }),
  ).toMatchObject({ outcome: 'done' });
it('a chip in the pocket closes nothing: once it is off its position is open until another is on', async () => {
  const { id, chips } = await onTheRoad({ open_stops: ['s'] }, { stops: [stop] });
  await reads(chips[0], 1, 40, stop);
  await takenOff(chips[0], 38);
  await reads(chips[0], 7, 37, stop);
  const batch = await calls.ok(logisticsBatches.detail, { id });
  expect(batch.positions[0]).toMatchObject({ state: 'opened' });
  expect(batch.steps.map(({ step, source }) => `${step} ${source}`)).toEqual([
    ...['2 operation', '2 reader', '0 operation', '0 operation'],
  ]);
  for (const chip of chips) await reads(chip, 1, 5, destination);
  const { verdict: judged, reasons } = await calls.ok(journeys.detail, { id });
  expect(judged).toBe('breached');
  // what its reader said of it in the hand was no sealing again
  expect(reasons[0]).toMatchObject({ code: 'not_resealed', positions: ['left'], numbers: [chips[0]] });
});
it('told late that the chip was off, what its reader closed since was closed in the hand', async () => {
  const { id, chips } = await onTheRoad({ open_stops: ['s'] }, { stops: [stop] });
  await reads(chips[0], 1, 40, stop);
  await reads(chips[0], 7, 37, stop);
  expect(await verdict(id)).toBe('intact');
  await takenOff(chips[0], 38);
  expect((await calls.ok(logisticsBatches.detail, { id })).positions[0]).toMatchObject({ state: 'opened' });
  expect(await verdict(id)).toBe('gap');
});
it('what a reader says after the end, of a chip that came off, is nothing of the batch', async () => {
  const { id, chips } = await onTheRoad();
  for (const [nth, chip] of chips.entries()) await reads(chip, 1, 12 - nth, destination);
  expect(await calls.ok(logisticsBatches.detail, { id })).toMatchObject({ state: 'completed' });
  await reads(chips[1], 7, 10, destination);
  await takenOff(chips[0], 9, destination);
  for (const result of [7, 1, 7, 1] as const) await reads(chips[0], result, 8, { lat: 40, lon: 100 });
  const batch = await calls.ok(logisticsBatches.detail, { id });
  expect(batch).toMatchObject({ abnormal: false });
  expect(batch.steps).toHaveLength(4);
});
it('a reader that closes what was closed says that something between was not told', async () => {
  const { id, chips } = await onTheRoad();
  await reads(chips[0], 7, 59, start);
  expect(await verdict(id)).toBe('intact');
  await reads(chips[0], 7, 30, road);
  // it makes no step, and its batch is judged again
  expect((await api.owner.query('select from batch_told where batch_id = $1', [id])).rowCount).toBeGreaterThan(0);
  const { verdict: judged, reasons, untold } = await calls.ok(journeys.detail, { id });
  expect(judged).toBe('gap');
  expect(reasons[0]).toMatchObject({ code: 'untold', positions: ['left'], numbers: [chips[0]] });
  // the word itself stands on the line of time, and the reason leads to it
  expect(untold).toMatchObject([{ result: 7, position: 'left', number: chips[0] }]);
  expect(reasons[0]!.rests_on).toEqual([readingKey(untold[0]!.step_id, Date.parse(untold[0]!.at))]);
  expect(await causes(id)).toEqual([]);
});
it('whoever holds the reader was where the load was, and reads no number', async () => {
  const { id, chips } = await onTheRoad();
  for (const chip of chips) await reads(chip, 1, 59.9, destination);
  const { verdict: judged, reasons } = await calls.ok(journeys.detail, { id });
  expect(judged).toBe('gap');
  expect(reasons.map(({ code }) => code)).toContain('too_fast');
  expect(reasons.map(({ code }) => code)).not.toContain('numbers_match');
});
it('what a reader said before it was told that the chip was put on is of that position all the same', async () => {
  const { id, chips, places } = await planned();
  await sealed(chips[0], places[0], 60);
  await reads(chips[1], 1, 40, road);
  expect(await causes(id)).toEqual([]);
  await sealed(chips[1], places[1], 59);
  await followWords(api.db as unknown as Pool);
  expect((await causes(id)).toSorted()).toContain('unsealed_outside');
});
it('opened by whoever may not, or by one where two are asked for, it was opened without right', async () => {
  const named = await onTheRoad({ openers: [{ kind: 'person', id: (await buildOperator(api.db, org)).id }] });
  const byTwo = await onTheRoad({ second_person: true });
  for (const { id, chips } of [named, byTwo]) {
    await reads(chips[0], 1, 10, destination);
    expect(await causes(id)).toEqual(['reader_abnormal']);
  }
});
it('is of the position that the chip was on by then, and of a batch that its person does not see', async () => {
  const { id, chips } = await onTheRoad();
  const child = await buildOrganisation(api.db, org);
  await api.owner.query('update seal set org_id = $2 where number = $1', [chips[0], child]);
  const below = await api.signedIn(await buildOperator(api.db, child));
  expect((await below.call(logisticsBatches.detail, { id })).verify.sign).toBe('notFound');
  // a day before it was put on
  await below.ok(rfidField.record, { ...told(chips[0], 100, road), result: 1 });
  await followWords(api.db as unknown as Pool);
  expect(await causes(id)).toEqual([]);
  await below.ok(rfidField.record, { ...told(chips[0], 20, road), result: 1 });
  await followWords(api.db as unknown as Pool);
  expect(await causes(id)).toContain('unsealed_outside');
});
it('a step that names a record is of a reader in the database', async () => {
  const { id } = await planned();
  await expect(
    api.owner.query("insert into batch_step (org_id, batch_id, step, source, at) values ($1, $2, 1, 'reader', now())", [
      org,
      id,
    ]),
  ).rejects.toThrow(/batch_step_of_reader/);
});
