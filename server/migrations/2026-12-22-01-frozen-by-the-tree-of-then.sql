-- What is told late is judged by where its organisation stood then: docs/decisions/0149-frozen-periods.md.

-- Every move of an organisation, as of devices.
create table organisation_move (
  org_id bigint not null references organisation on delete cascade,
  -- what it stood under until then; null: under none
  parent_id bigint,
  move_time timestamptz not null,
  primary key (org_id, move_time)
);
select isolate('organisation_move', 'org_id');
grant select on organisation_move to plomb_app, plomb_platform;
create function organisation_moves() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into organisation_move values (old.id, old.parent_id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
create trigger organisation_moves after update of parent_id on organisation for each row
  when (old.parent_id is distinct from new.parent_id) execute function organisation_moves();
revoke execute on function organisation_moves() from public;

-- When these locks were frozen, as far as it was while they were with whom they are: by every organisation that was above at that time.
create or replace function frozen_times(devices bigint[]) returns table (device_id bigint, from_time timestamptz, until_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive above (device_id, org_id, during) as (
    select d.id, d.org_id, tstzrange((select max(move_time) from device_move m where m.device_id = d.id), null)
      from device d where d.id = any (devices)
    union all
    select a.device_id, stood.parent_id, a.during * stood.during
      from above a cross join lateral (
        select m.parent_id, tstzrange(lag(m.move_time) over (order by m.move_time), m.move_time) as during
          from organisation_move m where m.org_id = a.org_id
        union all
        select o.parent_id, tstzrange((select max(m.move_time) from organisation_move m where m.org_id = o.id), null)
          from organisation o where o.id = a.org_id) stood
     where stood.parent_id is not null and a.during && stood.during)
  select a.device_id, lower(held.during), upper(held.during)
    from above a join frozen_period f on f.org_id = a.org_id
      cross join lateral (select a.during * tstzrange(f.from_time, greatest(f.from_time, least(f.until_time, f.end_time))) as during) held
   where not isempty(held.during)
$$;
