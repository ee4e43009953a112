-- A lock that was told to release its cards and did not answer may open for them anywhere: nobody knows.
alter table lock_sync alter column confined drop not null;
-- Cards that stood wrong when its list was asked for: only what comes on top of them was pushed in vain. Orders have a key of their own.
alter table lock_sync rename column turns to known_off;

-- What a lock says to orders of cards and areas counts whoever gave them.
create or replace function sync_of_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from lock_sync where device_id = new.device_id for no key update) then return null; end if;
  if new.state = 'answered_ok' then
    if new.kind = 'factory_reset' then
      update lock_sync set confined = false, unread = true, page = null where device_id = new.device_id;
      delete from lock_area where device_id = new.device_id and not wanted;
      update lock_area set confirmed = false where device_id = new.device_id;
    elsif new.kind in ('confine_cards', 'release_cards') then
      update lock_sync set confined = new.kind = 'confine_cards' where device_id = new.device_id;
    elsif new.kind = 'set_area' then
      -- a circle has no corners
      update lock_area set confirmed = coalesce(name = new.args ->> 'name' and points = new.args -> 'area' -> 'points', false)
        where device_id = new.device_id and number = (new.args ->> 'number')::int;
    elsif new.kind = 'delete_area' then
      delete from lock_area where device_id = new.device_id and number = (new.args ->> 'number')::int and not wanted;
      update lock_area set confirmed = false where device_id = new.device_id and number = (new.args ->> 'number')::int;
    end if;
  elsif new.kind = 'release_cards' and new.attempt > 0 then
    -- it may have let go of its areas
    update lock_sync set confined = null where device_id = new.device_id and confined;
  elsif new.kind = 'set_area' and new.attempt > 0 then
    -- it may keep what was sent, or what it kept before
    update lock_area set confirmed = false where device_id = new.device_id and number = (new.args ->> 'number')::int;
  end if;
  if new.kind in ('add_cards', 'delete_cards') and new.attempt > 0 then
    update lock_sync set unread = true, page = null where device_id = new.device_id;
  end if;
  perform sync_due(array[new.device_id]);
  return null;
end $$;
