-- Patrols as the verdict of a journey counts them (contract/src/logistics/whereabouts.ts; a test holds that both say the same): each seal for
-- itself. A look inside the circles of stops is of the one whose time is nearest, or, where one of them has none, of the first that was not
-- looked at; one whose place nobody knows stands for the first stop that has no other. See docs/decisions/0137-what-a-verdict-may-not-miss.md.
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
    select s.at, s.position_id, s.operator_id, s.oper_name, s.lat, s.lon, s.lat is null or s.lon is null as nowhere
    from batch_step s join batch_position p on p.id = s.position_id and p.nth is not null and p.medium <> 'lock'
    where s.batch_id = batch and s.step = 1 and date_trunc('milliseconds', s.at) >= date_trunc('milliseconds', b.transit_time)
    order by s.position_id, 7, s.at, s.id
  loop
    if look.position_id is distinct from of then
      of := look.position_id;
      seen := '{}';
    end if;
    with stops as (select x.stop ->> 'id' as id, (x.stop ->> 'plan_time')::timestamptz as planned, x.nth, x.stop
        from jsonb_array_elements(b.stops) with ordinality x(stop, nth) where (x.stop ->> 'patrol')::boolean),
      around as (select s.*, bool_and(planned is not null) over () as timed from stops s
        where (b.end_time is null or planned is null or planned < b.end_time)
          and (look.nowhere and not s.id = any (seen)
            or in_shape(null, (stop ->> 'lon')::float8, (stop ->> 'lat')::float8, (stop ->> 'radius')::float8, look.lon, look.lat)))
    select id into hit from around
      order by case when timed and not look.nowhere then abs(extract(epoch from planned - look.at)) end, id = any (seen), planned nulls last, nth
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
      as l(at timestamptz, position_id bigint, operator_id bigint, oper_name text, stop text)),
    t as (select x.stop ->> 'id' as id, x.stop, (x.stop ->> 'plan_time')::timestamptz as planned
      from jsonb_array_elements(b.stops) x(stop) where (x.stop ->> 'patrol')::boolean)
  select b.id, t.id, b.org_id, t.stop ->> 'address', (t.stop ->> 'lat')::float8, (t.stop ->> 'lon')::float8,
    date_trunc('milliseconds', case when t.planned is null then b.end_time when b.end_time is null or t.planned < b.end_time then t.planned end),
    min(l.at), (array_agg(l.operator_id order by l.at))[1], coalesce((array_agg(l.oper_name order by l.at))[1], ''),
    (select count(*) from batch_position p where p.batch_id = b.id and p.nth is not null and p.medium <> 'lock'), count(distinct l.position_id)
  from t left join l on l.stop = t.id
  group by t.id, t.stop, t.planned;
end $$;
select keep_patrols(id) from logistics_batch where transit_time is not null and stops @> '[{"patrol": true}]';
