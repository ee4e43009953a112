import type { ClientBase } from 'pg';
import { agreement, aheadLimit, beganOf, type Doubt, isOfDoubt, onOurClock } from './clock.ts';
import { millis, ofThisLock } from './columns.ts';
import type { DeviceBatch } from './deviceBatch.ts';
import { isKnown } from './fold.ts';
import { type History, isOrder, retimed, type StoredEvent, toldFirst } from './history.ts';
import { unknownLock } from './lockFold.ts';
import { eventsAround, eventsSince, mostAgain, readEvents, readStatements } from './storedWords.ts';
import { type LockWord, trueOrder } from './word.ts';

/** The new words of a device that are not newer than every word known. */
export const lateWordsOf = ({ present, intake, rules }: DeviceBatch): LockWord[] => {
  const { lockTime, lockSerial } = present;
  if (lockTime === null) return [];
  const compare = trueOrder(rules.family);
  return intake.taken.flatMap(({ word, counts }) =>
    word && counts && compare({ ...word, at: lockTime, serial: lockSerial }, word) >= 0 ? [word] : [],
  );
};

const doubtedSince = {
  name: 'ingest-doubted-since',
  text: `select device_id as "deviceId", ${millis('min(at)')} as since from lock_event
    where device_id = any($1::bigint[]) and doubted and ${ofThisLock('lock_event')} group by device_id`,
};

/** A device whose history has something to be judged again, and its words that came late. */
export interface Late {
  device: DeviceBatch;
  words: LockWord[];
}

/** By devices, from when on their words are judged again: the oldest that came late, or that a slow clock put wrong. */
export const readSince = async (client: ClientBase, late: readonly Late[]): Promise<Map<number, number>> => {
  const since = new Map(
    late.map(({ device, words }) => {
      const retold = device.intake.retold.flatMap(({ deed, word }) => [deed.key.at, word.at]);
      return [device.deviceId, Math.min(...words.map(({ at }) => at), ...retold, doubtfulSince(device))] as const;
    }),
  );
  const setBack = late
    .filter(({ device }) => device.intake.settled === 'set back')
    .map(({ device }) => device.deviceId);
  if (setBack.length > 0) {
    const { rows } = await client.query<{ deviceId: number; since: number }>({ ...doubtedSince, values: [setBack] });
    for (const row of rows) since.set(row.deviceId, Math.min(row.since, since.get(row.deviceId)!));
  }
  return since;
};

/**
 * Reads for each device what is stored from then on, so that all of it can be judged again. Most late words are statements
 * that say what is known of their moment: of those only the events beside them are looked at.
 */
export const readHistories = async (
  client: ClientBase,
  late: readonly Late[],
  since: ReadonlyMap<number, number>,
): Promise<void> => {
  const maybe = late.filter(({ device, words }) => isQuiet(device) && words.every(({ event }) => event === null));
  const around = await readEvents(
    client,
    eventsAround,
    maybe.flatMap(({ device, words }) => words.map(({ at }) => [device.deviceId, at] as const)),
  );
  const known = new Set(maybe.filter((one) => saysNothingNew(one, around.get(one.device.deviceId) ?? [])));
  for (const { device, words } of known) withoutWords(device, words);

  const again = late.filter((one) => !known.has(one));
  const stored = await readEvents(
    client,
    eventsSince,
    again.flatMap(({ device: { deviceId } }) => {
      const at = since.get(deviceId)!;
      return Number.isFinite(at) ? [[deviceId, at] as const] : [];
    }),
  );
  const owned = await readOwned(client, again);
  for (const { device, words } of again) {
    const at = since.get(device.deviceId)!;
    const own = stored.get(device.deviceId) ?? [];
    if (own.length > mostAgain) onlyRing(device, words);
    else if (Number.isFinite(at)) {
      await putPositionsRight(client, device);
      await readHistory(client, device, at, own, owned.get(device.deviceId) ?? Number.NEGATIVE_INFINITY);
    }
  }
};

const moves = {
  name: 'ingest-moves',
  text: `select device_id as "deviceId", ${millis('max(move_time)')} as owned from device_move
    where device_id = any($1::bigint[]) group by device_id`,
};
/** By devices that were ever moved, since when they are where they are. */
const readOwned = async (client: ClientBase, late: readonly Late[]): Promise<Map<number, number>> => {
  if (late.length === 0) return new Map();
  const { rows } = await client.query<{ deviceId: number; owned: number }>({
    ...moves,
    values: [late.map(({ device }) => device.deviceId)],
  });
  return new Map(rows.map(({ deviceId, owned }) => [deviceId, owned]));
};

