-- The opening log is narrowed by when something was opened, whenever it was heard of: numbers do not follow that.
drop index lock_event_opening_time;
create index lock_event_opening_time on lock_event (org_id, at) where opening_way is not null;
