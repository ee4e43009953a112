-- Lists, searches and counts that stay quick with a million devices.

-- Plain enough for the planner to put it in place of the call: a function with a subselect is called for every row.
create or replace function connection_of(connected boolean, seen timestamptz, report_interval integer, sleep_interval integer)
returns text language sql stable parallel safe as $$
  select case
    when seen is null then 'offline'
    when connected and extract(epoch from now() - seen) <= 2 * report_interval + 60 then 'online'
    when extract(epoch from now() - seen) <= sleep_interval + 60 then 'sleeping'
    when extract(epoch from now() - seen) <= 2 * sleep_interval + 300 then 'late'
    else 'offline'
  end
$$;

-- What a keyword is looked for in, the fields parted by what no keyword holds. Kept, for comparing is quick and making it
-- is not.
alter table device add column search_text text not null generated always as (search_key(
  sn || e'\n' || device_name || e'\n' || subject || e'\n' || device_no || e'\n' || sim_card)) stored;
-- Without the extension a search reads all devices, and is as right as with it.
do $$
begin
  create extension if not exists pg_trgm;
  create index device_search on device using gin (search_text gin_trgm_ops);
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm is not there: searches among very many devices are slow';
end $$;

-- Every order of the device list, with what it is usually narrowed by: a page is found without touching the table.
create index device_listed on device (id) include (org_id, device_type_id) where retired_time is null;
create index device_listed_sn on device (sn, id) include (org_id, device_type_id) where retired_time is null;
create index device_listed_name on device (device_name, id) include (org_id, device_type_id) where retired_time is null;
create index device_listed_time on device (create_time, id) include (org_id, device_type_id) where retired_time is null;
create index device_retired on device (id) where retired_time is not null;
-- these change seldom among the reports of a lock, so nearly every update of the present still stays on its page
create index device_state_status on device_state (lock_status, device_id);
create index device_state_electric on device_state (electric, device_id);
create index device_connected on device_connection (device_id) where connected;

-- How many devices there are, exactly: counting a million takes longer than anybody waits for a page.
create table device_count (
  org_id bigint not null references organisation on delete cascade,
  device_type_id bigint not null references device_type on delete cascade,
  retired boolean not null,
  devices bigint not null,
  primary key (org_id, device_type_id, retired)
);
insert into device_count
  select org_id, device_type_id, retired_time is not null, count(*) from device group by 1, 2, 3;

-- In the order of the key, so that two who add devices never wait for each other in a circle.
create function device_counted() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into device_count as c
      select org_id, device_type_id, retired_time is not null, count(*) from added group by 1, 2, 3 order by 1, 2, 3
      on conflict (org_id, device_type_id, retired) do update set devices = c.devices + excluded.devices;
  elsif tg_op = 'DELETE' then
    insert into device_count as c
      select org_id, device_type_id, retired_time is not null, -count(*) from gone group by 1, 2, 3 order by 1, 2, 3
      on conflict (org_id, device_type_id, retired) do update set devices = c.devices + excluded.devices;
  else
    insert into device_count as c
      select org_id, device_type_id, retired, sum(n) from (
        select org_id, device_type_id, retired_time is not null as retired, 1 as n from added
        union all select org_id, device_type_id, retired_time is not null, -1 from gone) moved
      group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
      on conflict (org_id, device_type_id, retired) do update set devices = c.devices + excluded.devices;
  end if;
  return null;
end $$;
create trigger device_counted_in after insert on device referencing new table as added
  for each statement execute function device_counted();
create trigger device_counted_out after delete on device referencing old table as gone
  for each statement execute function device_counted();
create trigger device_counted_anew after update on device referencing old table as gone new table as added
  for each statement execute function device_counted();

-- The fleet of each organisation as it was counted a moment ago, for who oversees more than is counted at each look.
create table fleet_count (
  org_id bigint primary key references organisation on delete cascade,
  count_time timestamptz not null,
  devices bigint not null,
  ls0 bigint not null, ls1 bigint not null, ls2 bigint not null, ls3 bigint not null, ls255 bigint not null,
  online bigint not null, sleeping bigint not null, late bigint not null, offline bigint not null
) with (fillfactor = 50);

select isolate('device_count', 'org_id'), isolate('fleet_count', 'org_id');
grant select on device_count, fleet_count to plomb_app, plomb_platform;
grant insert, update, delete on fleet_count to plomb_platform;
