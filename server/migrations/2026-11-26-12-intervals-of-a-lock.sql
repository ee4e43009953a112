-- How often a lock reports and wakes, as it said itself; null = as its type says. It stands with its present, for how
-- reachable and how fresh that is goes by it.
alter table device_state
  add column report_interval integer check (report_interval between 5 and 86400),
  add column sleep_interval integer check (sleep_interval between 60 and 604800);

-- An answer that tells them, or that takes those it was given, is the lock's word; a factory reset ends it. What no lock can
-- mean is none.
create function intervals_were_told() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  told jsonb := coalesce(new.result -> 'parameters', '{}');
  given jsonb := case when new.kind = 'set_intervals' and new.state = 'answered_ok' then new.args else '{}' end;
  report numeric := coalesce(told ->> 'report_interval', given ->> 'report_interval')::numeric;
  sleep numeric := coalesce(told ->> 'sleep_interval', given ->> 'sleep_interval')::numeric;
begin
  if new.kind = 'factory_reset' then
    update device_state set report_interval = null, sleep_interval = null where device_id = new.device_id;
  else
    update device_state s set
      report_interval = case when report between 5 and 86400 then report else s.report_interval end,
      sleep_interval = case when sleep between 60 and 604800 then sleep else s.sleep_interval end
    where s.device_id = new.device_id and (report is not null or sleep is not null);
  end if;
  return null;
end $$;
create trigger intervals_were_told after update of state on command for each row
  when (new.state <> old.state and (new.state = 'answered_ok' and new.kind in ('set_intervals', 'query_parameters', 'factory_reset')
    or new.state = 'answered_fail' and new.result is not null))
  execute function intervals_were_told();
revoke execute on function intervals_were_told() from public;
