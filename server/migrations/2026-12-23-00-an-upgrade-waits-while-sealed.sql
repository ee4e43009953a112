-- A lock that is sealed or comes onto a batch while it is being sent a firmware waits again, and one that waits so may still say
-- what became of what it has. One that has said that it took it starts anew, and is not taken back.
create or replace function keep_firmware_steps() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_table_name = 'firmware_rollout' then
    if (old.state, new.state) not in (('draft', 'running'), ('running', 'paused'), ('running', 'stopped'), ('paused', 'running'),
      ('stopped', 'running'), ('running', 'ended'), ('paused', 'ended'), ('stopped', 'ended'), ('running', 'done'), ('done', 'running')) then
      raise exception 'no step of a roll-out' using errcode = '23514', constraint = 'firmware_step';
    end if;
  elsif (old.state, new.state) not in (('created', 'queued'), ('queued', 'sending'), ('sending', 'queued'), ('verifying', 'queued'),
      ('queued', 'verifying'), ('sending', 'verifying'),
      ('verifying', 'success'), ('created', 'failed'), ('queued', 'failed'), ('sending', 'failed'), ('verifying', 'failed'),
      ('created', 'cancelled'), ('queued', 'cancelled'), ('created', 'timed_out'), ('queued', 'timed_out'),
      ('sending', 'timed_out'), ('verifying', 'timed_out'), ('failed', 'created'), ('timed_out', 'created')) then
    raise exception 'no step of an issue' using errcode = '23514', constraint = 'firmware_step';
  end if;
  if tg_table_name = 'firmware_issue' and new.state = 'queued' and old.state = 'verifying' then
    if old.answer_time is not null then
      raise exception 'the lock has taken it' using errcode = '23514', constraint = 'firmware_step';
    end if;
  end if;
  return new;
end $$;
