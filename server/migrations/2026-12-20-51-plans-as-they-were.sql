-- A patrol is of the plan as it was when it was due, and a look whose place nobody knows is of no stop (contract/src/logistics/verdict.ts; a test
-- holds that both say the same). See docs/decisions/0148-a-verdict-read-a-second-time.md.
create function patrol_stops(batch bigint) returns table (id text, stop jsonb, planned timestamptz, nth bigint)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with due as (
    select distinct on (x.stop ->> 'id') x.stop, x.nth
    from logistics_batch b join batch_amendment a on a.batch_id = b.id and a.at >= date_trunc('milliseconds', b.transit_time) and a.before ? 'stops'
      cross join lateral jsonb_array_elements(a.before -> 'stops') with ordinality x(stop, nth)
    where b.id = batch and (x.stop ->> 'patrol')::boolean and (x.stop ->> 'plan_time')::timestamptz <= a.at
    order by x.stop ->> 'id', a.at, a.id)
  select s.stop ->> 'id', s.stop, (s.stop ->> 'plan_time')::timestamptz, s.nth from (
    select x.stop, x.nth from logistics_batch b cross join lateral jsonb_array_elements(b.stops) with ordinality x(stop, nth)
     where b.id = batch and (x.stop ->> 'patrol')::boolean and not exists (select from due d where d.stop ->> 'id' = x.stop ->> 'id')
    union all select d.stop, d.nth from due d) s
$$;
create or replace function keep_patrols(batch bigint) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  b logistics_batch;
  look record;
  hit text;
  looks jsonb := '[]';
  seen text[] := '{}';
  of bigint;
begin
  select * into b from logistics_batch where id = batch for update;
  delete from batch_patrol where batch_id = batch;
  if b.transit_time is null then return; end if;
  for look in
    select s.at, s.position_id, s.operator_id, s.oper_name, s.lat, s.lon
    from batch_step s join batch_position p on p.id = s.position_id and p.nth is not null and p.medium <> 'lock'
    where s.batch_id = batch and s.step = 1 and s.lat is not null and s.lon is not null
      and date_trunc('milliseconds', s.at) >= date_trunc('milliseconds', b.transit_time)
    order by s.position_id, s.at, s.id
  loop
    if look.position_id is distinct from of then
      of := look.position_id;
      seen := '{}';
    end if;
    with around as (select s.*, bool_and(planned is not null) over () as timed from patrol_stops(batch) s
        where (b.end_time is null or planned is null or planned < b.end_time)
          and in_shape(null, (stop ->> 'lon')::float8, (stop ->> 'lat')::float8, (stop ->> 'radius')::float8, look.lon, look.lat))
    select id into hit from around
      order by case when timed then abs(extract(epoch from planned - look.at)) end, id = any (seen), planned nulls last, nth
      limit 1;
    -- the first of each is enough
    if hit is not null and not hit = any (seen) then
      seen := seen || hit;
      looks := looks || jsonb_build_object('at', look.at, 'position_id', look.position_id, 'operator_id', look.operator_id,
        'oper_name', look.oper_name, 'stop', hit);
    end if;
  end loop;
  insert into batch_patrol (batch_id, stop_id, org_id, address, lat, lon, due, done_at, operator_id, oper_name, seals, seen)
  with l as (select * from jsonb_to_recordset(looks)
      as l(at timestamptz, position_id bigint, operator_id bigint, oper_name text, stop text))
  select b.id, t.id, b.org_id, t.stop ->> 'address', (t.stop ->> 'lat')::float8, (t.stop ->> 'lon')::float8,
    date_trunc('milliseconds', case when t.planned is null then b.end_time when b.end_time is null or t.planned < b.end_time then t.planned end),
    min(l.at), (array_agg(l.operator_id order by l.at))[1], coalesce((array_agg(l.oper_name order by l.at))[1], ''),
    (select count(*) from batch_position p where p.batch_id = b.id and p.nth is not null and p.medium <> 'lock'), count(distinct l.position_id)
  from patrol_stops(batch) t left join l on l.stop = t.id
  group by t.id, t.stop, t.planned;
end $$;
-- what a plan was is known with its amendment, which follows the change
create function patrols_of_amendments() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_patrols(batch_id) from (select distinct batch_id from added where before ? 'stops' order by 1) a;
  return null;
end $$;
create trigger patrols_of_amendments after insert on batch_amendment referencing new table as added
  for each statement execute function patrols_of_amendments();
revoke execute on function patrol_stops(bigint), patrols_of_amendments() from public;
select keep_patrols(id) from logistics_batch b where transit_time is not null and (stops @> '[{"patrol": true}]'
  or exists (select from batch_amendment a where a.batch_id = b.id and a.before ? 'stops'));

-- What readers said of chips while they were on a batch, by the chips' own operations.
create function batch_readings(batch bigint, most integer)
returns table (at timestamptz, result smallint, "position" text, number text, step bigint, step_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.at, r.result, s.position, r.number, s.id, s.at
  from logistics_batch b join batch_step s on s.batch_id = b.id and s.step = 0 and s.source = 'operation' and s.seal_id is not null
    join rfid_record r on r.seal_id = s.seal_id and r.good and r.at between s.at and coalesce(b.end_time, now())
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[])
    and not exists (select from seal_operation o where o.seal_id = s.seal_id and o.outcome = 'done' and o.operation in (0, 2, 3)
      and o.at > s.at and o.at <= r.at)
  order by r.at, r.id limit most
$$;
comment on function batch_readings is 'outside of row-level security: a chip may be another''s by now';
revoke all on function batch_readings from public;
grant execute on function batch_readings to plomb_app, plomb_platform;
