-- What people do with an alarm: take it, hand it over, escalate it, process it. See docs/decisions/0078-the-alarm-cockpit.md.

alter table alarm
  add column owner_time timestamptz,
  add column escalate_time timestamptz, -- handed up, and taken by nobody since
  add column photos text[] not null default '{}',
  add constraint alarm_photos check (cardinality(photos) <= 9),
  add constraint alarm_escalated_is_unclaimed check (escalate_time is null or owner_id is null or process_time is not null);
update alarm set owner_time = coalesce(process_time, last_time) where owner_id is not null;

alter table alarm drop constraint alarm_result_check;
alter table alarm add constraint alarm_result_check
  check (result in ('handled', 'driver', 'false_alarm', 'maintenance', 'police', 'other', 'explained', 'exchanged'));

-- the queue as it is read: the most severe first, then the longest waiting
create index alarm_queue on alarm ((array_position(array['critical', 'warning', 'info'], severity)), id)
  where process_time is null;
create index alarm_owned on alarm (owner_id) where process_time is null and owner_id is not null;
create index alarm_process_time on alarm (process_time) where process_time is not null;

create table alarm_step (
  id bigint generated always as identity primary key,
  alarm_id bigint not null references alarm on delete cascade,
  org_id bigint not null,
  step text not null check (step in ('take', 'hand_over', 'escalate', 'process')),
  operator_id bigint not null references operator,
  oper_name text not null,
  login_name text not null,
  to_id bigint references operator,
  to_name text not null default '',
  to_login text not null default '',
  reason text not null default '',
  create_time timestamptz not null default now(),
  check ((step = 'hand_over') = (to_id is not null))
);
create index alarm_step_alarm on alarm_step (alarm_id, id);
select isolate('alarm_step', 'org_id');
grant select, insert on alarm_step to plomb_app;
grant select, insert, delete on alarm_step to plomb_platform;

-- What was an order of a person's own, and rang: somebody else has to look at it.
create function alarm_is_own(event bigint, operator bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from command c where c.evidence_event_id = event and c.operator_id = operator)
$$;
revoke execute on function alarm_is_own(bigint, bigint) from public;
grant execute on function alarm_is_own(bigint, bigint) to plomb_app, plomb_platform;

-- Whatever writes: what has ended stays as it ended, and nobody ends what was their own deed.
create function keep_alarm_steps() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.process_time is not null then
    raise check_violation using constraint = 'alarm_processed', message = 'a processed alarm stays as it is';
  end if;
  if new.process_time is not null and new.processor_id is not null and alarm_is_own(new.event_id, new.processor_id) then
    raise check_violation using constraint = 'alarm_own', message = 'nobody processes the alarm of their own deed';
  end if;
  return new;
end $$;
create trigger keep_alarm_steps before update of owner_id, escalate_time, process_time, processor_id, result, remark, photos on alarm
  for each row execute function keep_alarm_steps();
revoke execute on function keep_alarm_steps() from public;

-- Escalated by hand: told at once to the recipients of the next organisation above.
create function alarm_escalated() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into alarm_due (org_id, alarm_id, stage) values (new.org_id, new.id, 3);
  return null;
end $$;
create trigger alarm_escalated after update of escalate_time on alarm for each row
  when (new.escalate_time is not null and new.escalate_time is distinct from old.escalate_time)
  execute function alarm_escalated();
revoke execute on function alarm_escalated() from public;

-- Whether a person may process alarms of an organisation: it is theirs or below theirs, and their role has the button.
create function may_process_alarms(operator bigint, org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from operator o
      join role_button rb on rb.role_id = o.role_id join button b on b.id = rb.button_id and b.btn_code = 'process'
      join menu m on m.id = b.menu_id and m.menu_code = 'alarm'
      join role_menu rm on rm.role_id = o.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id
    where o.id = may_process_alarms.operator and o.status = 1 and organisation_enabled(o.org_id)
      and o.org_id in (select orgs_above(may_process_alarms.org)))
$$;
revoke execute on function may_process_alarms(bigint, bigint) from public;
grant execute on function may_process_alarms(bigint, bigint) to plomb_app;

-- Who does not hear alarms for a while, and why.
create table alarm_mute (
  operator_id bigint primary key references operator on delete cascade,
  org_id bigint not null references organisation,
  until_time timestamptz not null,
  reason text not null check (reason <> '')
);
select isolate('alarm_mute', 'org_id');
grant select, insert, update, delete on alarm_mute to plomb_app, plomb_platform;
