import type { AlarmKind, Fault, LockStatus } from '@plomb/contract/lock';
import type { ClientBase } from 'pg';
import type { DeviceBatch } from './batch.ts';
import { aheadLimit, onOurClock } from './clock.ts';
import { Column, millis } from './columns.ts';
import { isKnown } from './fold.ts';
import { type History, retimed, type StoredEvent, type StoredStatement, toldFirst } from './history.ts';
import { type LockState, unknownLock } from './lockFold.ts';
import { blindingFaults, type KeptWord, type LockWord, type SealOrder, tamperFaults, trueOrder } from './word.ts';

/** The new words of a device that are not newer than every word known. */
export const lateWordsOf = ({ present, intake, rules }: DeviceBatch): LockWord[] => {
  const { lockTime, lockSerial } = present;
  if (lockTime === null) return [];
  const compare = trueOrder(rules.family);
  return intake.taken.flatMap(({ word, counts }) =>
    word && counts && compare({ ...word, at: lockTime, serial: lockSerial }, word) >= 0 ? [word] : [],
  );
};

interface EventRow {
  deviceId: number;
  id: number;
  at: number;
  serial: number;
  part: number;
  hash: number;
  deviceTime: number;
  receiveTime: number;
  lsBefore: number;
  lsAfter: number;
  lso: number | null;
  fault: number;
  actor: string;
  lon: number | null;
  lat: number | null;
  replay: boolean;
  timed: boolean;
  quality: 'direct' | 'inferred';
  word: KeptWord | { commandId: number } | null;
  after: LockState | null;
  rang: AlarmKind[];
  doubtRang: AlarmKind[];
  doubted: boolean;
}

const eventColumns = `e.id, ${millis('e.at')} as at, e.serial, e.part, e.hash, ${millis('e.device_time')} as "deviceTime",
  ${millis('e.receive_time')} as "receiveTime", e.ls_before as "lsBefore", e.ls_after as "lsAfter", e.lso, e.fault, e.actor,
  e.lon, e.lat, e.replay, e.timed, e.quality, e.word, e.after, e.rang, e.doubt_rang as "doubtRang", e.doubted`;

/** So many events after a late word are judged again at most: more would hold up every other lock. */
export const mostAgain = 2000;

/** When the last event before a time was: one of that second left the state that was then. */
const lastBefore = (since: string) =>
  `coalesce((select max(at) from lock_event where device_id = u.device_id and counts and at < ${since}), ${since})`;

/** The events from a time on, and those of the last second before it; one more than are judged again, to know of them. */
const events = {
  name: 'ingest-history',
  text: `select u.device_id as "deviceId", ${eventColumns}
    from unnest($1::bigint[], $2::float8[]) as u(device_id, since)
      cross join lateral (
        select * from lock_event where device_id = u.device_id and counts
          and at >= ${lastBefore('to_timestamp(u.since / 1000)')} order by at desc limit ${mostAgain + 1}) e`,
};

/** The events around the moments of words: by them it is seen whether a word says what is known already. */
const eventsAround = {
  name: 'ingest-history-around',
  text: `select distinct on (e.id) u.device_id as "deviceId", ${eventColumns}
    from unnest($1::bigint[], $2::float8[]) as u(device_id, told)
      cross join lateral (
        select * from lock_event where device_id = u.device_id and counts
          and at between ${lastBefore('to_timestamp(u.told / 1000)')} and to_timestamp(u.told / 1000)
          order by at desc limit ${mostAgain}) e`,
};

const doubtedSince = {
  name: 'ingest-doubted-since',
  text: `select device_id as "deviceId", ${millis('min(at)')} as since from lock_event
    where device_id = any($1::bigint[]) and doubted group by device_id`,
};

/**
 * What stored reports stated, where it changes from one to the next. An event, or a word told only now ($4), may have
 * changed the state in between: the first statement after each counts, and all of its moment. What an event of the same
 * moment says, told in another frame, is that event told again.
 */
const statements = {
  name: 'ingest-statements',
  text: `with told as (
      select at from lock_event where device_id = $1 and counts and at >= to_timestamp($2::float8 / 1000)
      union select to_timestamp(t / 1000) from unnest($4::float8[]) t),
    said as (
      select coalesce(at, device_time) as at, serial, part, hash, device_time, receive_time, ls, fault, lon, lat, electric,
        replay, coalesce(ls::text, '') || '/' || fault as says
      from position where device_id = $1 and device_time >= to_timestamp(($2::float8 - $3::float8) / 1000)
        and coalesce(at, device_time) >= to_timestamp($2::float8 / 1000)
        and authenticated and (ls is not null or fault = any($5::int[]))
      union all select at, null, null, null, null, null, null, null, null, null, null, null, null from told),
    changes as (select *, lag(says) over (order by at, receive_time nulls first) as before from said)
    select ${millis('at')} as at, serial, part, hash, ${millis('device_time')} as "deviceTime",
      ${millis('receive_time')} as "receiveTime", ls, fault, lon, lat, electric, replay
    from changes c where says is not null and (says is distinct from before or at in (select at from told))
      and not exists (select from lock_event e where e.device_id = $1 and e.device_time = c.device_time and e.counts and e.timed
        and (e.serial <> c.serial or e.hash <> c.hash) and e.word->>'fault' = c.fault::text
        and e.word->>'ls' is not distinct from c.ls::text)`,
};
const metal = [...blindingFaults, ...tamperFaults];

/** A device whose history has something to be judged again, and its words that came late. */
export interface Late {
  device: DeviceBatch;
  words: LockWord[];
}

