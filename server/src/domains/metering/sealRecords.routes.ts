import { meterSeals } from '@plomb/contract/metering/sealRecords';
import { type RawBuilder, sql } from 'kysely';
import { type Finder, type Finding, holdsWord, type Word } from '../../platform/finding.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { meterNamed } from './meters.ts';
import { recordsOf } from './records.ts';
import { isUnder } from './works.ts';

const columns = sql`s.id, s.seal_id, s.number, s.medium, s.operation, s.outcome, s.refusal, s.alarm, s.at, s.create_time, s.late, s.oper_name,
  s.org_name, s.object, s.abnormal_kind, s.reason, s.witness, s.lat, s.lon, s.accuracy, s.metres, s.photos, m.id as meter_id, m.meter_name,
  m.station, p.point_name, coalesce((select 'WO-' || w.id from meter_work_order w where w.meter_id = m.id and ${isUnder}
    order by w.id desc limit 1), '') as work_number`;
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
/** Of what is kept the object is not looked in. `meters`: which of them the keyword names, when they are few. */
const wordOf = (keyword: string, meters: number[] | null): Word => ({
  ...{ keyword, columns: ['number', 'oper_name'], isPart: true },
  about: meters
    ? sql`s.thing_id = any (array(select q.id from seal_point q where q.meter_id = any(${meters})))`
    : meterNamed(sql`(select q.meter_id from seal_point q where q.id = s.thing_id)`, keyword),
});
const termsOf = (f: Filter): RawBuilder<unknown>[] => {
  const terms: RawBuilder<unknown>[] = [sql`s.thing = 'point'`];
  if (f.before) terms.push(sql`s.id < ${f.before}`);
  if (f.ids) terms.push(sql`s.id = any(${f.ids})`);
  if (f.meter_id)
    terms.push(sql`s.thing_id = any (array(select q.id from seal_point q where q.meter_id = ${f.meter_id}))`);
  if (f.operation !== undefined) terms.push(sql`s.operation = ${f.operation}`);
  if (f.outcome) terms.push(sql`s.outcome = ${f.outcome}`);
  // said twice, for the index of it
  if (f.outcome && f.outcome !== 'done') terms.push(sql`s.outcome <> 'done'`);
  if (f.from) terms.push(sql`s.create_time >= ${f.from}`);
  if (f.to) terms.push(sql`s.create_time <= ${f.to}`);
  if (f.keyword) terms.push(holdsWord('s', wordOf(f.keyword, null)));
  return terms;
};
const finding = ({ operation, ...f }: Filter & { size: number }, meters: number[] | null): Finding => ({
  ...{
    table: 'seal_operation',
    as: 's',
    terms: termsOf({ ...f, before: undefined, keyword: undefined }),
    part: sql`s.thing = 'point'`,
    size: f.size,
    before: f.before,
  },
  ...{ by: f.from || f.to ? 'create_time' : undefined },
  ...(operation !== undefined && { each: { column: 'operation', type: 'smallint', values: [operation] } }),
  few: f.meter_id !== undefined,
  word: f.keyword ? wordOf(f.keyword, meters) : undefined,
});

/** Operations on the seals of meters, also those that were refused. */
export const sealRecordRoutes = ({ finder }: { finder: Finder }): Served[] =>
  serve(meterSeals, {
    ...recordsOf({ as: 's', columns, from, only: sql`s.thing = 'point'`, termsOf, finding }, finder),
  });
