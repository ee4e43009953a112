-- Meters in each order and by each state that a list has, and how many are of a type, are read off an index and not sorted out of all there are.
create index meter_by_name on meter (meter_name, id desc) include (org_id);
create index meter_by_station on meter (station, id desc) include (org_id);
create index meter_by_create on meter (create_time, id) include (org_id); -- many are written at one time: the newest of these first too
create index meter_by_due on meter (due_date, id desc) include (org_id, state);
create index meter_by_inspection on meter (next_inspection, id desc) include (org_id, state);
create index meter_by_state on meter (state, id desc) include (org_id, patrol_time);
create index meter_by_type on meter (type_id, org_id);
drop index meter_type_id; -- the same without whose they are
create index meter_inspection_by_exception on meter_inspection (exception_type_id, org_id) where exception_type_id is not null;
drop index meter_inspection_exception; -- the same without whose they are
