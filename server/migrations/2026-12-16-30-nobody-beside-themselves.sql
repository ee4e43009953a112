-- Nobody stands beside themselves, whatever calls: the code refuses it with words.
alter table seal_operation add constraint seal_operation_witness check (witness_id is null or witness_id <> operator_id);
