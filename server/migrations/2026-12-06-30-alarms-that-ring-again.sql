-- What rings again, or is proved by the lock itself, is told again; and a deed of one's own is one's own whenever it rang.
-- See docs/decisions/0077-whom-alarms-are-told.md and 0078-the-alarm-cockpit.md.

-- `stage` 4: a critical alarm that rang again after a rest, or that a stranger said and now the lock; told to whom it was told first.
create function alarm_rang_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into alarm_due (org_id, alarm_id, stage) values (new.org_id, new.id, 4);
  return null;
end $$;
create trigger alarm_rang_again after update of hits, unproved on alarm for each row
  when (new.process_time is null and new.severity = 'critical' and (old.unproved and not new.unproved
    or new.hits > old.hits and new.last_time >= old.last_time + interval '10 minutes'))
  execute function alarm_rang_again();
revoke execute on function alarm_rang_again() from public;

-- Any event that rang it, not the first alone: what is counted on an alarm may be somebody's own deed.
create function is_own_alarm(alarm_id bigint, operator bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from alarm a join command c on c.operator_id = is_own_alarm.operator and c.device_id = a.device_id
      join lock_event e on e.id = c.evidence_event_id
    where a.id = is_own_alarm.alarm_id and (e.id = a.event_id
      or e.org_id = a.org_id and e.rang_time >= a.create_time and (a.kind = any(e.rang) or a.kind = any(e.doubt_rang))))
$$;
revoke execute on function is_own_alarm(bigint, bigint) from public;
grant execute on function is_own_alarm(bigint, bigint) to plomb_app, plomb_platform;

create or replace function keep_alarm_steps() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.process_time is not null then
    raise check_violation using constraint = 'alarm_processed', message = 'a processed alarm stays as it is';
  end if;
  if new.process_time is not null and new.processor_id is not null and is_own_alarm(new.id, new.processor_id) then
    raise check_violation using constraint = 'alarm_own', message = 'nobody processes the alarm of their own deed';
  end if;
  return new;
end $$;
drop function alarm_is_own(bigint, bigint);

-- A photo is of the organisation whose alarm it shows: whoever sees the alarm opens it.
create function alarm_photos() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update file f set org_id = new.org_id where f.id = any(new.photos) and f.purpose = 'alarm' and f.org_id <> new.org_id
    and exists (select from file_use u where u.file_id = f.id and u.used_by = 'alarm ' || new.id);
  return null;
end $$;
create trigger alarm_photos after update of photos on alarm for each row when (new.photos <> old.photos)
  execute function alarm_photos();
revoke execute on function alarm_photos() from public;
