import { CALENDAR_ITEMS, meterCalendar } from '@plomb/contract/metering/calendar';
import { type RawBuilder, sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';

const DAY_ITEMS = 200;
/** People who have something to do: an organisation has some ten who verify. */
const PEOPLE = 100;

/** Everything that is due of meters that are not scrapped: which, when, and whose it is. */
const dues = (type: number | undefined): RawBuilder<unknown> => {
  const among = type === undefined ? sql`true` : sql`m.type_id = ${type}`;
  return sql`(select m.id as meter_id, 'verification' as kind, m.due_date as day, m.verifier_id as operator_id, m.meter_name, m.station, m.type_id
      from meter m where m.state <> 'scrapped' and m.due_date is not null and ${among}
    union all select m.id, 'inspection', m.next_inspection, m.inspector_id, m.meter_name, m.station, m.type_id
      from meter m where m.state <> 'scrapped' and m.next_inspection is not null and ${among})`;
};
const item = sql`jsonb_build_object('meter_id', d.meter_id, 'meter_name', d.meter_name, 'station', d.station, 'type_name', t.type_name,
  'kind', d.kind, 'day', d.day)`;

export const calendarRoutes = ({ capacity }: { capacity(): number }): Served[] =>
  serve(meterCalendar, {
    month: async ({ from, to, today, timeZone, type_id }, { db }) => {
      const done = type_id === undefined ? sql`true` : sql`m.type_id = ${type_id}`;
      const { rows: days } = await sql<never>`
        with d as ${dues(type_id)}
        select s.day::date as day,
          (select count(*)::int from d where d.day = s.day and d.day >= ${today}::date and d.kind = 'verification') as verifications,
          (select count(*)::int from d where d.day = s.day and d.day >= ${today}::date and d.kind = 'inspection') as inspections,
          (select count(*)::int from d where d.day = s.day and d.day < ${today}::date) as overdue,
          (select count(*)::int from meter_verification v join meter m on m.id = v.meter_id and ${done} where v.verify_date = s.day) as verified,
          (select count(*)::int from meter_inspection x join meter m on m.id = x.meter_id and ${done}
            where x.at >= s.day::timestamp at time zone ${timeZone} and x.at < (s.day + 1)::timestamp at time zone ${timeZone}) as inspected
        from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date) s(day) order by s.day`.execute(
        db,
      );
      const { rows: people } = await sql<never>`
        with d as ${dues(type_id)},
          n as (select d.*, row_number() over (partition by d.operator_id order by d.day, d.meter_name, d.meter_id) as nth,
            ${today}::date + (7 - extract(isodow from ${today}::date)::int) as week_end from d
            where d.day <= ${today}::date + 14)
        select d.operator_id, coalesce(p.oper_name, '') as oper_name,
          count(*) filter (where d.day < ${today}::date)::int as overdue,
          count(*) filter (where d.day <= d.week_end)::int as week,
          coalesce(jsonb_agg(${item} order by d.nth) filter (where d.nth <= ${CALENDAR_ITEMS}), '[]') as items,
          greatest(0, count(*) - ${CALENDAR_ITEMS})::int as more
        from n d join meter_type t on t.id = d.type_id left join operator p on p.id = d.operator_id
        group by d.operator_id, p.oper_name order by overdue desc, week desc, p.oper_name nulls last limit ${PEOPLE}`.execute(
        db,
      );
      const { rows: sum } = await sql<{ n: number }>`
        select count(*)::int as n from ${dues(type_id)} d where d.day < ${today}::date`.execute(db);
      return { days, people, overdue: sum[0]!.n, capacity: capacity() };
    },
    day: async ({ day, type_id }, { db }) => {
      const { rows } = await sql<never>`
        select d.meter_id, d.meter_name, d.station, t.type_name, d.kind, d.day, coalesce(p.oper_name, '') as oper_name
        from ${dues(type_id)} d join meter_type t on t.id = d.type_id left join operator p on p.id = d.operator_id
        where d.day = ${day}::date order by d.kind desc, d.meter_name, d.meter_id limit ${DAY_ITEMS + 1}`.execute(db);
      return { rows: rows.slice(0, DAY_ITEMS), more: rows.length > DAY_ITEMS };
    },
  });
