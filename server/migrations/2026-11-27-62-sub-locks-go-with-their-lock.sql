-- The smaller locks that a lock spoke for go with it when its device gets another.
create function sub_locks_go() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from sub_lock where device_id = new.device_id;
  return null;
end $$;
create trigger sub_locks_go after update of exchange_time on device_state for each row execute function sub_locks_go();
revoke execute on function sub_locks_go() from public;
