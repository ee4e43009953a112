import type { Track } from '@plomb/contract/tracks/tracks';
import { type RawBuilder, sql } from 'kysely';
import { lateAfter } from '../../ingest/batchAlarms.ts';
import { aheadLimit } from '../../ingest/clock.ts';
import { toldTime } from '../../lock/told.ts';
import type { ToldIntervals, TypeIntervals } from './intervals.ts';
import { packed } from './packed.ts';

export interface Teller extends Pick<Track, 'id' | 'sn' | 'device_name' | 'subject' | 'family'> {
  /** milliseconds its clock runs ahead of ours, as far as is known now */
  offset: number;
  /** what its type says today */
  type: Omit<TypeIntervals, 'since'>;
}

/** Of the locks in sight those with these numbers. */
export const tellers = (ids: readonly number[]): RawBuilder<Teller> => sql`
  select d.id, d.sn, d.device_name, d.subject, t.family, s.clock_offset_ms as offset,
    json_build_object('type', t.id, 'report', t.report_interval, 'sleep', t.sleep_interval) as type
  from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
  where d.id = any(${ids}::bigint[])`;

export interface Window {
  from: string;
  to: string;
}
export interface Packed {
  reports: Buffer | null;
}

const iso = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const moment = (ms: number): string => new Date(ms).toISOString();
const step = (ms: number | RawBuilder<number>) => sql`${ms} * interval '1 millisecond'`;

/**
 * What is read of each of some locks, in its order: `t` is the lock, `of` which one a row is of. It is planned once, however many they
 * are: what is read of all, and its partitions, are the same.
 */
const ofEach = <T>(some: readonly Of[], read: RawBuilder<unknown>): RawBuilder<T & { of: number }> => sql`
  select t.id as of, one.* from json_to_recordset(${JSON.stringify(some)}::json) as t(id bigint, ahead float8, type bigint, until timestamptz)
    cross join lateral (${read}) one`;
interface Of {
  id: number;
  ahead?: number;
  type?: number;
  until?: string;
}
const ahead = sql<number>`t.ahead`;
const told = toldTime(ahead);
const clocks = (some: readonly Teller[]) => some.map(({ id, offset }) => ({ id, ahead: offset }));
/** From the one to the other by the clocks of all of them. */
const spanOf = (some: readonly Teller[], from: number, to: number) => {
  const offsets = some.map(({ offset }) => offset);
  return [moment(from + Math.min(...offsets)), moment(to + Math.max(...offsets))] as const;
};

/**
 * The reports of a window, packed. Reports are stored by the lock's clock, which says which partitions are read: a report is
 * never told later than it came, and none is taken whose time is further ahead than `aheadLimit`.
 */
export const pointsOf = (some: readonly Teller[], { from, to }: Window, most: number) => {
  const [lowest] = spanOf(some, Date.parse(from), 0);
  const highest = moment(Date.parse(to) + Math.max(aheadLimit, ...some.map(({ offset }) => offset)));
  return ofEach<Packed>(
    clocks(some),
    // when each was told is worked out once, not for each of what it is asked for
    sql`select ${packed} as reports from (
      select p.*, p.replay or p.receive_time - p.at > ${step(lateAfter)} as late from (
        select ${told} as at, p.receive_time, p.replay, p.authenticated as proved, p.lon, p.lat, p.velocity, p.heading, p.electric,
          p.temperature, p.lock_status, p.serial, p.part
        from position p
        where p.device_id = t.id and p.device_time between ${lowest}::timestamptz and ${highest}::timestamptz
          and p.device_time >= ${from}::timestamptz + ${step(ahead)} offset 0) p
      where p.at between ${from}::timestamptz and ${to}::timestamptz order by p.at, p.serial, p.part limit ${most + 1}) report`,
  );
};

export type Beside = NonNullable<Track['before']> & { side: 'before' | 'after' };
/** The nearest proved reports before or after a window, within so many days of it: each day is a partition to be planned for. */
export const besideOf = (some: readonly Teller[], { from, to }: Window, side: Beside['side'], days: number) => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const reach = days * 86_400_000;
  const [lowest, highest] = side === 'before' ? spanOf(some, first - reach, first) : spanOf(some, last, last + reach);
  const within =
    side === 'before'
      ? sql`p.device_time < ${from}::timestamptz + ${step(ahead)} order by p.device_time desc`
      : sql`p.device_time > ${to}::timestamptz + ${step(ahead)} and ${told} > ${to}::timestamptz order by p.device_time`;
  return ofEach<Beside>(
    clocks(some),
    sql`select ${side}::text as side, ${iso(told)} as at, p.lon, p.lat from position p
      where p.device_id = t.id and p.authenticated and p.device_time between ${lowest}::timestamptz and ${highest}::timestamptz
        and ${within} limit 1`,
  );
};

/** How often they were to report, by rows of the changes until a time of each, in their order. */
export const intervalsOf = (some: readonly Teller[], until: (id: number) => string) => {
  const whose = some.map(({ id, type }) => ({ id, type: type.type, until: until(id) }));
  const since = sql`case when isfinite(i.since) then (extract(epoch from i.since) * 1000)::float8 end as since`;
  const interval = sql`${since}, i.device_type_id as type, i.report_interval as report, i.sleep_interval as sleep`;
  return {
    told: ofEach<ToldIntervals>(
      whose,
      sql`select ${interval} from interval_told i where i.device_id = t.id and i.since <= t.until order by i.since`,
    ),
    types: ofEach<TypeIntervals>(
      whose,
      sql`select ${interval} from device_type_interval i
        where (i.device_type_id = t.type or i.device_type_id in (select told.device_type_id from interval_told told where told.device_id = t.id))
          and i.since <= t.until order by i.since`,
    ),
  };
};

/** Numbers of what happened to locks in a window, of each kind. */
export const happenedIn = (some: readonly Teller[], { from, to }: Window) => ({
  events: ofEach<{ id: number }>(
    clocks(some),
    sql`select id from lock_event
      where device_id = t.id and at between ${from}::timestamptz and ${to}::timestamptz order by at, id limit 500`,
  ),
  alarms: ofEach<{ id: number }>(
    clocks(some),
    sql`select id from alarm
      where device_id = t.id and first_time between ${from}::timestamptz and ${to}::timestamptz order by first_time, id limit 500`,
  ),
});
