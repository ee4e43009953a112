import { CALENDAR_ITEMS, meterCalendar } from '@plomb/contract/metering/calendar';
import { type RawBuilder, sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';
import { todayOf } from './meters.ts';

const DAY_ITEMS = 200;
/** People who have something to do: an organisation has some ten who verify. */
const PEOPLE = 100;

/** Everything that is due of meters that are not scrapped: which, when, and whose it is. */
const dues = (
  type: number | undefined,
  when: (day: RawBuilder<unknown>) => RawBuilder<unknown>,
  whose: (person: RawBuilder<unknown>) => RawBuilder<unknown> = () => sql`true`,
): RawBuilder<unknown> => {
  const ofType = type === undefined ? sql`true` : sql`m.type_id = ${type}`;
  const among = (person: RawBuilder<unknown>) => sql`${ofType} and ${whose(person)}`;
  return sql`(select m.id as meter_id, 'verification' as kind, m.due_date as day, m.verifier_id as operator_id, m.meter_name, m.station, m.type_id, m.org_id
      from meter m where m.state <> 'scrapped' and ${when(sql`m.due_date`)} and ${among(sql`m.verifier_id`)}
    union all select m.id, 'inspection', m.next_inspection, m.inspector_id, m.meter_name, m.station, m.type_id, m.org_id
      from meter m where m.state <> 'scrapped' and ${when(sql`m.next_inspection`)} and ${among(sql`m.inspector_id`)})`;
};
/** Each organisation in sight with its own day: a day that is over there is over, wherever one looks from. */
const days = sql`(select id, time_zone, day_in(time_zone) as today from organisation)`;
const item = sql`jsonb_build_object('meter_id', d.meter_id, 'meter_name', d.meter_name, 'station', d.station, 'type_name', t.type_name,
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
          due as (select d.day, sum(d.n) filter (where d.day >= z.today and d.kind = 'verification') as verifications,
              sum(d.n) filter (where d.day >= z.today and d.kind = 'inspection') as inspections, sum(d.n) filter (where d.day < z.today) as overdue
            from (select org_id, day, kind, count(*) as n from ${dues(type_id, (day) => sql`${day} between ${from}::date and ${to}::date`)} d
              group by org_id, day, kind) d join z on z.id = d.org_id group by d.day),
          verified as (select v.verify_date as day, count(*) as n from meter_verification v ${ofMeter('v.meter_id')}
            where v.verify_date between ${from}::date and ${to}::date group by v.verify_date),
          inspected as (select (x.at at time zone z.time_zone)::date as day, count(*) as n from meter_inspection x join z on z.id = x.org_id
              ${ofMeter('x.meter_id')}
            where x.at >= ${from}::date - interval '1 day' and x.at < ${to}::date + interval '2 days' group by 1)
        select s.day::date as day, coalesce(d.verifications, 0)::int as verifications, coalesce(d.inspections, 0)::int as inspections,
          coalesce(d.overdue, 0)::int as overdue, coalesce(v.n, 0)::int as verified, coalesce(x.n, 0)::int as inspected
        from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date) s(day)
          left join due d on d.day = s.day left join verified v on v.day = s.day left join inspected x on x.day = s.day order by s.day`.execute(
        db,
      );
      const until = (day: RawBuilder<unknown>) => sql`${day} <= ${today}::date + 15`;
      const { rows: people } = await sql<never>`
        with z as materialized ${days},
          n as (select d.operator_id, d.org_id, d.day, count(*) as n from ${dues(type_id, until)} d group by d.operator_id, d.org_id, d.day),
          sums as (select n.operator_id, coalesce(sum(n.n) filter (where n.day < z.today), 0)::int as overdue,
              coalesce(sum(n.n) filter (where n.day <= z.today + (7 - extract(isodow from z.today)::int)), 0)::int as week, sum(n.n)::int as count
            from n join z on z.id = n.org_id where n.day <= z.today + 14 group by n.operator_id)
        select s.operator_id, s.oper_name, s.overdue, s.week, i.items, greatest(0, s.count - ${CALENDAR_ITEMS}) as more
        from (select s.*, coalesce(p.oper_name, '') as oper_name from sums s left join operator p on p.id = s.operator_id
            order by s.overdue desc, s.week desc, p.oper_name nulls last limit ${PEOPLE}) s
          cross join lateral (select coalesce(jsonb_agg(${item} order by d.day, d.meter_name, d.meter_id), '[]') as items
            from (select d.* from (select * from ${dues(type_id, until, (person) => sql`${person} = s.operator_id`)} d
                union all select * from ${dues(type_id, until, (person) => sql`s.operator_id is null and ${person} is null`)} d) d
              join z on z.id = d.org_id where d.day <= z.today + 14 order by d.day, d.meter_name, d.meter_id limit ${CALENDAR_ITEMS}) d
              join meter_type t on t.id = d.type_id) i
        order by s.overdue desc, s.week desc, nullif(s.oper_name, '') nulls last`.execute(db);
      const { rows: sum } = await sql<{ n: number }>`
        with z as materialized ${days}
        select count(*)::int as n from ${dues(type_id, (day) => sql`${day} <= ${today}::date + 1`)} d join z on z.id = d.org_id
        where d.day < z.today`.execute(db);
      return { days: shown, people, today, overdue: sum[0]!.n, capacity: capacity() };
    },
    day: async ({ day, type_id }, { db }) => {
      const { rows } = await sql<never>`
        select d.meter_id, d.meter_name, d.station, t.type_name, d.kind, d.day, coalesce(p.oper_name, '') as oper_name
        from ${dues(type_id, (one) => sql`${one} = ${day}::date`)} d join meter_type t on t.id = d.type_id left join operator p on p.id = d.operator_id
        order by d.kind desc, d.meter_name, d.meter_id limit ${DAY_ITEMS + 1}`.execute(db);
      return { rows: rows.slice(0, DAY_ITEMS), more: rows.length > DAY_ITEMS };
    },
  });
