-- A device that gets another lock: what the former warned of nobody can look after any more and its own word ends none of it, so
-- the system closes it. What is critical waits for a person, whichever lock hangs there now.
alter table alarm drop constraint alarm_result_check;
alter table alarm add constraint alarm_result_check
  check (result in ('handled', 'false_alarm', 'maintenance', 'police', 'other', 'explained', 'exchanged'));

create or replace function locks_exchanged(named bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  since constant timestamptz := clock_timestamp(); -- whatever this had to wait for came before it
begin
  update command c set state = taken_back(c), cause = 'exchanged', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where device_id = any(named) and state = 'queued';
  -- that a device was not received is no word of its lock
  update alarm set process_time = now(), result = 'exchanged'
    where device_id = any(named) and process_time is null and severity <> 'critical' and kind <> 'not_received';
  delete from device_card where device_id = any(named);
  delete from device_parameter where device_id = any(named);
  insert into device_move select id, org_id, since from device where id = any(named) on conflict do nothing;
  -- the next terminal that registers is the one
  delete from device_registration where device_id = any(named);
  update unlock_password set state = 'superseded', end_time = now() where device_id = any(named) and end_time is null;
  update static_password set state = 'past' where device_id = any(named) and state in ('current', 'uncertain');
  update management_lease set end_time = least(now(), until_time), ended_by = 'unusable'
    where device_id = any(named) and end_time is null;
  -- whoever is on the line under the former number is nobody's any more, and takes no order
  update device_connection set connected = false, gateway = '', epoch = epoch + 1, remote_address = '', connect_time = null,
    seen_time = null, network = '', network_before = '', network_time = null where device_id = any(named);
  update lock_state set exchange_time = since,
    lock_status = 255, lock_since = null, lock_actor = '', lock_source = null, sealed_by_platform = false, unseal_time = null,
    lock_time = null, lock_serial = 0, lock_fault = 0, present_time = null, device_time = null, receive_time = null, serial = 0,
    fault = 0, lon = null, lat = null, fix = false, velocity = null, heading = null, altitude = null, satellites = null,
    place_time = null, electric = null, charging = null, voltage = null, temperature = null, mileage = null, signal = null,
    mcc = null, mnc = null, lac = null, cid = null, icc_card_no = '', sim_card = '', ver = '', report_reson = '',
    outside_fence = false, fence_time = null, low_battery = false, battery_time = null, clock_offset_ms = 0, clock = null,
    report_interval = null, sleep_interval = null, aside_since = null
  where device_id = any(named);
end $$;

-- Whoever lets another terminal register says that it is another lock. What was given to the former ends with it.
create function terminal_forgotten(device bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device d set code_generation = code_generation + 1 where d.id = device and d.org_id = any (plomb_orgs());
  if not found then raise insufficient_privilege; end if;
  perform locks_exchanged(array[device]);
end $$;
revoke execute on function terminal_forgotten(bigint) from public;
grant execute on function terminal_forgotten(bigint) to plomb_app;
