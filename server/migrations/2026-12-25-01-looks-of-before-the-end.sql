-- An inspection of before its meter was scrapped is kept, whenever it is told.
create function inspection_begins() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from meter m where m.id = new.meter_id and m.org_id = new.org_id and (m.state <> 'scrapped'
    or exists (select from meter_move v where v.meter_id = m.id and v.to_state = 'scrapped' and new.at < v.at)))
  then
    raise check_violation using constraint = 'metering_begins', message = 'it is of no meter of that organisation that was there';
  end if;
  return new;
end $$;
revoke execute on function inspection_begins() from public;
drop trigger inspection_begins on meter_inspection;
create trigger inspection_begins before insert on meter_inspection for each row execute function inspection_begins();
