import { type AlarmKind, Fault } from '@plomb/contract/lock/codes';
import type { LockReport } from '@plomb/contract/lock/report';
import type { Pool } from 'pg';
import { clockTrouble } from './clock.ts';
import { keepable } from './columns.ts';
import { isReplay } from './intake.ts';
import type { HeardReport } from './word.ts';

/**
 * Judges reports in quarantine again, by the clock offset their device's type has now; says how many were taken in. What a
 * device told while another organisation had it stays: it is no history of who has it now.
 */
export type Again = (ids: readonly number[]) => Promise<number>;

/** A report as it waits in quarantine: the frame stands beside it, a password of the moment has no use any more. */
export const waiting = ({ raw: _raw, ...report }: LockReport): string =>
  JSON.stringify({ ...report, unlockPassword: null, notUnderstood: [] }, keepable);

/**
 * A report that waited, read anew: its time is another, and it enters history as one that was told late. What it said of
 * the lock when it came live was judged by that; only its place and readings are left. From memory it only rang, since
 * nobody knew where it belonged: now it has its place, and does not ring again what it rang then.
 */
export const readAnew = (
  report: Omit<LockReport, 'raw'>,
  raw: Uint8Array,
  minutes: { before: number; now: number },
  heard: readonly AlarmKind[],
): HeardReport => ({
  ...report,
  raw,
  heard,
  deviceTime: report.deviceTime + (minutes.before - minutes.now) * 60_000,
  ...(report.authenticated && isReplay(report) ? {} : { event: null, ls: null, fault: Fault.none }),
  replay: true,
});

interface Row {
  id: number;
  deviceId: number;
  raw: Buffer;
  report: Omit<LockReport, 'raw'>;
  offsetThen: number;
  offsetNow: number;
  /** the event by which it rang when it came, moving nothing */
  eventId: number | null;
  rang: AlarmKind[] | null;
}

/** So many are read at once: what waits of one device may be thousands. */
const PART = 200;

export const openAgain =
  (platform: Pool, submit: (device: { id: number }, report: HeardReport) => Promise<void>, acceptDays: number): Again =>
  async (ids) => {
    let taken = 0;
    const ordered = [...ids].sort((a, b) => a - b);
    for (let from = 0; from < ordered.length; from += PART) {
      const { rows } = await platform.query<Row>(
        `select q.id, q.device_id as "deviceId", q.raw, q.report, q.utc_offset_minutes as "offsetThen",
           t.utc_offset_minutes as "offsetNow", e.id as "eventId", e.rang
         from quarantine q join device d on d.id = q.device_id and d.org_id = q.org_id join device_type t on t.id = d.device_type_id
           left join lateral (select id, rang from lock_event e where e.device_id = q.device_id and not e.timed
             and not e.counts and e.authenticated and e.receive_time = q.receive_time
             and e.serial = (q.report->>'serial')::int and e.part = (q.report->>'part')::int limit 1) e on true
         where q.id = any($1) and q.again_time is null and q.report is not null and q.utc_offset_minutes is not null
           and q.reason in ('clock_future', 'clock_unset', 'too_old') order by q.id`,
        [ordered.slice(from, from + PART)],
      );
      const believed = rows
        .filter((row) => typeof row.report.deviceTime === 'number') // no number at all comes back as null
        .map((row) => ({
          ...row,
          anew: readAnew(row.report, row.raw, { before: row.offsetThen, now: row.offsetNow }, row.rang ?? []),
        }))
        .filter(({ anew }) => clockTrouble(anew.deviceTime, anew.receiveTime, acceptDays) === null);
      await Promise.all(believed.map(({ deviceId, anew }) => submit({ id: deviceId }, anew)));
      // the event that has its place now answers for the alarm; the one without a time does no more
      await platform.query("update lock_event set rang = '{}' where id = any($1)", [
        believed.flatMap((row) => (row.eventId === null ? [] : [row.eventId])),
      ]);
      // stored by now; were this lost, they would be judged again and found to be known
      await platform.query('update quarantine set again_time = now() where id = any($1)', [
        believed.map((row) => row.id),
      ]);
      taken += believed.length;
    }
    return taken;
  };
