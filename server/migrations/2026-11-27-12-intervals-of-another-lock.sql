-- What a lock told of its intervals ends with it: another one behind the record goes by its type until it tells its own.
create function intervals_end() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device_state set report_interval = null, sleep_interval = null where device_id = new.id;
  return null;
end $$;
create trigger intervals_end after update of sn, device_type_id, code_generation on device for each row
  when (new.sn <> old.sn or new.device_type_id <> old.device_type_id or new.code_generation <> old.code_generation)
  execute function intervals_end();
revoke execute on function intervals_end() from public;
