-- What a reader says of a chip that is on a batch may have it judged otherwise, also where it makes no step: a lock that is closed twice.
create function batch_told_reading() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id)
    select distinct b.org_id, b.id from added a join batch_step s on s.seal_id = a.seal_id and s.step = 0 and s.at <= a.at
      join logistics_batch b on b.id = s.batch_id and b.transit_time is not null and a.at <= coalesce(b.end_time, now())
    where a.good;
  return null;
end $$;
create trigger batch_told_reading after insert on rfid_record referencing new table as added
  for each statement execute function batch_told_reading();
revoke execute on function batch_told_reading() from public;
