-- What is due of very many meters, and whose it is, is counted from an index alone.
create index meter_due_whose on meter (org_id, due_date) include (id, verifier_id) where state <> 'scrapped';
create index meter_inspection_due_whose on meter (org_id, next_inspection) include (id, inspector_id) where state <> 'scrapped';
drop index meter_due, meter_inspection_due; -- the same without them
-- The newest operations on the seals of meters, of whichever organisation: among all operations they are few.
create index seal_operation_points on seal_operation (id desc) where thing = 'point';
