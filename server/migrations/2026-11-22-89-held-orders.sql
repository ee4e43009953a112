-- A seal the platform holds by its own word was never sent and never answered, and the record of the order says just that.
create or replace function command_guard() returns trigger language plpgsql as $$
begin
  if old.state in ('held', 'answered_ok', 'answered_fail', 'failed', 'expired', 'cancelled') and new.state <> old.state then
    raise exception 'command % has ended as % and cannot become %', old.id, old.state, new.state;
  end if;
  if new.state = 'queued' and old.state <> 'queued' and old.physical then
    raise exception 'physical command % must never be sent again', old.id;
  end if;
  return new;
end $$;

alter table command drop constraint command_state_check;
alter table command add constraint command_state_check check (state in
  ('queued', 'held', 'sent', 'answered_ok', 'answered_fail', 'uncertain', 'failed', 'expired', 'cancelled'));

alter table command disable trigger command_guard;
update command c set state = 'held', sent_time = null, answer_time = null
  where evidence = 'held'
    or exists (select from lock_event e where e.id = c.evidence_event_id and e.code = 'platform:seal');
alter table command enable trigger command_guard;

alter table command
  add constraint held_was_not_sent check (state <> 'held' or (sent_time is null and answer_time is null)),
  add constraint held_by_the_platform check (evidence <> 'held' or state = 'held');
-- what the platform holds is judged again with every word of its lock that comes late
create index command_held on command (device_id, expire_time) where physical and state = 'held';
