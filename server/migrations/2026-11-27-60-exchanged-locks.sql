-- A device that gets another number, or a type of another family, stands for another lock from then on. Its records stay;
-- nothing the former lock told or took stands as the new one's, and no order for the one goes to the other.
alter table device_state add column exchange_time timestamptz; -- since when it is this lock; null: it was never exchanged

create function locks_exchanged(named bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  since constant timestamptz := clock_timestamp(); -- whatever this had to wait for came before it
begin
  update command set state = 'cancelled', cause = 'exchanged', finish_time = now()
    where device_id = any(named) and state = 'queued';
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
  update device_state set exchange_time = since,
    lock_status = 255, lock_since = null, lock_actor = '', lock_source = null, sealed_by_platform = false, unseal_time = null,
    lock_time = null, lock_serial = 0, lock_fault = 0, present_time = null, device_time = null, receive_time = null, serial = 0,
    fault = 0, lon = null, lat = null, fix = false, velocity = null, heading = null, altitude = null, satellites = null,
    place_time = null, electric = null, charging = null, voltage = null, temperature = null, mileage = null, signal = null,
    mcc = null, mnc = null, lac = null, cid = null, icc_card_no = '', sim_card = '', ver = '', report_reson = '',
    outside_fence = false, fence_time = null, low_battery = false, battery_time = null, clock_offset_ms = 0, clock = null,
    report_interval = null, sleep_interval = null, aside_since = null
  where device_id = any(named);
end $$;

-- By another number: what was given to the former terminal ends with that (`code_generation_ends`).
create function lock_exchanged() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform locks_exchanged(array[new.id]);
  return null;
end $$;
create trigger lock_exchanged after update of sn on device for each row
  when (new.sn <> old.sn) execute function lock_exchanged();

-- By another family, of its type or with another type.
create function locks_of_other_family() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  named bigint[];
begin
  if tg_table_name = 'device_type' then
    named := array(select id from device where device_type_id = new.id order by id);
  elsif (select a.family <> b.family from device_type a, device_type b where a.id = old.device_type_id and b.id = new.device_type_id) then
    named := array[new.id];
  end if;
  update device set code_generation = code_generation + 1 where id = any(named);
  perform locks_exchanged(named);
  return null;
end $$;
create trigger lock_exchanged_by_type after update of device_type_id on device for each row
  when (new.device_type_id <> old.device_type_id) execute function locks_of_other_family();
create trigger locks_exchanged after update of family on device_type for each row
  when (new.family <> old.family) execute function locks_of_other_family();
revoke execute on function locks_exchanged(bigint[]), lock_exchanged(), locks_of_other_family() from public;
