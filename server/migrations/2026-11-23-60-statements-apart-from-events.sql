-- What a report states beside an event is the event's to say: only what was stated by itself is told again as a statement.
alter table position add column eventful boolean not null default false;
update position p set eventful = true from lock_event e
 where p.device_id = e.device_id and p.device_time = e.device_time and p.serial = e.serial and p.hash = e.hash
   and e.word->>'event' is not null;
