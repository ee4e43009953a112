-- Lists of very many records that are narrowed: docs/decisions/0138-what-readers-and-handsets-tell.md.
create index rfid_record_reader on rfid_record (org_id, reader, id desc) where reader <> '';
create index rfid_record_operator on rfid_record (org_id, operator_id, id desc);
create index rfid_record_cause on rfid_record (org_id, cause, id desc) where cause is not null;
create index batch_step_at on batch_step (org_id, at desc, id desc);
create index meter_inspection_at on meter_inspection (org_id, at desc, id desc);
alter table rfid_record add column search_text text not null generated always as
  (search_key(number || e'\n' || object || e'\n' || oper_name || e'\n' || reader)) stored;
do $$
begin
  create index rfid_record_search on rfid_record using gin (search_text gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not there: searches among very many records are slow';
end $$;
