import { REPORT_HOURS } from '@plomb/contract/dashboard/dashboard';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import type { Tables } from '../../platform/serve.ts';

/** Adds up what was counted since, by the one that does the jobs. Whoever reads meanwhile finds each report on one side or the other. */
export const addUpReports = async (platform: Pool): Promise<void> => {
  await platform.query(
    `with told as (delete from report_tally returning org_id, hour, reports)
     insert into report_hour (org_id, hour, reports) select org_id, hour, sum(reports) from told group by org_id, hour
     on conflict (hour, org_id) do update set reports = report_hour.reports + excluded.reports`,
  );
};

/** How many reports each of the last hours has of those in sight, the one that is under way being the last. */
export const reportHours = async (db: Kysely<Tables>) => {
  const { rows } = await sql<{ from: string | Date; reports: number }>`
    select h.from, coalesce(sum(n.reports), 0)::bigint as reports
    from generate_series(date_trunc('hour', now(), 'UTC') - make_interval(hours => ${REPORT_HOURS - 1}),
        now(), interval '1 hour') as h("from")
      left join (select hour, reports from report_hour union all select hour, reports from report_tally) n on n.hour = h.from
    group by h.from order by h.from`.execute(db);
  return rows.map(({ from, reports }) => ({ from: new Date(from).toISOString(), reports }));
};
