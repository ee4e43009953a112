-- Rung only over connections that had not proved to be the lock: it may be true, and it may be anybody's.
alter table alarm add column unproved boolean not null default false;
update alarm a set unproved = true from lock_event e
  where e.id = a.event_id and a.hits = 1 and not e.authenticated;
