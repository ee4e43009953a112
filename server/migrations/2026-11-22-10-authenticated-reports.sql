-- A report may come over a connection that has not proved who it is. It is kept, marked, and proves nothing.
alter table position add column authenticated boolean not null default true;
alter table lock_event add column authenticated boolean not null default true;
