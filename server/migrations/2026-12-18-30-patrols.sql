-- Patrols of batches that left, one row a stop at which somebody was to look, and who did; and indexes of openings without right.
-- See docs/decisions/0135-patrols-and-openings.md.

create table batch_patrol (
  batch_id bigint not null references logistics_batch,
  stop_id text not null,
  org_id bigint not null references organisation,
  address text not null,
  lat double precision not null, lon double precision not null,
  due timestamptz, -- null: it is due by the end, which has not come, or was after it
  done_at timestamptz, -- the first look
  operator_id bigint, oper_name text not null default '', -- stays told, also when that person has left
  seals integer not null, -- that there were to look at
  seen integer not null,
  primary key (batch_id, stop_id),
  check ((done_at is null) = (seen = 0))
);
create index batch_patrol_due on batch_patrol (org_id, due desc) where due is not null;
select isolate('batch_patrol', 'org_id');
grant select on batch_patrol to plomb_app, plomb_platform;

-- As the verdict of a journey counts them (contract/src/logistics/verdict.ts; a test holds that both say the same): who looked inside a stop's
-- circle looked there; of looks whose place nobody knows each round, until a seal is looked at again, stands for one stop that has no other.
create function keep_patrols(batch bigint) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  b logistics_batch;
  look record;
  looks jsonb := '[]';
  round integer := 0;
  seen bigint[];
begin
  select * into b from logistics_batch where id = batch for update;
  delete from batch_patrol where batch_id = batch;
  if b.transit_time is null then return; end if;
  for look in
    select s.at, s.position_id, s.operator_id, s.oper_name, s.lat is null or s.lon is null as nowhere,
      (select x.stop ->> 'id' from jsonb_array_elements(b.stops) with ordinality x(stop, nth)
        where in_shape(null, (x.stop ->> 'lon')::float8, (x.stop ->> 'lat')::float8, (x.stop ->> 'radius')::float8, s.lon, s.lat)
        order by x.nth limit 1) as stop
    from batch_step s where s.batch_id = batch and s.step = 1 order by s.at, s.id
  loop
    if look.nowhere and (round = 0 or look.position_id = any (seen)) then
      round := round + 1;
      seen := '{}';
    end if;
    if look.nowhere then seen := seen || look.position_id; end if;
    looks := looks || jsonb_build_object('at', look.at, 'position_id', look.position_id, 'operator_id', look.operator_id,
      'oper_name', look.oper_name, 'stop', look.stop, 'round', case when look.nowhere then round end);
  end loop;
  insert into batch_patrol (batch_id, stop_id, org_id, address, lat, lon, due, done_at, operator_id, oper_name, seals, seen)
  with l as (select * from jsonb_to_recordset(looks)
      as l(at timestamptz, position_id bigint, operator_id bigint, oper_name text, stop text, round integer)),
    s as (select x.stop ->> 'id' as id, x.stop, x.nth, (x.stop ->> 'plan_time')::timestamptz as planned
      from jsonb_array_elements(b.stops) with ordinality x(stop, nth) where (x.stop ->> 'patrol')::boolean),
    d as (select s.*, case when s.planned is null then b.end_time when b.end_time is null or s.planned < b.end_time then s.planned end as due,
        coalesce(s.planned >= b.end_time, false) as never, exists (select from l where l.stop = s.id) as looked from s),
    t as (select d.*, case when not looked and not never
        then row_number() over (partition by looked, never order by planned nulls last, nth) end as turn from d)
  select b.id, t.id, b.org_id, t.stop ->> 'address', (t.stop ->> 'lat')::float8, (t.stop ->> 'lon')::float8,
    date_trunc('milliseconds', t.due), min(l.at), (array_agg(l.operator_id order by l.at))[1], coalesce((array_agg(l.oper_name order by l.at))[1], ''),
    (select count(*) from batch_position p where p.batch_id = b.id and p.nth is not null and p.medium <> 'lock'), count(distinct l.position_id)
  from t left join l on l.stop = t.id or l.round = t.turn
  group by t.id, t.stop, t.due;
end $$;

create function patrols_of_steps() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_patrols(batch_id) from (select distinct batch_id from added where step = 1 order by 1) a;
  return null;
end $$;
create trigger patrols_of_steps after insert on batch_step referencing new table as added
  for each statement execute function patrols_of_steps();
create function patrols_of_batch() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_patrols(new.id);
  return null;
end $$;
create trigger patrols_of_batch after update of stops, transit_time, end_time on logistics_batch for each row
  when ((new.stops, new.transit_time, new.end_time) is distinct from (old.stops, old.transit_time, old.end_time)
    and (new.stops @> '[{"patrol": true}]' or old.stops @> '[{"patrol": true}]'))
  execute function patrols_of_batch();
select keep_patrols(id) from logistics_batch where transit_time is not null and stops @> '[{"patrol": true}]';
revoke execute on function keep_patrols(bigint), patrols_of_steps(), patrols_of_batch() from public;

-- Openings without right: of locks; of positions off their place; seals that were found open; and what was refused to whoever may not.
create index lock_event_opened_without_right on lock_event (org_id, at) where without_right and opening_way is not null and authenticated;
create index batch_step_unsealed_outside on batch_step (org_id, at) where cause = 'unsealed_outside';
create index seal_operation_found_open on seal_operation (org_id, at)
  where operation = 4 and outcome = 'done' and abnormal_kind in ('missing', 'broken', 'attacked');
create index seal_operation_without_right on seal_operation (org_id, at) where operation = 2 and refusal in ('sealRight', 'sealWitness');
