import { Fault } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import type { Pool } from 'pg';
import { clockTrouble } from './clock.ts';
import { keepable } from './columns.ts';

/** Judges reports in quarantine again, by the clock offset their device's type has now; says how many were taken in. */
export type Again = (ids: readonly number[]) => Promise<number>;

/** A report as it waits in quarantine: the frame stands beside it, a password of the moment has no use any more. */
export const waiting = ({ raw: _raw, ...report }: LockReport): string =>
  JSON.stringify({ ...report, unlockPassword: null, notUnderstood: [] }, keepable);

/**
 * A report that waited, read anew: its time is another, and it enters history as one that was told late. What it said of
 * the lock was judged when it came, for an event rings whatever its clock says; so only its place and readings are left.
 */
export const readAnew = (
  report: Omit<LockReport, 'raw'>,
  raw: Uint8Array,
  minutes: { before: number; now: number },
): LockReport => ({
  ...report,
  raw,
  replay: true,
  event: null,
  ls: null,
  fault: Fault.none,
  deviceTime: report.deviceTime + (minutes.before - minutes.now) * 60_000,
});

interface Row {
  id: number;
  deviceId: number;
  raw: Buffer;
  report: Omit<LockReport, 'raw'>;
  offsetThen: number;
  offsetNow: number;
}

/** So many are read at once: what waits of one device may be thousands. */
const PART = 200;

export const openAgain =
  (platform: Pool, submit: (device: { id: number }, report: LockReport) => Promise<void>, acceptDays: number): Again =>
  async (ids) => {
    let taken = 0;
    const ordered = [...ids].sort((a, b) => a - b);
    for (let from = 0; from < ordered.length; from += PART) {
      const { rows } = await platform.query<Row>(
        `select q.id, q.device_id as "deviceId", q.raw, q.report, q.utc_offset_minutes as "offsetThen",
           t.utc_offset_minutes as "offsetNow"
         from quarantine q join device d on d.id = q.device_id join device_type t on t.id = d.device_type_id
         where q.id = any($1) and q.again_time is null and q.report is not null and q.utc_offset_minutes is not null
           and q.reason in ('clock_future', 'clock_unset', 'too_old') order by q.id`,
        [ordered.slice(from, from + PART)],
      );
      const believed = rows
        .filter((row) => typeof row.report.deviceTime === 'number') // no number at all comes back as null
        .map((row) => ({
          ...row,
          anew: readAnew(row.report, row.raw, { before: row.offsetThen, now: row.offsetNow }),
        }))
        .filter(({ anew }) => clockTrouble(anew.deviceTime, anew.receiveTime, acceptDays) === null);
      await Promise.all(believed.map(({ deviceId, anew }) => submit({ id: deviceId }, anew)));
      // stored by now; were this lost, they would be judged again and found to be known
      await platform.query('update quarantine set again_time = now() where id = any($1)', [
        believed.map((row) => row.id),
      ]);
      taken += believed.length;
    }
    return taken;
  };
