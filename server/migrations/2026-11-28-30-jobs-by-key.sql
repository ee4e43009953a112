-- The key by which a job was begun: one that is revoked, or has run out, does nothing any more.
-- No foreign key: jobs are kept longer than keys.
alter table job add column api_key_id bigint;