/** By devices, from when on their words are judged again: the oldest that came late, or that a clock set back put wrong. */
export const readSince = async (client: ClientBase, late: readonly Late[]): Promise<Map<number, number>> => {
  const since = new Map(
    late.map(({ device, words }) => {
      const retold = device.intake.retold.flatMap(({ deed, word }) => [deed.key.at, word.at]);
      return [device.deviceId, Math.min(...words.map(({ at }) => at), ...retold)] as const;
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
    events,
    again.flatMap(({ device: { deviceId } }) => {
      const at = since.get(deviceId)!;
      return Number.isFinite(at) ? [[deviceId, at] as const] : [];
    }),
  );
  for (const { device, words } of again) {
    const at = since.get(device.deviceId)!;
    const own = stored.get(device.deviceId) ?? [];
    if (own.length > mostAgain) onlyRing(device, words);
    else if (Number.isFinite(at)) await readHistory(client, device, at, own);
  }
};

const readEvents = async (
  client: ClientBase,
  query: { name: string; text: string },
  from: readonly (readonly [deviceId: number, at: number])[],
): Promise<Map<number, StoredEvent[]>> => {
  const own = new Map<number, StoredEvent[]>();
  if (from.length === 0) return own;
  const [ids, times] = [new Column(), new Column()];
  for (const [deviceId, at] of from) {
    ids.int(deviceId);
    times.real(at);
  }
  const { rows } = await client.query<EventRow>({ ...query, values: [ids, times] });
  for (const row of rows) {
    const events = own.get(row.deviceId);
    if (events) events.push(eventOf(row));
    else own.set(row.deviceId, [eventOf(row)]);
  }
  return own;
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

const readHistory = async (
  client: ClientBase,
  device: DeviceBatch,
  since: number,
  stored: StoredEvent[],
): Promise<void> => {
  const { rules, intake, present } = device;
  const compare = trueOrder(rules.family);
  stored.sort((a, b) => compare(a.key, b.key));
  const first = stored.findIndex(({ key }) => key.at >= since);
  const after = first < 0 ? [] : stored.slice(first);
  const base = (first < 0 ? stored.at(-1) : stored[first - 1])?.after ?? unknownLock;
  const lag = Math.max(0, -present.clock.offset, -intake.clock.offset) + aheadLimit;
  const told = new Column();
  for (const { word } of intake.taken) if (word) told.real(word.at);
  const { rows } = await client.query<StatementRow>({
    ...statements,
    values: [device.deviceId, since, lag, told, metal],
  });
  const known = new Set(after.map(({ key }) => nameOf(key)));
  const firsts = new Map(intake.retold.map(({ deed, word }) => [deed.eventId, word]));
  const events = after.map((event) => {
    const word = firsts.get(event.id);
    if (word) return toldFirst(event, word);
    return intake.settled === 'set back' && event.doubted ? putRight(event, intake.clock.offset) : event;
  });
  device.history = {
    base,
    entries: [...events, ...rows.map(statementOf).filter(({ key }) => !known.has(nameOf(key)))],
  } satisfies History;
};

interface StatementRow {
  at: number;
  serial: number;
  part: number;
  hash: number;
  deviceTime: number;
  receiveTime: number;
  ls: LockStatus | null;
  fault: Fault;
  lon: number | null;
  lat: number | null;
  electric: number | null;
  replay: boolean;
}

const nameOf = ({ serial, hash, receiveTime }: { serial: number; hash: number; receiveTime: number }): string =>
  `${serial}/${hash}/${receiveTime}`;

const putRight = (event: StoredEvent, offset: number): StoredEvent => {
  const { word, key } = event;
  return word && 'deviceTime' in word ? retimed(event, onOurClock(word.deviceTime, key.receiveTime, offset)) : event;
};

const placeOf = ({ lon, lat }: { lon: number | null; lat: number | null }) =>
  lon === null || lat === null ? null : { lon, lat };

const statementOf = (row: StatementRow): StoredStatement => {
  const key = { at: row.at, serial: row.serial, part: row.part, receiveTime: row.receiveTime, hash: row.hash };
  const { ls, fault, deviceTime, replay, electric } = row;
  return {
    kind: 'statement',
    key,
    electric,
    word: { ...key, deviceTime, event: null, fault, ls, place: placeOf(row), authenticated: true, replay, timed: true },
  };
};

const eventOf = (row: EventRow): StoredEvent => {
  const key = { at: row.at, serial: row.serial, part: row.part, receiveTime: row.receiveTime, hash: row.hash };
  const { id, lsBefore, lsAfter, lso, fault, quality, rang, doubtRang, doubted } = row;
  return {
    kind: 'event',
    id,
    key,
    word: row.word && wordOf(key, row.word, row),
    lsBefore,
    lsAfter,
    lso,
    fault,
    quality,
    after: row.after ?? stateOf(row),
    rang,
    doubtRang,
    doubted,
    retimed: false,
    rekeyed: false,
  };
};

const wordOf = (key: StoredEvent['key'], kept: NonNullable<EventRow['word']>, row: EventRow): LockWord | SealOrder => {
  if ('commandId' in kept) return { ...key, commandId: kept.commandId, actor: row.actor };
  const { deviceTime, replay, timed } = row;
  return { ...key, ...kept, deviceTime, place: placeOf(row), authenticated: true, replay, timed };
};

/** The state an event of before words were kept left, as far as its row tells. */
const stateOf = (row: EventRow): LockState => ({
  ...unknownLock,
  lockStatus: row.lsAfter as LockStatus,
  lockSince: row.at,
  lockActor: row.actor,
  lockSource: row.lso,
  lockFault: row.lsAfter === 3 ? row.fault : 0,
});
