-- Every move of a device, so that what it tells in one stretch of ownership meets no order of another, not even one of the
-- same organisation, which had it, gave it away and has it again.
create table device_move (
  device_id bigint not null references device on delete cascade,
  -- who had it until then
  org_id bigint not null,
  move_time timestamptz not null,
  primary key (device_id, move_time)
);
select isolate('device_move', 'org_id');
grant select on device_move to plomb_app, plomb_platform;
-- of moves before this one, the last from each organisation is known
insert into device_move select distinct on (device_id, left_time) device_id, org_id, left_time from device_left;

create function device_moves() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- by the clock: whatever the move had to wait for came before it
  insert into device_move values (old.id, old.org_id, clock_timestamp()) on conflict do nothing;
  return null;
end $$;
create trigger device_moves after update of org_id on device for each row
  when (new.org_id <> old.org_id) execute function device_moves();
revoke execute on function device_moves() from public;
