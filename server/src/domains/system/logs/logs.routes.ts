import { refusalIn } from '@plomb/contract/refusalWords';
import { type OperationLog, operationLogs } from '@plomb/contract/system/logs/logs';
import { type RawBuilder, sql } from 'kysely';
import { contains, cursor, matches } from '../../../platform/crud.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type FileRows, type Served, serve } from '../../../platform/serve.ts';

interface Filter {
  from?: string | undefined;
  to?: string | undefined;
  operate_name?: string | undefined;
  business_type?: string | undefined;
  success?: boolean | undefined;
  device_id?: number | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
type Lang = 'zh' | 'en';

/** Who did it. When nobody was known it is the name that was typed. */
const name = sql`coalesce(nullif(l.operate_name, ''), l.typed_name)`;

const title = (lang: Lang) => sql.ref(`l.title_${lang}`);
/** Of a row of before, or of names alone, there is one sentence for all. */
const sentence = (lang: Lang) => (lang === 'en' ? sql`coalesce(l.instruct_en, l.instruct)` : sql`l.instruct`);
const line = (
  lang: Lang,
) => sql`l.id, ${title(lang)} as title, ${sentence(lang)} as instruct, l.business_type, l.request_method,
  ${name} as operate_name, coalesce(who.login_name, '') as login_name, coalesce(o.org_name, '') as org_name, l.operate_url, l.operate_address, l.success, l.error_msg,
  l.cost_ms, l.create_time`;
const bodies = sql`l.request_body, l.request_param, l.response_body`;
/** left: nobody was signed in */
const from = sql`from operation_log l left join organisation o on o.id = l.org_id
  left join operator who on who.id = l.operator_id`;

const where = (f: Filter): RawBuilder<unknown> => {
  const terms = [sql`true`];
  if (f.before) terms.push(sql`l.id < ${f.before}`);
  if (f.ids) terms.push(sql`l.id = any(${f.ids})`);
  if (f.from) terms.push(sql`l.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`l.create_time <= ${f.to}`);
  if (f.business_type) terms.push(sql`l.business_type = ${f.business_type}`);
  if (f.success !== undefined) terms.push(sql`l.success = ${f.success}`);
  if (f.device_id) terms.push(sql`l.id in (select log_id from operation_device where device_id = ${f.device_id})`);
  if (f.operate_name) terms.push(matches(name, f.operate_name));
  if (f.keyword)
    terms.push(sql`concat_ws(e'\n', l.title_zh, l.title_en, l.instruct, l.instruct_en, ${name}, l.operate_url, l.operate_address, l.error_msg,
      l.request_body, l.response_body, l.request_id) ilike ${contains(f.keyword)}`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

/** A refusal is kept as it was uttered. */
const told = <R extends { error_msg: string }>(row: R, lang: Lang): R => ({
  ...row,
  error_msg: refusalIn(row.error_msg, lang),
});

export const operationLogRoutes: Served[] = serve(operationLogs, {
  list: async (f, { db, lang }) => {
    const { rows } = await sql<OperationLog>`
      select ${line(lang)} ${from} ${where(f)} order by l.id desc limit ${f.size + 1}`.execute(db);
    return { rows: rows.slice(0, f.size).map((row) => told(row, lang)), more: rows.length > f.size };
  },
  detail: async ({ id }, { db, lang }) => {
    const { rows } = await sql<OperationLog>`
      select ${line(lang)}, ${bodies}, l.request_id, l.changes ${from} where l.id = ${id}`.execute(db);
    if (!rows[0]) throw new Refusal('notFound');
    const { rows: devices } = await sql<{ id: number; sn: string; device_name: string; device_count: number }>`
      select d.id, d.sn, d.device_name, count(*) over ()::int as device_count
      from operation_device x join device d on d.id = x.device_id where x.log_id = ${id} order by d.sn limit 20`.execute(
      db,
    );
    return {
      ...told(rows[0], lang),
      devices: devices.map(({ device_count: _, ...device }) => device),
      device_count: devices[0]?.device_count ?? 0,
    };
  },
  export: async function* (f, ctx): FileRows {
    const rows = cursor(ctx, sql`select ${line(ctx.lang)}, ${bodies} ${from} ${where(f)} order by l.id desc`);
    for await (const part of rows) yield part.map((row) => told(row as unknown as OperationLog, ctx.lang));
  },
});
