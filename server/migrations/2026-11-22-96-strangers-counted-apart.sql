-- Anybody can say what nobody understands in a lock's name, under as many made-up names as he likes. It is counted apart,
-- so that he leaves the lock room for what it says itself.
alter table not_understood add column authenticated boolean not null default true;
alter table not_understood drop constraint not_understood_kind;
alter table not_understood add constraint not_understood_kind unique (device_id, org_id, what, reason, authenticated);
