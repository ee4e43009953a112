-- What makes tables end: indexes to find the old by, and the one way in which lines of the operation log go.

create index lock_event_received on lock_event using brin (receive_time);
create index alarm_last on alarm using brin (last_time);
create index command_created on command using brin (create_time);
create index session_seen on session (seen_time);

create or replace function append_only() returns trigger language plpgsql as $$
begin
  -- only inside `forget_operations`, which nobody who serves requests may call
  if tg_op = 'DELETE' and current_setting('plomb.forgetting', true) = 'on' then
    return null;
  end if;
  raise exception '% is append only', tg_table_name;
end $$;

-- Deletes at most so many lines older than both what is asked for and half a year; tells how many.
create function forget_operations(older_than timestamptz, most integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone integer;
begin
  perform set_config('plomb.forgetting', 'on', true);
  delete from operation_log where id in (
    select id from operation_log where create_time < least(older_than, now() - interval '180 days') limit most);
  get diagnostics gone = row_count;
  perform set_config('plomb.forgetting', '', true);
  return gone;
end $$;
revoke execute on function forget_operations(timestamptz, integer) from public;
grant execute on function forget_operations(timestamptz, integer) to plomb_platform;

-- One device after the other: looked for in one statement, the boundary was searched for once a row.
create or replace function quarantine_share() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  device bigint;
  boundary bigint;
begin
  for device in select distinct device_id from added loop
    select id into boundary from quarantine where device_id = device order by id desc offset 5000 limit 1;
    if boundary is not null then
      delete from quarantine where device_id = device and id <= boundary;
    end if;
  end loop;
  return null;
end $$;
