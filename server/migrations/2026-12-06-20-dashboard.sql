-- What the first page tells of a fleet that is counted ahead, besides its states: how many are enabled, how long ago they were heard, which
-- are sealed and silent or low on battery, and the first of these.
alter table fleet_count
  add column enabled bigint not null default 0,
  add column minute bigint not null default 0, add column ten_minutes bigint not null default 0,
  add column half_hour bigint not null default 0, add column two_hours bigint not null default 0,
  add column day bigint not null default 0, add column older bigint not null default 0,
  add column silent bigint not null default 0, add column low bigint not null default 0,
  add column low_sealed bigint not null default 0,
  add column longest_silent bigint[] not null default '{}', add column emptiest bigint[] not null default '{}';
-- counted anew at once: what was counted before this knows nothing of it
delete from fleet_count;

-- Its trends read the days they show, and of them the indexes alone.
create index alarm_began on alarm (org_id, first_time) include (kind);
create index lock_event_sealed on lock_event (org_id, at) where counts and ls_after = 2 and ls_before <> 2;
