import { type MyDevice, myDevices } from '@plomb/contract/personal/myDevices';
import { sql } from 'kysely';
import { connection, fresh, wordTime } from '../../lock/state.ts';
import { matches } from '../../platform/crud.ts';
import { type Served, serve } from '../../platform/serve.ts';

/** Used, sealing, opening: with whoever received it, until it goes on to somebody else. */
const withReceiver = sql.raw('(4, 6, 7)');
const onwards = sql.raw("('issue', 'receive', 'return', 'recycle', 'transfer')");

export const myDeviceRoutes: Served[] = serve(myDevices, {
  list: async ({ held, keyword, before, size }, { db, operator }) => {
    const { grants } = operator;
    const of = { lock: grants.has('device:list') || grants.has('map:list'), place: grants.has('map:list') };
    const { rows } = await sql<MyDevice>`
      with mine as (
        select i.id, 'issued' as held, i.issue_time as since, 1 as rank from issued_to(${operator.id}) i
        union all
        select l.device_id, 'management', l.enter_time, 2 from management_lease l
          where l.operator_id = ${operator.id} and l.end_time is null and l.until_time > now()
        union all
        select c.device_id, 'received', c.at, 3 from custody c join device d on d.id = c.device_id
          where c.step = 'receive' and c.operator_id = ${operator.id} and d.stock_status in ${withReceiver}
            and d.retired_time is null and not exists (
              select from custody o where o.device_id = c.device_id and o.id > c.id and o.step in ${onwards})),
      held as (select distinct on (id) * from mine order by id, rank)
      select * from (
        select h.id, h.held, h.since, coalesce(d.sn, i.sn) as sn, coalesce(d.device_name, i.device_name) as device_name,
          coalesce(d.subject, '') as subject, coalesce(t.device_type, i.device_type) as device_type,
          coalesce(o.org_name, i.org_name) as org_name, coalesce(d.stock_status, i.stock_status) as stock_status,
          coalesce(d.device_state, i.device_state) as device_state, coalesce(d.lost, i.lost) as lost,
          d.id is not null and ${of.lock} as seen,
          case when ${of.lock} then t.family end as family, case when ${of.lock} then s.lock_status end as lock_status,
          coalesce(${of.lock} and d.status = 1 and d.retired_time is null and ${sql.raw(fresh)}, false) as fresh,
          case when ${of.lock} and d.id is not null then ${sql.raw(wordTime)} end as lock_time,
          case when ${of.lock} and d.status = 1 and d.retired_time is null then ${sql.raw(connection)} end as connection,
          case when ${of.place} then s.lon end as lon, case when ${of.place} then s.lat end as lat,
          case when ${of.place} then s.place_time end as place_time
        from held h left join device d on d.id = h.id left join issued_to(${operator.id}) i on i.id = h.id
          left join device_type t on t.id = d.device_type_id left join organisation o on o.id = d.org_id
          left join lock_state s on s.device_id = d.id left join device_connection c on c.device_id = d.id) r
      where ${held === undefined ? sql`true` : sql`r.held = ${held}`}
        and ${before === undefined ? sql`true` : sql`r.id < ${before}`}
        and ${keyword ? matches(sql`concat_ws(' ', r.sn, r.device_name, r.subject)`, keyword) : sql`true`}
      order by r.id desc limit ${size + 1}`.execute(db);
    return { rows: rows.slice(0, size), more: rows.length > size };
  },
});
