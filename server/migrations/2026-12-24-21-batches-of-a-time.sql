-- Batches of a time are read off an index, with what a list of them is in the order of.
create index logistics_batch_planned on logistics_batch (plan_start) include (id, org_id, end_time);
