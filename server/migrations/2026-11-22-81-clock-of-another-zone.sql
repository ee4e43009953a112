-- What was learnt of a lock's clock was learnt by how its type reads its time. Read otherwise, it is learnt anew; a doubt
-- that is open stays, for the next report to settle.
create function forget_clock_offsets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_table_name = 'device_type' then
    update device_state s set clock_offset_ms = 0, clock = jsonb_set(s.clock, '{trial}', 'null')
    from device d where d.id = s.device_id and d.device_type_id = new.id and (s.clock_offset_ms <> 0 or s.clock is not null);
  elsif exists (select from device_type a, device_type b where a.id = old.device_type_id and b.id = new.device_type_id
                  and (a.utc_offset_minutes, a.family) is distinct from (b.utc_offset_minutes, b.family)) then
    update device_state set clock_offset_ms = 0, clock = jsonb_set(clock, '{trial}', 'null')
    where device_id = new.id and (clock_offset_ms <> 0 or clock is not null);
  end if;
  return null;
end $$;
create trigger forget_clock_offsets after update of utc_offset_minutes, family on device_type for each row
  when ((old.utc_offset_minutes, old.family) is distinct from (new.utc_offset_minutes, new.family))
  execute function forget_clock_offsets();
create trigger forget_clock_offsets after update of device_type_id on device for each row
  when (old.device_type_id is distinct from new.device_type_id) execute function forget_clock_offsets();
