-- What readers say of a chip that is on a batch goes to that batch, as words of its locks do: docs/decisions/0138-what-readers-and-handsets-tell.md.

alter table batch_word_due alter column event_id drop not null,
  add column record_id bigint references rfid_record,
  add constraint batch_word_of check (num_nonnulls(event_id, record_id) = 1);
alter table batch_step add column rfid_record_id bigint references rfid_record,
  drop constraint batch_step_source_check,
  add constraint batch_step_source check (source in ('operation', 'lock', 'person', 'reader')),
  add constraint batch_step_of_reader check ((source = 'reader') = (rfid_record_id is not null)) not valid;
create unique index batch_step_of_record on batch_step (rfid_record_id, step, cause) nulls not distinct where rfid_record_id is not null;

create function batch_record_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_word_due (record_id)
    select n.id from added n where n.good and exists (select from batch_step s where s.seal_id = n.seal_id and s.step = 0) order by n.id;
  return null;
end $$;
create trigger batch_records after insert on rfid_record referencing new table as added for each statement execute function batch_record_due();
-- A chip that was put on is told late: what readers have said of it since is of that position.
create function batch_records_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_word_due (record_id)
    select r.id from added n join rfid_record r on r.seal_id = n.seal_id and r.at >= n.at
     where n.step = 0 and n.source = 'operation' and r.good order by r.at, r.id;
  return null;
end $$;
create trigger batch_records_again after insert on batch_step referencing new table as added for each statement execute function batch_records_again();
revoke execute on function batch_record_due(), batch_records_again() from public;
