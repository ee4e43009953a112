import { meterSeals } from '@plomb/contract/metering/sealRecords';
import { type RawBuilder, sql } from 'kysely';
import { cursor, matches } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

const columns = sql`s.id, s.seal_id, s.number, s.medium, s.operation, s.outcome, s.refusal, s.alarm, s.at, s.create_time, s.late, s.oper_name,
  s.org_name, s.object, s.abnormal_kind, s.reason, s.witness, s.lat, s.lon, s.accuracy, s.metres, s.photos, m.id as meter_id, m.meter_name,
  m.station, p.point_name, coalesce((select 'WO-' || w.id from meter_work_order w where w.meter_id = m.id and w.open_time <= s.at
    and s.at <= coalesce(w.close_time, w.cancel_time, 'infinity') order by w.id desc limit 1), '') as work_number`;
const from = sql`from seal_operation s join seal_point p on p.id = s.thing_id join meter m on m.id = p.meter_id`;

interface Filter {
  meter_id?: number | undefined;
  operation?: number | undefined;
  outcome?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}
const where = (f: Filter): RawBuilder<unknown> => {
  const terms: RawBuilder<unknown>[] = [sql`s.thing = 'point'`];
  if (f.before) terms.push(sql`s.id < ${f.before}`);
  if (f.ids) terms.push(sql`s.id = any(${f.ids})`);
  if (f.meter_id)
    terms.push(sql`s.thing_id = any (array(select q.id from seal_point q where q.meter_id = ${f.meter_id}))`);
  if (f.operation !== undefined) terms.push(sql`s.operation = ${f.operation}`);
  if (f.outcome) terms.push(sql`s.outcome = ${f.outcome}`);
  if (f.from) terms.push(sql`s.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`s.create_time <= ${f.to}`);
  if (f.keyword)
    terms.push(sql`(${matches(sql`s.number`, f.keyword)} or ${matches(sql`s.oper_name`, f.keyword)}
      or ${matches(sql`m.meter_name`, f.keyword)} or ${matches(sql`m.station`, f.keyword)})`);
  return sql`where ${sql.join(terms, sql` and `)}`;
};

/** Operations on the seals of meters, also those that were refused. */
export const sealRecordRoutes: Served[] = serve(meterSeals, {
  list: async (input, { db }) => {
    const { rows } = await sql<never>`
      select ${columns} ${from} ${where(input)} order by s.id desc limit ${input.size + 1}`.execute(db);
    return { rows: rows.slice(0, input.size), more: rows.length > input.size };
  },
  detail: async ({ id }, { db }) => {
    const { rows } = await sql<never>`select ${columns} ${from} where s.thing = 'point' and s.id = ${id}`.execute(db);
    if (!rows[0]) throw new Refusal('notFound');
    return rows[0];
  },
  export: (input, ctx) => cursor(ctx, sql`select ${columns} ${from} ${where(input as Filter)} order by s.id desc`),
});
