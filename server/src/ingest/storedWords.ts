import { maskedActor } from '@plomb/contract/lock/cards';
import type { AlarmKind, Fault, LockStatus } from '@plomb/contract/lock/codes';
import type { Swipe } from '@plomb/contract/lock/swipe';
import type { ClientBase } from 'pg';
import { Column, millis, ofThisLock } from './columns.ts';
import type { StoredEvent, StoredStatement } from './history.ts';
import { type LockState, unknownLock } from './lockFold.ts';
import { blindingFaults, type KeptWord, type LockWord, type SealOrder, tamperFaults } from './word.ts';

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
  swipe: Swipe | null;
  rang: AlarmKind[];
  doubtRang: AlarmKind[];
  doubted: boolean;
}

const eventColumns = `e.id, ${millis('e.at')} as at, e.serial, e.part, e.hash, ${millis('e.device_time')} as "deviceTime",
  ${millis('e.receive_time')} as "receiveTime", e.ls_before as "lsBefore", e.ls_after as "lsAfter", e.lso, e.fault, e.actor,
  e.lon, e.lat, e.replay, e.timed, e.quality, e.word, e.after, e.swipe, e.rang, e.doubt_rang as "doubtRang", e.doubted`;

/** So many events after a late word are judged again at most: more would hold up every other lock. */
export const mostAgain = 2000;

/** When the last event before a time was: one of that second left the state that was then. */
const lastBefore = (since: string) =>
  `coalesce((select max(at) from lock_event where device_id = u.device_id and counts and at < ${since}
    and ${ofThisLock('lock_event')}), ${since})`;

/** The events from a time on, and those of the last second before it; one more than are judged again, to know of them. */
export const eventsSince = {
  name: 'ingest-history',
  text: `select u.device_id as "deviceId", ${eventColumns}
    from unnest($1::bigint[], $2::float8[]) as u(device_id, since)
      cross join lateral (
        select * from lock_event where device_id = u.device_id and counts and ${ofThisLock('lock_event')}
          and at >= ${lastBefore('to_timestamp(u.since / 1000)')} order by at desc limit ${mostAgain + 1}) e`,
};

/** The events around the moments of words: by them it is seen whether a word says what is known already. */
export const eventsAround = {
  name: 'ingest-history-around',
  text: `select distinct on (e.id) u.device_id as "deviceId", ${eventColumns}
    from unnest($1::bigint[], $2::float8[]) as u(device_id, told)
      cross join lateral (
        select * from lock_event where device_id = u.device_id and counts and ${ofThisLock('lock_event')}
          and at between ${lastBefore('to_timestamp(u.told / 1000)')} and to_timestamp(u.told / 1000)
          order by at desc limit ${mostAgain}) e`,
};

/** By devices, the events a query finds for moments on our clock. */
export const readEvents = async (
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

/**
 * What stored reports stated, where it changes from one to the next. An event, or a word told only now ($4), may have
 * changed the state in between: the first statement after each counts, and all of its moment. Of a statement told again
 * ($6 to $8: now) the copy that came first counts, or the entry it is; what is stated beside an event, the event has decided.
 */
const stated = {
  name: 'ingest-statements',
  text: `with told as (
      select at from lock_event where device_id = $1 and counts and at >= to_timestamp($2::float8 / 1000)
        and ${ofThisLock('lock_event')}
      union select to_timestamp(t / 1000) from unnest($4::float8[]) t),
    copies as (
      select *, row_number() over (partition by device_time, ls, fault order by receive_time, serial, part, hash) as copy
      from position where device_id = $1 and device_time >= to_timestamp(($2::float8 - $3::float8) / 1000)
        and authenticated and not eventful and (ls is not null or fault = any($5::int[])) and ${ofThisLock('position')}),
    said as (
      select coalesce(at, device_time) as at, serial, part, hash, device_time, receive_time, ls, fault, lon, lat, electric,
        replay, coalesce(ls::text, '') || '/' || fault as says
      from copies c where copy = 1 and coalesce(at, device_time) >= to_timestamp($2::float8 / 1000)
        and not exists (select from lock_event e where e.device_id = $1 and e.device_time = c.device_time and e.counts
          and e.timed and e.word->>'event' is null and (e.serial = c.serial and e.hash = c.hash
            or e.word->>'fault' = c.fault::text and e.word->>'ls' is not distinct from c.ls::text))
        and not exists (select from unnest($6::float8[], $7::int[], $8::int[]) as t(device_time, fault, ls)
          where to_timestamp(t.device_time / 1000) = c.device_time and t.fault = c.fault and t.ls is not distinct from c.ls)
      union all select at, null, null, null, null, null, null, null, null, null, null, null, null from told),
    changes as (select *, lag(says) over (order by at, receive_time nulls first) as before from said)
    select ${millis('at')} as at, serial, part, hash, ${millis('device_time')} as "deviceTime",
      ${millis('receive_time')} as "receiveTime", ls, fault, lon, lat, electric, replay
    from changes where says is not null and (says is distinct from before or at in (select at from told))`,
};
const metal = [...blindingFaults, ...tamperFaults];

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
/**
 * What a device's stored reports stated from a time on. `lag`: how much older their own clock may show it, in ms; `told`:
 * the words told only now.
 */
export const readStatements = async (
  client: ClientBase,
  deviceId: number,
  { since, lag, told }: { since: number; lag: number; told: readonly LockWord[] },
): Promise<StoredStatement[]> => {
  const [times, deviceTimes, faults, statuses] = [new Column(), new Column(), new Column(), new Column()];
  for (const { at, deviceTime, fault, ls, event } of told) {
    times.real(at);
    // what an event of the same moment states beside it is no copy of a statement
    if (event !== null) continue;
    deviceTimes.real(deviceTime);
    faults.int(fault);
    statuses.int(ls);
  }
  const values = [deviceId, since, lag, times, metal, deviceTimes, faults, statuses];
  const { rows } = await client.query<StatementRow>({ ...stated, values });
  return rows.map(statementOf);
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
  const { id, lsBefore, lsAfter, lso, fault, actor, quality, rang, doubtRang, doubted } = row;
  return {
    kind: 'event',
    id,
    key,
    word: row.word && wordOf(key, row.word, row),
    lsBefore,
    lsAfter,
    lso,
    fault,
    actor,
    quality,
    swipe: row.swipe,
    after: row.after
      ? { ...row.after, lockActor: maskedActor(row.after.lockActor, row.after.lockSource) }
      : stateOf(row),
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
  return { ...key, ...kept, deviceTime, place: placeOf(row), authenticated: true, replay, timed, swipe: row.swipe };
};

/** The state an event of before words were kept left, as far as its row tells. */
const stateOf = (row: EventRow): LockState => ({
  ...unknownLock,
  lockStatus: row.lsAfter as LockStatus,
  lockSince: row.at,
  lockActor: maskedActor(row.actor, row.lso),
  lockSource: row.lso,
  lockFault: row.lsAfter === 3 ? row.fault : 0,
});
