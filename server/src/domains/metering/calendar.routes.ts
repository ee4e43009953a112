import type { OutputOf } from '@plomb/contract/kit/call';
import { CALENDAR_ITEMS, meterCalendar } from '@plomb/contract/metering/calendar';
import { type RawBuilder, sql } from 'kysely';
import { type Served, serve } from '../../platform/serve.ts';
import { todayOf } from './meters.ts';

type Month = OutputOf<typeof meterCalendar.month>;
type Person = Month['people'][number] & { of_all: number };

const DAY_ITEMS = 200;
/** People who have something to do: an organisation has some ten who verify. */
const PEOPLE = 100;

/** A day that it is somewhere in sight now, and where: the world has two or three at a time. */
interface Today {
  today: string;
  orgs: number[];
}
const isThere = ({ orgs }: Today, days: readonly Today[]): RawBuilder<unknown> =>
  days.length === 1 ? sql`true` : sql`m.org_id = any(${orgs})`;
/** The same of each such day, which is that of a part of the meters. */
const ofEach = (days: readonly Today[], one: (day: Today) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(days.map(one), sql` union all `);
/** Everything that is due of meters that are not scrapped: which, when, and whose it is. Of all types, an index has it all but names. */
const dues = (
  type: number | undefined,
  when: (day: RawBuilder<unknown>, whose: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const ofType = type === undefined ? sql`true` : sql`m.type_id = ${type}`;
  const [due, next] = [sql`m.due_date`, sql`m.next_inspection`];
  const [verifier, inspector] = [sql`m.verifier_id`, sql`m.inspector_id`];
  return sql`(select m.id as meter_id, 'verification' as kind, ${due} as day, ${verifier} as operator_id, m.meter_name, m.station, m.type_id
      from meter m where m.state <> 'scrapped' and ${when(due, verifier)} and ${ofType}
    union all select m.id, 'inspection', ${next}, ${inspector}, m.meter_name, m.station, m.type_id
      from meter m where m.state <> 'scrapped' and ${when(next, inspector)} and ${ofType})`;
};
const item = sql`jsonb_build_object('meter_id', d.meter_id, 'meter_name', d.meter_name, 'station', d.station, 'type_name', t.type_name,
  'kind', d.kind, 'day', d.day)`;

export const calendarRoutes = ({ capacity }: { capacity(): number }): Served[] =>
  serve(meterCalendar, {
    month: async ({ from, to, type_id }, ctx) => {
      const { db, operator } = ctx;
      const today = await todayOf(operator.orgId, ctx);
      // those of a type once, and not each meter looked up
      const isOfType = (meter: string) =>
        type_id === undefined
          ? sql`true`
          : sql`(${sql.ref(meter)} in (select m.id from meter m where m.type_id = ${type_id})) is true`;
      // a day that is over where a meter is is over, wherever one looks from
      const { rows: todays } = await sql<Today>`
        select day_in(time_zone)::text as today, array_agg(id) as orgs from organisation group by 1 order by 1`.execute(
        db,
      );
      const counted = (one: Today) => sql`
        select day, kind, count(*) as n, day < ${one.today}::date as late
        from ${dues(type_id, (day) => sql`${day} between ${from}::date and ${to}::date and ${isThere(one, todays)}`)} d group by day, kind`;
      const { rows: shown } = await sql<never>`
        with z as materialized (select id, time_zone from organisation),
          s as (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day),
          due as (select day, sum(n) filter (where not late and kind = 'verification') as verifications,
              sum(n) filter (where not late and kind = 'inspection') as inspections, sum(n) filter (where late) as overdue
            from (${ofEach(todays, counted)}) d group by day),
          verified as (select v.verify_date as day, count(*) as n from meter_verification v
            where v.verify_date between ${from}::date and ${to}::date and ${isOfType('v.meter_id')} group by v.verify_date),
          inspected as (select s.day, sum(c.n) as n from z cross join s
            cross join lateral (select count(*) as n from meter_inspection x
              where x.org_id = z.id and ${isOfType('x.meter_id')} and x.at >= s.day::timestamp at time zone z.time_zone and x.at < (s.day + 1)::timestamp at time zone z.time_zone) c
            group by s.day)
        select s.day, coalesce(d.verifications, 0)::int as verifications, coalesce(d.inspections, 0)::int as inspections,
          coalesce(d.overdue, 0)::int as overdue, coalesce(v.n, 0)::int as verified, coalesce(x.n, 0)::int as inspected
        from s left join due d on d.day = s.day left join verified v on v.day = s.day left join inspected x on x.day = s.day order by s.day`.execute(
        db,
      );
      // of a hundred thousand meters half: they are counted by person and day, and of the few that are shown so many are read as are named
      const ahead = ({ today }: Today) => sql`${today}::date + 14`;
      const counts = (one: Today) => sql`
        select who, day, n, case when day < ${one.today}::date then n else 0 end as late,
          case when day <= ${one.today}::date + (7 - extract(isodow from ${one.today}::date)::int) then n else 0 end as soon
        from (select coalesce(operator_id, 0) as who, day, count(*) as n
          from ${dues(type_id, (day) => sql`${day} <= ${ahead(one)} and ${isThere(one, todays)}`)} d group by 1, 2) d`;
      const ofPerson = (one: Today) => {
        const until = (day: RawBuilder<unknown>) =>
          sql`${day} <= least(l.day, ${ahead(one)}) and ${isThere(one, todays)}`;
        const own = sql`select * from ${dues(undefined, (day, whose) => sql`${whose} = l.who and ${until(day)}`)} d
          union all select * from ${dues(undefined, (day, whose) => sql`l.who = 0 and ${whose} is null and ${until(day)}`)} d`;
        // what is due of a person is less than there is of a type
        return type_id === undefined ? own : sql`select * from (${own} offset 0) d where d.type_id = ${type_id}`;
      };
      const { rows: people } = await sql<Person>`
        with due as materialized (${ofEach(todays, counts)}),
          sums as materialized (select who, sum(late)::int as overdue, sum(soon)::int as week, sum(n)::int as count from due group by who),
          shown as materialized (select s.*, coalesce(p.oper_name, '') as oper_name from sums s left join operator p on p.id = s.who
            order by s.overdue desc, s.week desc, p.oper_name nulls last limit ${PEOPLE}),
          lasts as materialized (select who, max(day) as day from (select who, day, sum(n) over (partition by who order by day range unbounded preceding exclude group) as before
              from due where who in (select who from shown)) b where coalesce(before, 0) < ${CALENDAR_ITEMS} group by who),
          named as materialized (select l.who, ${item} as item,
              row_number() over (partition by l.who order by d.day, d.meter_name, d.meter_id, d.kind) as nth
            from lasts l cross join lateral (${ofEach(todays, ofPerson)}) d join meter_type t on t.id = d.type_id)
        select nullif(s.who, 0) as operator_id, s.oper_name, s.overdue, s.week, greatest(0, s.count - ${CALENDAR_ITEMS}) as more,
          coalesce((select jsonb_agg(n.item order by n.nth) from named n where n.who = s.who and n.nth <= ${CALENDAR_ITEMS}), '[]') as items,
          (select sum(overdue)::int from sums) as of_all
        from shown s order by s.overdue desc, s.week desc, nullif(s.oper_name, '') nulls last`.execute(db);
      return {
        days: shown,
        people: people.map(({ of_all: _, ...person }) => person),
        ...{ today, overdue: people[0]?.of_all ?? 0, capacity: capacity() },
      };
    },
    day: async ({ day, type_id }, { db }) => {
      const { rows } = await sql<never>`
        select d.meter_id, d.meter_name, d.station, t.type_name, d.kind, d.day, d.operator_id, coalesce(p.oper_name, '') as oper_name
        from ${dues(type_id, (one) => sql`${one} = ${day}::date`)} d join meter_type t on t.id = d.type_id
          left join operator p on p.id = d.operator_id
        order by d.kind desc, d.meter_name, d.meter_id limit ${DAY_ITEMS + 1}`.execute(db);
      return { rows: rows.slice(0, DAY_ITEMS), more: rows.length > DAY_ITEMS };
    },
  });
