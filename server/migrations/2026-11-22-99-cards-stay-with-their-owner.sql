-- Who unsealed a lock last, and whose card it read, are the people of the organisation it was with.

create function cards_stay() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device_state set lock_actor = '', icc_card_no = '' where device_id = new.id;
  return null;
end $$;
create trigger cards_stay after update of org_id on device for each row
  when (new.org_id <> old.org_id) execute function cards_stay();
revoke execute on function cards_stay() from public;
