-- A place is known whole, or not at all. What was told stays as it was told: docs/decisions/0138-what-readers-and-handsets-tell.md.
alter table seal_operation add constraint seal_operation_place check ((lat is null) = (lon is null)) not valid;
alter table rfid_record add constraint rfid_record_place check ((lat is null) = (lon is null)) not valid;
alter table meter_inspection add constraint meter_inspection_place check ((lat is null) = (lon is null)) not valid;
alter table batch_step add constraint batch_step_place check ((lat is null) = (lon is null)) not valid;

update meter set lat = null, lon = null where (lat is null) <> (lon is null);
alter table meter add constraint meter_place check ((lat is null) = (lon is null));

-- half a place is none, and counts with those of which nobody knew where
with half as (delete from seal_tally where (lat is null) <> (lon is null) returning *)
insert into seal_tally as t (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
select org_id, start, source, what, outcome, operator_id, null, null, max(oper_name), sum(count) from half group by 1, 2, 3, 4, 5, 6
on conflict on constraint seal_tally_key do update set count = t.count + excluded.count;
alter table seal_tally add constraint seal_tally_place check ((lat is null) = (lon is null));
