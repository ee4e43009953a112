-- A one-time password is used up by the opening it opened, whoever ordered that: an opening by our own order is written
-- with the source of a remote one.
drop trigger password_was_used on lock_event;
create trigger password_was_used after insert on lock_event for each row
  when (new.code = 'P45:6' and new.lst = 1 and new.counts and new.authenticated)
  execute function password_was_used();
drop trigger password_was_used_after_all on lock_event;
create trigger password_was_used_after_all after update on lock_event for each row
  when (new.code = 'P45:6' and new.lst = 1 and new.counts and new.authenticated
    and (not old.counts or not old.authenticated or new.at > old.at))
  execute function password_was_used();
-- those that were used and stayed in force
update unlock_password p set state = 'consumed', end_time = e.at
  from (select device_id, max(at) as at from lock_event
    where code = 'P45:6' and lst = 1 and counts and authenticated group by device_id) e
 where e.device_id = p.device_id and p.end_time is null and p.told_time <= e.at + interval '1 minute';
