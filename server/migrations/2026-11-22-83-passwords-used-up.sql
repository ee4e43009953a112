-- What uses up a one-time password: the lock itself says that it was opened by one, not by the password that stays. Its
-- moment is ours (`at`), as the moment a password was told is; the clock of the lock may be slow.
create or replace function password_was_used() returns trigger language plpgsql as $$
begin
  update unlock_password set state = 'consumed', end_time = new.at
   where device_id = new.device_id and end_time is null and told_time <= new.at + interval '1 minute';
  return null;
end $$;
drop trigger password_was_used on lock_event;
create trigger password_was_used after insert on lock_event for each row
  when (new.code = 'P45:6' and new.lso = 3 and new.counts and new.authenticated)
  execute function password_was_used();
-- somebody else said it first, and then the lock did; or its clock turned out to be slow
create trigger password_was_used_after_all after update on lock_event for each row
  when (new.code = 'P45:6' and new.lso = 3 and new.counts and new.authenticated
    and (not old.counts or not old.authenticated or new.at > old.at))
  execute function password_was_used();

-- Of two told in one moment the one that came later is in force. One that has ended is in force again only when it is told
-- later than that: a report that comes twice tells nothing new.
create or replace function keep_unlock_password(device bigint, sealed bytea, fingerprint bytea, told timestamptz) returns boolean
language plpgsql as $$
declare
  held unlock_password;
begin
  perform from public.device d where d.id = keep_unlock_password.device for update;
  select * into held from unlock_password p where p.device_id = device and p.end_time is null;
  if found and held.fingerprint = keep_unlock_password.fingerprint then
    update unlock_password p set told_time = greatest(p.told_time, told) where p.id = held.id;
    return true;
  end if;
  if exists (select from unlock_password p where p.device_id = device
      and (p.told_time > told or p.fingerprint = keep_unlock_password.fingerprint and p.end_time >= told)) then
    return false;
  end if;
  update unlock_password p set state = 'superseded', end_time = told where p.id = held.id;
  insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time)
    select d.id, d.org_id, keep_unlock_password.sealed, keep_unlock_password.fingerprint, told
      from public.device d where d.id = device;
  return true;
end $$;
