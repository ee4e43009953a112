import { dashboard } from '@plomb/contract/dashboard';
import { sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';
import { openAlarms } from '../alarms/queries.ts';
import { fleetCounts } from './fleet.ts';

export const dashboardRoutes: Served[] = serve(dashboard, {
  summary: async (_, { db }) => {
    const f = await fleetCounts(db);
    const work = await sql<{ unprocessed: number; critical: number; open: number; uncertain: number }>`
      select a.unprocessed, a.critical,
        (select count(*) from command where state in ('queued', 'sent')) as open,
        (select count(*) from command where state = 'uncertain' and create_time > now() - interval '1 day') as uncertain
      from (select count(*) as unprocessed, count(*) filter (where severity = 'critical') as critical
              from alarm where ${sql.raw(openAlarms)}) a`.execute(db);
    const w = work.rows[0]!;
    return {
      devices: f.devices,
      lock: { unsealedLocked: f.ls0, unsealedOpen: f.ls1, sealedLocked: f.ls2, abnormal: f.ls3, initial: f.ls255 },
      connection: { online: f.online, sleeping: f.sleeping, late: f.late, offline: f.offline },
      alarms: { unprocessed: w.unprocessed, critical: w.critical },
      countedMsAgo: f.age,
      commands: { open: w.open, uncertain: w.uncertain },
    };
  },
});
