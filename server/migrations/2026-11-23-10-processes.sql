-- The processes the product runs as at this moment, and which of them alone does what only one may do. A process that is
-- gone, or was not heard for a while, loses its row, and with it whatever it held.
create table process (
  id text primary key,
  -- for people
  host text not null,
  pid int not null,
  roles text[] not null,
  start_time timestamptz not null default now(),
  seen_time timestamptz not null default now()
);
create table lease (
  name text primary key,
  process_id text not null references process on delete cascade
);
create index lease_process on lease (process_id);
grant select, insert, update, delete on process, lease to plomb_platform;

-- Whose gateway is gone is not connected, whatever its last word was. The row stays with its last owner, so that a process
-- that was only thought to be gone has it again.
create function gateway_gone() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device_connection set connected = false where connected and gateway = old.id;
  return null;
end $$;
create trigger gateway_gone after delete on process for each row
  when ('gateway' = any(old.roles)) execute function gateway_gone();
revoke execute on function gateway_gone() from public;

-- From here on `gateway` is the id of a process, and `epoch` counts how often the device's connection changed hands.
-- Nobody is connected to the processes of the release before this one.
update device_connection set connected = false where connected;
update device_connection set epoch = 0 where epoch <> 0;
