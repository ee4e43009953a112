-- What was said without proof is looked for by its age: it is not kept as long as what the lock said itself.
create index position_unproved on position (receive_time) where not authenticated;
create index lock_event_unproved on lock_event (receive_time) where not authenticated;
