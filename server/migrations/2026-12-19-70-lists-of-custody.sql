-- Lists of a million seals and ten million facts of them: docs/decisions/0145-custody-at-size.md.

-- what a word is looked for in, kept as it is compared
alter table seal_operation add column search_text text not null generated always as
  (search_key(number || e'\n' || oper_name || e'\n' || object)) stored;
alter table batch_step add column search_text text not null generated always as (search_key(number || e'\n' || oper_name)) stored;
alter table meter_inspection add column search_text text not null generated always as (search_key(oper_name || e'\n' || exception_name)) stored;
alter table meter_work_order add column search_text text not null generated always as (search_key(assignee || e'\n' || reason)) stored;
alter table meter add column search_text text not null generated always as
  (search_key(meter_name || e'\n' || factory_number || e'\n' || station || e'\n' || customer)) stored;
alter table rfid_task add column search_text text not null generated always as (search_key(number || e'\n' || assignee || e'\n' || reason)) stored;
alter table seal_handover add column search_text text not null generated always as
  (search_key(numbers || e'\n' || giver_name || e'\n' || taker_name || e'\n' || remark)) stored;
alter table vehicle add column search_text text not null generated always as (search_key(plate || e'\n' || enterprise)) stored;
do $$
declare of text;
begin
  foreach of in array array['seal_operation', 'batch_step', 'meter_inspection', 'meter', 'rfid_task'] loop
    execute format('create index %I on %I using gin (search_text gin_trgm_ops)', of || '_search', of);
  end loop;
  create index seal_object_search on seal using gin (search_key(object) gin_trgm_ops) where medium = 'rfid' and object <> '';
exception when undefined_object then
  raise notice 'pg_trgm is not there: searches among very many records of custody are slow';
end $$;
-- a number is looked for by its beginning
create index seal_number_begins on seal (medium, key text_pattern_ops);

-- the newest of an organisation by what lists are narrowed to
create index seal_state on seal (org_id, medium, state, id desc);
create index seal_held on seal (holder_id, id desc) where holder_id is not null;
create index seal_abnormal on seal (org_id, medium, id desc) where abnormal;
create index seal_operation_kind on seal_operation (org_id, medium, operation, id desc);
create index seal_operation_not_done on seal_operation (org_id, medium, outcome, id desc) where outcome <> 'done';
create index seal_operation_told on seal_operation (org_id, medium, create_time desc, id desc);
create index seal_operation_point_told on seal_operation (org_id, create_time desc, id desc) where thing = 'point';
create index seal_operation_point_kind on seal_operation (org_id, operation, id desc) where thing = 'point';
create index batch_step_kind on batch_step (org_id, step, id desc);
create index meter_inspection_wrong on meter_inspection (org_id, id desc) where exception_name <> '';
create index meter_inspection_waits on meter_inspection (org_id, id desc) where exception_name <> '' and settle_time is null;
create index rfid_record_result on rfid_record (org_id, result, id desc);
create index rfid_task_state on rfid_task (org_id, state, id desc);
create index rfid_task_assignee on rfid_task (assignee_id, id desc);

-- What is generated is not there yet when a trigger sees the row.
create or replace function inspection_stays() returns trigger language plpgsql as $$
begin
  if old.settle_time is not null or (to_jsonb(new) - '{settler_id,settler,settle_time,settlement,search_text}'::text[])
    <> (to_jsonb(old) - '{settler_id,settler,settle_time,settlement,search_text}'::text[])
  then
    raise check_violation using constraint = 'inspection_settled', message = 'what an inspection found stays as it was told';
  end if;
  return new;
end $$;

-- how somebody who is gone, or out of sight, was called last
create index seal_account_holder on seal_account (holder_id, start desc);

-- what is due of each person, in the order of its days
create index meter_due_of on meter (verifier_id, due_date) where state <> 'scrapped';
create index meter_inspection_due_of on meter (inspector_id, next_inspection) where state <> 'scrapped';

-- how often words are in what was added is known before the next list is asked for
analyze seal_operation, batch_step, meter_inspection, meter_work_order, meter, rfid_task, seal_handover, vehicle, seal;
