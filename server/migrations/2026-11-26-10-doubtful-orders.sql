-- An order that gives somebody what opens the lock ends as uncertain when no answer comes, also one that was sent again.
alter table command
  -- what the lock may have done without a word matters; decided by its kind
  add column doubtful boolean not null default true,
  drop constraint never_in_doubt;
update command set doubtful = false where again and kind <> 'add_cards';
alter table command
  add constraint doubt_without_repeating check (again or doubtful),
  add constraint never_in_doubt check (doubtful or state <> 'uncertain');

-- The life of an order, as `server/src/domains/orders/lifeCycle.ts` has it. An answer counts whatever became of the order
-- meanwhile, if it was sent before; what was not written after all waits again, its attempt not counted.
create or replace function command_guard() returns trigger language plpgsql as $$
declare
  answered constant text[] := array['answered_ok', 'answered_fail'];
  late constant text[] := case when old.again and old.attempt > 0 then answered else '{}' end;
  last_sent constant boolean := old.attempt >= case when old.again then 3 else 1 end;
begin
  if new.state = old.state then return new; end if;
  if new.state = 'queued' and not (old.again and new.attempt < 3) then
    raise exception 'command % must never be sent again', old.id;
  end if;
  if new.state = 'uncertain' and not (old.doubtful and (last_sent or old.state = 'queued')) then
    raise exception 'command % leaves no doubt', old.id;
  end if;
  if new.state <> all (case
      when old.state = 'queued' and old.doubtful and old.attempt > 0
        then array['sent', 'held', 'cancelled', 'uncertain'] || late
      when old.state = 'queued' then array['sent', 'held', 'cancelled', 'expired'] || late
      when old.state = 'sent' and old.again then array['queued', 'uncertain', 'failed'] || answered
      when old.state = 'sent' then array['uncertain', 'failed', 'expired'] || answered
      when old.state = 'uncertain' and old.again then array['queued', 'failed'] || answered
      when old.state = 'uncertain' then array['failed', 'expired'] || answered
      when old.state in ('failed', 'expired', 'cancelled') then late
      else '{}' end) then
    raise exception 'command % is % and cannot become %', old.id, old.state, new.state;
  end if;
  return new;
end $$;
