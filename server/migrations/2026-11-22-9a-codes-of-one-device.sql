-- A device that gets another number or another owner begins the next generation of its authentication code: what was given
-- to whoever had it before proves nothing for who has it now.
create function code_generation_ends() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.code_generation := old.code_generation + 1;
  return new;
end $$;
create trigger code_generation_ends before update of org_id, sn on device for each row
  when (new.org_id <> old.org_id or new.sn <> old.sn) execute function code_generation_ends();
revoke execute on function code_generation_ends() from public;
