-- Results of readers and their failures, of weeks, are counted from an index alone.

create index seal_tally_readers on seal_tally (org_id, start) include (what, count) where source = 'reader';

create index rfid_record_failures on rfid_record (org_id, at) include (cause, seal_id, number, operator_id, oper_name, reader) where not good;
drop index rfid_record_failed; -- the same without what is shown
create index seal_stuck on seal (id) where rfid_failures > 0; -- which of those that failed still do
