import { dashboard, MOST_LOCKS } from '@plomb/contract/dashboard/dashboard';
import { LockStatus } from '@plomb/contract/lock/codes';
import { sql } from 'kysely';
import { openAlarms } from '../../lock/openAlarms.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { fleetCounts } from './fleet.ts';

interface Work {
  unprocessed: number;
  critical: number;
  told_since: number;
  open: number;
  uncertain: number;
  uncertain_locks: number[];
}

const uncertain = sql`state = 'uncertain' and create_time > now() - interval '1 day'`;
const uncertainLocks = sql`
  select coalesce(array_agg(l.device_id order by l.newest desc), '{}') from (
    select device_id, max(id) as newest from command where ${uncertain}
    group by device_id order by newest desc limit ${MOST_LOCKS}) l`;
/**
 * A status told after the deed hides that metal was forced, not the alarm: nobody has dealt with it yet. What anybody may
 * have said counts among the alarms alone: that it was forced is not known.
 */
const toldSince = sql`
  select count(distinct a.device_id) from alarm a join lock_state s on s.device_id = a.device_id
  where a.process_time is null and a.severity = 'critical' and not a.unproved and s.lock_status <> ${LockStatus.abnormal}`;

export const dashboardRoutes: Served[] = serve(dashboard, {
  summary: async (_, { db }) => {
    const f = await fleetCounts(db);
    const work = await sql<Work>`
      select a.unprocessed, a.critical, (${toldSince}) as told_since, (${uncertainLocks}) as uncertain_locks,
        (select count(*) from command where state in ('queued', 'sent')) as open,
        (select count(*) from command where ${uncertain}) as uncertain
      from (select count(*) as unprocessed, count(*) filter (where severity = 'critical') as critical
              from alarm where ${sql.raw(openAlarms)}) a`.execute(db);
    const w = work.rows[0]!;
    return {
      devices: f.devices,
      lock: { unsealedLocked: f.ls0, unsealedOpen: f.ls1, sealedLocked: f.ls2, abnormal: f.ls3, initial: f.ls255 },
      held: f.held,
      lastKnown: { unsealedLocked: f.stale0, unsealedOpen: f.stale1, sealedLocked: f.stale2, abnormal: f.stale3 },
      connection: { online: f.online, sleeping: f.sleeping, late: f.late, offline: f.offline },
      alarms: { unprocessed: w.unprocessed, critical: w.critical, toldSince: w.told_since },
      countedMsAgo: f.age,
      commands: { open: w.open, uncertain: w.uncertain, uncertainLocks: w.uncertain_locks },
    };
  },
});
