-- Of a fleet that is counted ahead: those that are sealed and off their route, and the first of them.
alter table fleet_count add column off_route bigint not null default 0, add column longest_off_route bigint[] not null default '{}';
-- counted anew at once: what was counted before this knows nothing of it
delete from fleet_count;
