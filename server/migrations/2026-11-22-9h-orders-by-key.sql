-- The key by which an order was given: one that is revoked, or has run out, gives no order any more, also none that waits.
-- No foreign key: orders are kept longer than keys.
alter table command add column api_key_id bigint;
