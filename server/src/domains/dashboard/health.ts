import type { dashboard } from '@plomb/contract/dashboard/dashboard';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { registry } from '../../platform/metrics.ts';
import { GONE_MS } from '../../platform/processes.ts';

type Health = NonNullable<z.output<typeof dashboard.health.output>>;

/** As /metrics says it, where this process stores reports. */
const reportsWaiting = async (): Promise<number | null> => {
  const found = await registry.getSingleMetric('plomb_ingest_reports')?.get();
  return found?.values.find(({ labels }) => labels.outcome === 'pending')?.value ?? null;
};

interface Row {
  roles: Health['processes'];
  connected: number;
  bytes: number;
  waiting: number;
  due_time: string | null;
  failed: number;
  jobs: number;
}

/** How the product fares, of all its processes, as they and the work that waits stand in the database. */
export const healthOf = async (platform: Pool): Promise<Health> => {
  const asked = performance.now();
  await platform.query('select 1');
  const answered = performance.now();
  const { rows } = await platform.query<Row>(
    `select (select jsonb_object_agg(name, (select count(*) from process
         where name = any(roles) and seen_time > now() - $1 * interval '1 ms')) from unnest(array['api', 'gateway', 'ingest', 'jobs']) name) as roles,
       (select count(*) from device_connection where connected) as connected,
       pg_database_size(current_database()) as bytes, m.waiting, m.due_time,
       (select count(*) from message where end_time is not null and state = 'failed'
         and create_time > now() - interval '1 day') as failed,
       (select count(*) from job where state in ('queued', 'running')) as jobs
     from (select count(*) as waiting, to_char(min(next_time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as due_time
       from message where end_time is null) m`,
    [GONE_MS],
  );
  const { roles, connected, bytes, waiting, due_time, failed, jobs } = rows[0]!;
  return {
    processes: roles,
    connected,
    reports_waiting: await reportsWaiting(),
    database_ms: answered - asked,
    database_bytes: bytes,
    messages: { waiting, due_time, failed },
    jobs,
  };
};
