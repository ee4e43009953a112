-- A number of a label is made here, whether it runs or is written: by two, where two are asked for. A chip has its number already.
drop trigger series_is_witnessed on seal_series;
create trigger series_is_witnessed before insert on seal_series for each row
  when ((new.first is not null or new.medium = 'qr') and new.witness_id is null) execute function series_is_witnessed();

-- What rang and is not so any more ended by itself: nobody dealt with it, least of all whoever rang it.
alter table alarm drop constraint alarm_result_check;
alter table alarm add constraint alarm_result_check
  check (result in ('handled', 'driver', 'false_alarm', 'maintenance', 'police', 'other', 'explained', 'exchanged', 'ceased'));
create or replace function reader_works(seal bigint) returns setof bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update alarm set process_time = now(), result = 'ceased'
   where seal_id = reader_works.seal and kind = 'rfid_failures' and process_time is null returning id
$$;

-- Openings without right that readers did, and what was refused: scrapping on the road opens, too.
create index batch_step_reader_without_right on batch_step (org_id, at)
  where source = 'reader' and cause in ('lock_abnormal', 'reader_abnormal');
drop index seal_operation_without_right;
create index seal_operation_without_right on seal_operation (org_id, at)
  where operation = 2 and refusal in ('sealRight', 'sealWitness') or operation = 3 and refusal = 'sealRight';
