import { dashboard } from '@plomb/contract/dashboard';
import { sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';

interface Counts {
  devices: number;
  ls0: number;
  ls1: number;
  ls2: number;
  ls3: number;
  ls255: number;
  online: number;
  sleeping: number;
  late: number;
  offline: number;
}

export const dashboardRoutes: Served[] = serve(dashboard, {
  summary: async (_, { db }) => {
    const fleet = await sql<Counts>`
      select count(*) as devices,
        count(*) filter (where lock_status = 0) as ls0, count(*) filter (where lock_status = 1) as ls1,
        count(*) filter (where lock_status = 2) as ls2, count(*) filter (where lock_status = 3) as ls3,
        count(*) filter (where lock_status = 255) as ls255,
        count(*) filter (where connection = 'online') as online, count(*) filter (where connection = 'sleeping') as sleeping,
        count(*) filter (where connection = 'late') as late, count(*) filter (where connection = 'offline') as offline
      from (select s.lock_status, connection_of(c.connected, greatest(s.receive_time, c.seen_time), t.report_interval, t.sleep_interval) as connection
              from device d join device_type t on t.id = d.device_type_id
                join device_state s on s.device_id = d.id join device_connection c on c.device_id = d.id
             where d.status = 1) f`.execute(db);
    const work = await sql<{ unprocessed: number; critical: number; open: number; uncertain: number }>`
      select (select count(*) from alarm where process_time is null) as unprocessed,
        (select count(*) from alarm where process_time is null and severity = 'critical') as critical,
        (select count(*) from command where state in ('queued', 'sent')) as open,
        (select count(*) from command where state = 'uncertain' and create_time > now() - interval '1 day') as uncertain
      `.execute(db);
    const f = fleet.rows[0] as Counts;
    const w = work.rows[0]!;
    return {
      devices: f.devices,
      lock: { unsealedLocked: f.ls0, unsealedOpen: f.ls1, sealedLocked: f.ls2, abnormal: f.ls3, initial: f.ls255 },
      connection: { online: f.online, sleeping: f.sleeping, late: f.late, offline: f.offline },
      alarms: { unprocessed: w.unprocessed, critical: w.critical },
      commands: { open: w.open, uncertain: w.uncertain },
    };
  },
});
