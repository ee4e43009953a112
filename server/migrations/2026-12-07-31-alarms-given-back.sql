-- What somebody has who is disabled, gone elsewhere or without the right waits for everybody again. See docs/decisions/0078-the-alarm-cockpit.md.
alter table alarm_step drop constraint alarm_step_step_check;
alter table alarm_step add constraint alarm_step_step_check check (step in ('take', 'hand_over', 'escalate', 'process', 'give_back'));

-- The row names who had it; nobody did it but the platform. Its recipients are told that nobody has it.
create function give_back_alarms() returns setof bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given bigint;
begin
  for given in
    select a.id from alarm a where a.process_time is null and a.owner_id is not null and not may_process_alarms(a.owner_id, a.org_id)
      order by a.id limit 500 for update skip locked
  loop
    insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name)
      select a.id, a.org_id, 'give_back', a.owner_id, a.owner, a.owner_login from alarm a where a.id = given;
    update alarm set owner_id = null, owner = '', owner_login = '', owner_time = null where id = given;
    insert into alarm_due (org_id, alarm_id, stage) select a.org_id, a.id, 1 from alarm a where a.id = given and a.severity <> 'info';
    return next given;
  end loop;
end $$;
revoke execute on function give_back_alarms() from public;
grant execute on function give_back_alarms() to plomb_platform;
