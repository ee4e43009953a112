-- Of the figures of a fleet how many rest on less than the lock's own fresh word: seals that are merely held, and states
-- that are the last known.
alter table fleet_count
  add column held bigint not null default 0,
  add column stale0 bigint not null default 0, add column stale1 bigint not null default 0,
  add column stale2 bigint not null default 0, add column stale3 bigint not null default 0;
