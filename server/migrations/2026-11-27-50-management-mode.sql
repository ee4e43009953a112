-- Management mode: one person has one device for commissioning or repair. What is done to its lock meanwhile is kept and
-- rings nothing but what is forced.

create table management_lease (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  org_id bigint not null references organisation, -- whose the device was
  operator_id bigint not null, -- who had it stays told, also when that person has left
  oper_name text not null,
  login_name text not null,
  api_key_id bigint, -- by which it was entered
  reason text not null,
  enter_time timestamptz not null default now(),
  until_time timestamptz not null check (until_time > enter_time and until_time <= enter_time + interval '4 hours'),
  end_time timestamptz check (end_time >= enter_time),
  ended_by text check (ended_by in ('exit', 'lease_end', 'signed_out', 'seal', 'offline', 'unusable')),
  told boolean not null default false, -- whoever looks at the device knows that it ended
  check ((end_time is null) = (ended_by is null))
);
create unique index management_one_holder on management_lease (device_id) where end_time is null;
create index management_device on management_lease (device_id, until_time);
create index management_untold on management_lease (id) where not told;
select isolate('management_lease', 'org_id');
grant select, insert, update (until_time, end_time, ended_by) on management_lease to plomb_app;
grant select, insert, update, delete on management_lease to plomb_platform;

-- A lock that was sealed is in use: the lease ended then, also when the lock tells it late.
create function seal_ends_management() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update management_lease set end_time = new.at, ended_by = 'seal', told = false
    where device_id = new.device_id and enter_time <= new.at and new.at < coalesce(end_time, until_time);
  return null;
end $$;
create trigger seal_ends_management after insert or update of ls_after, at, counts on lock_event for each row
  when (new.ls_after = 2 and new.counts) execute function seal_ends_management();

create function unusable_ends_management() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update management_lease set end_time = least(now(), until_time), ended_by = 'unusable'
    where device_id = new.id and end_time is null;
  return null;
end $$;
create trigger unusable_ends_management after update of org_id, status, lost, device_state, retired_time on device
  for each row when (new.org_id <> old.org_id or new.status <> 1 or new.lost or new.device_state = 'scrapped'
    or new.retired_time is not null)
  execute function unusable_ends_management();
revoke execute on function seal_ends_management(), unusable_ends_management() from public;
