-- Batches of whoever answers for them, of which the list is narrowed: docs/decisions/0142-amendments-and-owners.md.
create index logistics_batch_owner on logistics_batch (owner_id, end_time desc, id desc);
