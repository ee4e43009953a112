import type { Track } from '@plomb/contract/tracks/tracks';
import type { Reported } from '@plomb/contract/tracks/trip';
import { type RawBuilder, sql } from 'kysely';
import { lateAfter } from '../../ingest/batchAlarms.ts';
import { aheadLimit } from '../../ingest/clock.ts';
import { toldTime } from '../../lock/told.ts';
import type { ToldIntervals, TypeIntervals } from './intervals.ts';

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

const iso = (time: RawBuilder<unknown>) => sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
/**
 * Milliseconds since 1970, cut off as `iso` does it; a double of such a size may lack less than half a microsecond. The database takes
 * longer to write out a date than to find a report.
 */
export const milliseconds = (time: RawBuilder<unknown>) => sql`floor(date_part('epoch', ${time}) * 1000 + 0.0005)`;
const moment = (ms: number): string => new Date(ms).toISOString();
const MONTH = 31 * 86_400_000;

/**
 * The reports of a window, their times in milliseconds. Reports are stored by the lock's clock, which says which partitions are read: a report is
 * never told later than it came, and none is taken whose time is further ahead than `aheadLimit`.
 */
export const pointsOf = ({ id, offset }: Teller, { from, to }: Window, most: number): RawBuilder<Reported<number>> => {
  const told = toldTime(offset);
  const lowest = moment(Date.parse(from) + offset);
  const highest = moment(Date.parse(to) + Math.max(offset, aheadLimit));
  return sql`
    select ${milliseconds(told)} as at, ${milliseconds(sql`p.receive_time`)} as receive_time,
      p.replay or p.receive_time - ${told} > ${lateAfter} * interval '1 millisecond' as late,
      p.authenticated as proved, p.lon, p.lat, p.velocity, p.heading, p.electric, p.temperature, p.lock_status
    from position p
    where p.device_id = ${id} and p.device_time between ${lowest}::timestamptz and ${highest}::timestamptz
      and ${told} between ${from}::timestamptz and ${to}::timestamptz
    order by ${told}, p.serial, p.part limit ${most + 1}`;
};

export type Beside = NonNullable<Track['before']> & { side: 'before' | 'after' };
/** The nearest proved reports before and after a window. */
export const besideOf = ({ id, offset }: Teller, { from, to }: Window): RawBuilder<Beside> => {
  const told = toldTime(offset);
  const [first, last] = [Date.parse(from) + offset, Date.parse(to) + offset];
  const report = (side: Beside['side']) => sql`${side}::text as side, ${iso(told)} as at, p.lon, p.lat from position p
    where p.device_id = ${id} and p.authenticated`;
  return sql`
    (select ${report('before')} and p.device_time >= ${moment(first - MONTH)}::timestamptz
       and p.device_time < ${moment(first)}::timestamptz order by p.device_time desc limit 1)
    union all
    (select ${report('after')} and p.device_time > ${moment(last)}::timestamptz
       and p.device_time <= ${moment(last + MONTH)}::timestamptz and ${told} > ${to}::timestamptz order by p.device_time limit 1)`;
};

/** How often it was to report, by rows of the changes until `to`, in their order. */
export const intervalsOf = ({ id, type }: Teller, to: string) => {
  const since = sql`case when isfinite(i.since) then (extract(epoch from i.since) * 1000)::float8 end as since`;
  return {
    told: sql<ToldIntervals>`select ${since}, i.device_type_id as type, i.report_interval as report, i.sleep_interval as sleep
      from interval_told i where i.device_id = ${id} and i.since <= ${to}::timestamptz order by i.since`,
    types: sql<TypeIntervals>`select ${since}, i.device_type_id as type, i.report_interval as report, i.sleep_interval as sleep
      from device_type_interval i where (i.device_type_id = ${type.type}
          or i.device_type_id in (select t.device_type_id from interval_told t where t.device_id = ${id}))
        and i.since <= ${to}::timestamptz order by i.since`,
  };
};

/** Numbers of what happened to a lock in a window, of each kind. */
export const happenedIn = ({ id }: Teller, { from, to }: Window) => ({
  events: sql<{ id: number }>`select id from lock_event
    where device_id = ${id} and at between ${from}::timestamptz and ${to}::timestamptz order by at, id limit 500`,
  alarms: sql<{ id: number }>`select id from alarm
    where device_id = ${id} and first_time between ${from}::timestamptz and ${to}::timestamptz order by first_time, id limit 500`,
});
