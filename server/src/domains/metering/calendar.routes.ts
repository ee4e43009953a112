import { CALENDAR_ITEMS, meterCalendar } from '@plomb/contract/metering/calendar';
import { type RawBuilder, sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';
import { todayOf } from './meters.ts';

const DAY_ITEMS = 200;
/** People who have something to do: an organisation has some ten who verify. */
const PEOPLE = 100;

/** Everything that is due of meters that are not scrapped: which, when, and whose it is. Of all types, an index has it all. */
const dues = (
  type: number | undefined,
  when: (day: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ofType = type === undefined ? sql`true` : sql`m.type_id = ${type}`;
  return sql`(select m.id as meter_id, 'verification' as kind, m.due_date as day, m.verifier_id as operator_id, m.org_id
      from meter m where m.state <> 'scrapped' and ${when(sql`m.due_date`)} and ${ofType}
    union all select m.id, 'inspection', m.next_inspection, m.inspector_id, m.org_id
      from meter m where m.state <> 'scrapped' and ${when(sql`m.next_inspection`)} and ${ofType})`;
};
/** Each organisation in sight with its own day: a day that is over there is over, wherever one looks from. */
const days = sql`(select id, time_zone, today, today + 14 as ahead, today + (7 - extract(isodow from today)::int) as sunday
  from (select id, time_zone, day_in(time_zone) as today from organisation) o)`;
const item = sql`jsonb_build_object('meter_id', d.meter_id, 'meter_name', m.meter_name, 'station', m.station, 'type_name', t.type_name,
  'kind', d.kind, 'day', d.day)`;

export const calendarRoutes = ({ capacity }: { capacity(): number }): Served[] =>
  serve(meterCalendar, {
    month: async ({ from, to, type_id }, ctx) => {
      const { db, operator } = ctx;
      const today = await todayOf(operator.orgId, ctx);
      const ofMeter = (meter: string) =>
        type_id === undefined ? sql`` : sql`join meter m on m.id = ${sql.ref(meter)} and m.type_id = ${type_id}`;
      const { rows: shown } = await sql<never>`
        with z as materialized ${days},
          s as (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day),
          due as (select d.day, sum(d.n) filter (where d.day >= z.today and d.kind = 'verification') as verifications,
              sum(d.n) filter (where d.day >= z.today and d.kind = 'inspection') as inspections, sum(d.n) filter (where d.day < z.today) as overdue
            from (select org_id, day, kind, count(*) as n from ${dues(type_id, (day) => sql`${day} between ${from}::date and ${to}::date`)} d
              group by org_id, day, kind) d join z on z.id = d.org_id group by d.day),
          verified as (select v.verify_date as day, count(*) as n from meter_verification v ${ofMeter('v.meter_id')}
            where v.verify_date between ${from}::date and ${to}::date group by v.verify_date),
          inspected as (select s.day, sum(c.n) as n from z cross join s
            cross join lateral (select count(*) as n from meter_inspection x ${ofMeter('x.meter_id')}
              where x.org_id = z.id and x.at >= s.day::timestamp at time zone z.time_zone and x.at < (s.day + 1)::timestamp at time zone z.time_zone) c
            group by s.day)
        select s.day, coalesce(d.verifications, 0)::int as verifications, coalesce(d.inspections, 0)::int as inspections,
          coalesce(d.overdue, 0)::int as overdue, coalesce(v.n, 0)::int as verified, coalesce(x.n, 0)::int as inspected
        from s left join due d on d.day = s.day left join verified v on v.day = s.day left join inspected x on x.day = s.day order by s.day`.execute(
        db,
      );
      const until = (day: RawBuilder<unknown>) => sql`${day} <= ${today}::date + 15`;
      // names are read of the few that are shown; on the way there are numbers alone, of a hundred thousand meters half
      const { rows: people } = await sql<never>`
        with z as materialized ${days},
          d as materialized (select d.meter_id, d.kind, d.day, coalesce(d.operator_id, 0) as who, d.day < z.today as late, d.day <= z.sunday as soon
            from ${dues(type_id, until)} d join z on z.id = d.org_id where d.day <= z.ahead),
          sums as (select who, (count(*) filter (where late))::int as overdue, (count(*) filter (where soon))::int as week, count(*)::int as count
            from d group by who),
          shown as materialized (select s.*, coalesce(p.oper_name, '') as oper_name from sums s left join operator p on p.id = s.who
            order by s.overdue desc, s.week desc, p.oper_name nulls last limit ${PEOPLE}),
          soonest as materialized (select d.*, rank() over (partition by d.who order by d.day) as nth from d join shown on shown.who = d.who),
          named as materialized (select d.who, ${item} as item,
              row_number() over (partition by d.who order by d.day, m.meter_name, d.meter_id, d.kind) as nth
            from soonest d join meter m on m.id = d.meter_id join meter_type t on t.id = m.type_id where d.nth <= ${CALENDAR_ITEMS})
        select nullif(s.who, 0) as operator_id, s.oper_name, s.overdue, s.week, greatest(0, s.count - ${CALENDAR_ITEMS}) as more,
          coalesce((select jsonb_agg(n.item order by n.nth) from named n where n.who = s.who and n.nth <= ${CALENDAR_ITEMS}), '[]') as items
        from shown s order by s.overdue desc, s.week desc, nullif(s.oper_name, '') nulls last`.execute(db);
      const { rows: sum } = await sql<{ n: number }>`
        with z as materialized ${days}
        select count(*)::int as n from ${dues(type_id, (day) => sql`${day} <= ${today}::date + 1`)} d join z on z.id = d.org_id
        where d.day < z.today`.execute(db);
      return { days: shown, people, today, overdue: sum[0]!.n, capacity: capacity() };
    },
    day: async ({ day, type_id }, { db }) => {
      const { rows } = await sql<never>`
        select d.meter_id, m.meter_name, m.station, t.type_name, d.kind, d.day, coalesce(p.oper_name, '') as oper_name
        from ${dues(type_id, (one) => sql`${one} = ${day}::date`)} d join meter m on m.id = d.meter_id join meter_type t on t.id = m.type_id
          left join operator p on p.id = d.operator_id
        order by d.kind desc, m.meter_name, d.meter_id limit ${DAY_ITEMS + 1}`.execute(db);
      return { rows: rows.slice(0, DAY_ITEMS), more: rows.length > DAY_ITEMS };
    },
  });
