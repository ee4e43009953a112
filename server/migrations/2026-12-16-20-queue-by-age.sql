-- The queue is read as it says: the most severe first, then the longest waiting, also what was told late.
drop index alarm_queue;
create index alarm_queue on alarm ((array_position(array['critical', 'warning', 'info'], severity)), first_time, id)
  where process_time is null;
