-- An event that names no time on our clock happened by its lock's time, and never after it came.
create function lock_event_at() returns trigger language plpgsql as $$
begin
  new.at := least(new.device_time, new.receive_time);
  return new;
end $$;
create trigger lock_event_at before insert on lock_event for each row when (new.at is null) execute function lock_event_at();