/** Nothing but what its words say makes it to be judged again. */
const isQuiet = ({ intake }: DeviceBatch): boolean => intake.settled !== 'set back' && intake.retold.length === 0;

const saysNothingNew = ({ device: { rules, commands }, words }: Late, around: StoredEvent[]): boolean => {
  const compare = trueOrder(rules.family);
  around.sort((a, b) => compare(a.key, b.key));
  return words.every((word) => {
    const before = around.findLast(({ key }) => compare(key, word) < 0)?.after ?? unknownLock;
    return isKnown(before, word, rules, commands);
  });
};

/** Nothing is judged again: what the words say is where it belongs, and known. */
const withoutWords = (device: DeviceBatch, words: readonly LockWord[]): void => {
  const known = new Set(words.map(({ hash }) => hash));
  device.intake = {
    ...device.intake,
    taken: device.intake.taken.map((one) =>
      one.word && known.has(one.word.hash) ? { ...one, counts: false, word: null } : one,
    ),
  };
};

/** What lies before more than can be judged again: it rings, is kept, and moves nothing. What was in doubt stays so. */
const onlyRing = (device: DeviceBatch, words: readonly LockWord[]): void => {
  const old = new Set(words);
  device.intake = {
    ...device.intake,
    settled: null,
    retold: [],
    taken: device.intake.taken.map((one) => (one.word && old.has(one.word) ? { ...one, counts: false } : one)),
  };
};

const doubtfulSince = ({ intake, present: { clock } }: DeviceBatch): number => {
  if (intake.settled !== 'set back' || clock.doubt === null) return Number.POSITIVE_INFINITY;
  const { deviceTime, receiveTime } = beganOf(clock.doubt);
  return onOurClock(deviceTime, receiveTime, clock.offset);
};

/** What was told since a doubt is placed by the clock that is known now, and read again where it belongs. */
const retimePositions = {
  name: 'ingest-positions-retimed',
  text: `update position set at = least(device_time - make_interval(secs => $2::float8 / 1000), receive_time)
    where device_id = $1 and device_time >= to_timestamp($3::float8 / 1000)
      and receive_time >= to_timestamp($4::float8 / 1000)
      and device_time - make_interval(secs => $2::float8 / 1000) <= receive_time + make_interval(secs => $5::float8 / 1000)
      and authenticated and ${ofThisLock('position')}`,
};
const putPositionsRight = async (
  client: ClientBase,
  { deviceId, intake: { settled, clock }, present }: DeviceBatch,
): Promise<void> => {
  const { doubt } = present.clock;
  if (settled !== 'set back' || doubt === null) return;
  const { deviceTime, receiveTime } = beganOf(doubt);
  await client.query({ ...retimePositions, values: [deviceId, clock.offset, deviceTime, receiveTime, agreement] });
};

const readHistory = async (
  client: ClientBase,
  device: DeviceBatch,
  since: number,
  stored: StoredEvent[],
  owned: number,
): Promise<void> => {
  const { rules, intake, present } = device;
  const compare = trueOrder(rules.family);
  stored.sort((a, b) => compare(a.key, b.key));
  const first = stored.findIndex(({ key }) => key.at >= since);
  const after = first < 0 ? [] : stored.slice(first);
  const before = first < 0 ? stored.at(-1) : stored[first - 1];
  const lag = Math.max(0, -present.clock.offset, -intake.clock.offset) + aheadLimit;
  const firsts = new Map(intake.retold.map(({ deed, word }) => [deed.kept, word]));
  const events = after.map((event) => {
    const word = firsts.get(event.id);
    if (word) return toldFirst(event, word);
    return intake.settled === 'set back' ? putRight(event, present.clock.doubt, intake.clock.offset) : event;
  });
  const told = [
    ...intake.taken.flatMap(({ word, copy }) => (word && !copy ? [word] : [])),
    ...intake.retold.map(({ word }) => word),
    ...events.flatMap(({ retimed, word }) => (retimed && word && !isOrder(word) ? [word] : [])),
  ];
  const stated = await readStatements(client, device.deviceId, { since, lag, told });
  device.history = {
    base: before?.after ?? unknownLock,
    baseTold: before?.key.receiveTime ?? Number.POSITIVE_INFINITY,
    owned,
    entries: [...events, ...stated],
  } satisfies History;
};

const putRight = (event: StoredEvent, doubt: Doubt | null, offset: number): StoredEvent => {
  const { word } = event;
  if (!word || isOrder(word) || !word.timed) return event;
  const wasWrong = event.doubted || (doubt !== null && isOfDoubt(doubt, word, offset));
  return wasWrong ? retimed(event, onOurClock(word.deviceTime, word.receiveTime, offset)) : event;
};
