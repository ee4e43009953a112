import type { Connection } from '@plomb/contract/lock/connection';
import type { IntervalLimits } from '@plomb/contract/lock/intervals';
import { isFresh, type WordFacts } from '@plomb/contract/lock/operable';
import type { ClientBase } from 'pg';
import type { Operable, UnderWay } from './mayOperate.ts';
import { connection, outOfUse, passwordFresh, reportInterval, sleepInterval, wordTime } from './state.ts';

/** Seconds after the bytes went out until silence makes an order uncertain, or has it sent again where that may be. */
export const ANSWER_WINDOW = 60;

/** By which right of another than its organisation; neither: whoever orders sees it. */
export interface RightIds {
  /** of an organisation that does not see the device */
  assignmentId?: number | undefined;
  /** of a person that does not see it */
  authorisationId?: number | undefined;
}

export interface Lock extends Operable, IntervalLimits {
  id: number;
  org_id: number;
  sn: string;
  device_name: string;
  /** the plate, most often */
  subject: string;
  /** when this was read, by the database's clock, ms since 1970 */
  now: number;
}

/** The locks with these ids that are in sight, with what decides whether they may be operated. */
export const locksById = async (client: ClientBase, ids: readonly number[]): Promise<Lock[]> => {
  const { rows } = await client.query<Omit<Lock, 'fresh'> & WordFacts & { connection: Connection }>(
    `select d.id, d.org_id, d.sn, d.device_name, d.subject, d.status, ${outOfUse} as out_of_use, t.family, s.lock_status,
       s.electric, ${wordTime} as lock_time, c.connected, ${connection} as connection,
       ${reportInterval} as report_interval, ${sleepInterval} as sleep_interval,
       t.report_interval_min, t.report_interval_max, t.sleep_interval_min, t.sleep_interval_max,
       exists (select from unlock_password p where p.device_id = d.id and p.end_time is null and ${passwordFresh}) as password_known,
       approved.kinds as approval_kinds, approved.frozen,
       case when place.device_id is not null then jsonb_build_object('inside', place.inside, 'age', place.age) end as unseal_place, (extract(epoch from now()) * 1000)::float8 as now
     from device d join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
       join device_connection c on c.device_id = d.id
       join (select org_id, approval_kinds(org_id) as kinds, frozen_periods(org_id) as frozen from (select distinct org_id from device where id = any($1)) o) approved
         on approved.org_id = d.org_id
       left join (select p.* from (select org_id, array_agg(id) as ids from device where id = any($1) group by org_id) o
         cross join lateral unseal_places(o.org_id, o.ids) p) place on place.device_id = d.id
     where d.id = any($1)`,
    [ids],
  );
  return rows.map((lock) => ({ ...lock, fresh: isFresh(lock, lock.connection, lock.now) }));
};

export interface Moving {
  id: number;
  /** null: it has not left */
  until: string | null;
  assignment_id: number | null;
  authorisation_id: number | null;
}
/** What moves these locks already. */
export const movingOf = async (client: ClientBase, ids: readonly number[]): Promise<Moving[]> => {
  const { rows } = await client.query<Moving>(
    `select device_id as id, case when state = 'sent' then sent_time + make_interval(secs => ${ANSWER_WINDOW}) end as until,
       assignment_id, authorisation_id
       from command where device_id = any($1) and physical and state in ('queued', 'sent')`,
    [ids],
  );
  return rows;
};
/** Whether that gives way to nothing that is ordered by this right, or by whoever sees the lock. */
export const underWayFor = (moving: Moving, { assignmentId, authorisationId }: RightIds = {}): UnderWay | null => {
  if (moving.until !== null) return { what: 'sent', until: moving.until };
  const isOfOthers =
    (assignmentId !== undefined && moving.assignment_id !== assignmentId) ||
    (authorisationId !== undefined && moving.authorisation_id !== authorisationId);
  return isOfOthers ? { what: 'ofOthers' } : null;
};

/** What moves these locks already, and gives way to nothing that is ordered now, by this right or by whoever sees them. */
export const underWayOf = async (
  client: ClientBase,
  ids: readonly number[],
  by: RightIds = {},
): Promise<ReadonlyMap<number, UnderWay>> =>
  new Map(
    (await movingOf(client, ids)).flatMap((moving): [number, UnderWay][] => {
      const underWay = underWayFor(moving, by);
      return underWay ? [[moving.id, underWay]] : [];
    }),
  );
