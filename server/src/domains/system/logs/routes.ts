import { type OperationLog, operationLogs } from '@plomb/contract/logs';
import { sql } from 'kysely';
import { contains } from '../../../platform/crud.ts';
import { type Served, serve } from '../../../platform/serve.ts';

export const operationLogRoutes: Served[] = serve(operationLogs, {
  list: async (f, { db, lang }) => {
    const like = contains(f.keyword ?? '');
    const title = sql.ref(lang === 'zh' ? 'l.title_zh' : 'l.title_en');
    const { rows } = await sql<OperationLog>`
      select l.id, ${title} as title, l.instruct, l.business_type, l.request_method, l.operate_name, o.org_name,
        l.operate_url, l.operate_address, l.request_body, l.request_param, l.response_body, l.success, l.error_msg,
        l.cost_ms, l.create_time
      from operation_log l join organisation o on o.id = l.org_id
      where (${f.before ?? null}::bigint is null or l.id < ${f.before ?? null})
        and (${f.from ?? null}::timestamptz is null or l.create_time >= ${f.from ?? null})
        and (${f.to ?? null}::timestamptz is null or l.create_time <= ${f.to ?? null})
        and (${f.business_type ?? null}::text is null or l.business_type = ${f.business_type ?? null})
        and (${f.success ?? null}::boolean is null or l.success = ${f.success ?? null})
        and (${f.operate_name ?? ''} = '' or l.operate_name ilike ${contains(f.operate_name ?? '')})
        and (${f.keyword ?? ''} = '' or l.instruct ilike ${like} or l.request_body ilike ${like} or ${title} ilike ${like})
      order by l.id desc limit ${f.size + 1}`.execute(db);
    return { rows: rows.slice(0, f.size), more: rows.length > f.size };
  },
});
