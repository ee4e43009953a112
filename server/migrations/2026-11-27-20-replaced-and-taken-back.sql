-- An order that was sent, and whose place a newer one took, is not sent again: its cause says so before it has ended. One
-- that may have reached the lock leaves the doubt it leaves, also when it is taken back.
create or replace function command_guard() returns trigger language plpgsql as $$
declare
  answered constant text[] := array['answered_ok', 'answered_fail'];
  late constant text[] := case when old.again and old.attempt > 0 then answered else '{}' end;
  replaced constant boolean := old.cause is not distinct from 'replaced';
  last_sent constant boolean := old.attempt >= case when old.again then 3 else 1 end;
begin
  if new.state = old.state then return new; end if;
  if new.state = 'queued' and not (old.again and new.attempt < 3 and not replaced) then
    raise exception 'command % must never be sent again', old.id;
  end if;
  if new.state = 'uncertain' and not (old.doubtful and (last_sent or replaced or old.state = 'queued')) then
    raise exception 'command % leaves no doubt', old.id;
  end if;
  if new.state <> all (case
      when old.state = 'queued' and old.doubtful and old.attempt > 0 then array['sent', 'held', 'uncertain'] || late
      when old.state = 'queued' then array['sent', 'held', 'cancelled', 'expired'] || late
      when old.state in ('sent', 'uncertain') and old.again then answered || array['failed']
        || case when old.state = 'sent' then array['queued', 'uncertain'] else '{}' end
        || case when (replaced or old.state = 'uncertain') and not (old.doubtful and old.attempt > 1) then array['expired'] else '{}' end
      when old.state = 'sent' then array['uncertain', 'failed', 'expired'] || answered
      when old.state = 'uncertain' then array['failed', 'expired'] || answered
      when old.state in ('failed', 'expired', 'cancelled') then late
      else '{}' end) then
    raise exception 'command % is % and cannot become %', old.id, old.state, new.state;
  end if;
  return new;
end $$;

-- What an order that waits becomes when it is taken back (`cancel` in server/src/domains/orders/lifeCycle.ts).
create function taken_back(c command) returns text language sql immutable
  as $$ select case when c.doubtful and c.attempt > 0 then 'uncertain' else 'cancelled' end $$;

create or replace function cancel_orders_of_unusable() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'unusable', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where device_id = new.id and state = 'queued';
  return null;
end $$;

create or replace function device_leaves() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'right', finish_time = case when taken_back(c) = 'cancelled' then now() end
   where device_id = old.id and state = 'queued';
  if device_has_history(old.id) then
    insert into device_left (device_id, org_id, sn, device_name, subject)
    values (old.id, old.org_id, old.sn, old.device_name, old.subject)
    on conflict (device_id, org_id) do update set sn = excluded.sn, device_name = excluded.device_name,
      subject = excluded.subject, left_time = excluded.left_time;
  end if;
  return null;
end $$;
