-- What an organisation wants of each kind of alarm, for itself and those below it. See docs/decisions/0088-rules-of-alarms.md.

create table alarm_rule (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  kind text not null,
  is_on boolean not null default true,
  severity text not null check (severity in ('critical', 'warning', 'info')),
  schedule jsonb, -- null: always; outside of it the alarm is a mere notice
  told bigint[] not null default '{}', -- recipients of this organisation; none: as 0077 has it
  told_further bigint[] not null default '{}',
  again_minutes integer check (again_minutes between 1 and 1440), -- null: as the house has it
  further_minutes integer check (further_minutes between 1 and 1440),
  reason text not null default '',
  constraint alarm_rule_kind unique (org_id, kind),
  check (further_minutes is null or again_minutes is null or further_minutes >= again_minutes),
  -- metal that was forced, or opened without right, always rings; that it rings as less is somebody's word
  constraint alarm_rule_guards check (kind not in ('illegal_unlocking', 'illegal_unlock', 'card_against_rule')
    or is_on and schedule is null and (severity = 'critical' or char_length(reason) >= 6))
);
comment on table alarm_rule is 'managed: deleted by its organisation';
select isolate('alarm_rule', 'org_id');
grant select, insert, update, delete on alarm_rule to plomb_app, plomb_platform;

-- Each change of a rule, and who made it, kept for ever.
create table alarm_rule_change (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  kind text not null,
  said jsonb, -- the rule from then on; null: it went, and what is above holds
  changed_by text not null, -- '' = the platform
  time timestamptz not null default clock_timestamp()
);
create index alarm_rule_change_kind on alarm_rule_change (org_id, kind, id desc);
select isolate('alarm_rule_change', 'org_id');
grant select on alarm_rule_change to plomb_app, plomb_platform;

create function alarm_rule_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    insert into alarm_rule_change (org_id, kind, said, changed_by) values (old.org_id, old.kind, null, rule_said_by());
  elsif tg_op = 'INSERT' or new is distinct from old then
    insert into alarm_rule_change (org_id, kind, said, changed_by)
      values (new.org_id, new.kind, to_jsonb(new) - 'id' - 'org_id' - 'kind', rule_said_by());
  end if;
  return null;
end $$;
create trigger alarm_rule_changes after insert or update or delete on alarm_rule
  for each row execute function alarm_rule_changes();

-- Whom it names are recipients of its own organisation.
create function alarm_rule_told() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from unnest(new.told || new.told_further) r
      where not exists (select from alarm_config c where c.id = r and c.org_id = new.org_id)) then
    raise check_violation using constraint = 'alarm_rule_told', message = 'a rule names recipients of its own organisation';
  end if;
  return new;
end $$;
create trigger alarm_rule_told before insert or update of told, told_further, org_id on alarm_rule
  for each row execute function alarm_rule_told();

-- A recipient that goes is named no more; a rule whose last one went tells whom it would without.
create function alarm_config_goes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update alarm_rule r set told = array_remove(r.told, old.id), told_further = array_remove(r.told_further, old.id)
    where r.org_id = old.org_id and old.id = any(r.told || r.told_further);
  return null;
end $$;
create trigger alarm_config_goes after delete on alarm_config for each row execute function alarm_config_goes();

-- The rule of a kind for an organisation: its own, or that of the nearest above it that has one. No row: nobody has said anything.
create function alarm_rule_of(org bigint, of_kind text) returns setof alarm_rule
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select o.id, o.parent_id, 0 as depth from organisation o where o.id = org
    union all select o.id, o.parent_id, up.depth + 1 from organisation o join up on o.id = up.parent_id)
  select r.* from up join alarm_rule r on r.org_id = up.id and r.kind = of_kind order by up.depth limit 1
$$;

-- As `isScheduled` of the contract says it; a test holds the two to the same.
create function is_scheduled(schedule jsonb, at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select schedule is null or case
      when s.from_hour = s.until_hour then s.today
      when s.from_hour < s.until_hour then s.today and s.hour >= s.from_hour and s.hour < s.until_hour
      else s.today and s.hour >= s.from_hour or s.day_before and s.hour < s.until_hour end
    from (select to_char(l.at, 'HH24:MI') as hour, schedule ->> 'from' as from_hour, schedule ->> 'until' as until_hour,
        schedule -> 'days' @> to_jsonb(extract(isodow from l.at)::int) as today,
        schedule -> 'days' @> to_jsonb(extract(isodow from l.at - interval '1 day')::int) as day_before
      from (select is_scheduled.at at time zone (schedule ->> 'time_zone') as at) l) s
$$;

-- How grave a rule says an alarm is at a moment.
create function alarm_severity_by(rule alarm_rule, at timestamptz) returns text
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when is_scheduled(rule.schedule, at) then rule.severity else 'info' end
$$;

-- Whoever raises an alarm cannot forget its rule. One that is off does not ring; what was open before stays until somebody has dealt with it.
create function alarm_by_rule() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rule alarm_rule;
begin
  select * into rule from alarm_rule_of(new.org_id, new.kind);
  if rule.id is null then return new; end if;
  if not rule.is_on then return null; end if;
  new.severity := alarm_severity_by(rule, new.last_time);
  return new;
end $$;
create trigger alarm_by_rule before insert on alarm for each row when (new.process_time is null)
  execute function alarm_by_rule();

-- What rings again may be graver by now: it began outside of its hours, or its rule has changed. It never becomes less by itself.
create function alarm_graver() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rule alarm_rule;
  severity text;
begin
  select * into rule from alarm_rule_of(new.org_id, new.kind);
  if rule.id is null or not rule.is_on then return new; end if;
  severity := alarm_severity_by(rule, new.last_time);
  if array_position(array['critical', 'warning', 'info'], severity) < array_position(array['critical', 'warning', 'info'], new.severity) then
    new.severity := severity;
  end if;
  return new;
end $$;
create trigger alarm_graver before update of hits on alarm for each row
  when (new.process_time is null and new.severity <> 'critical' and new.hits > old.hits)
  execute function alarm_graver();

-- It is told as if it had just come, and what was due of the lesser one is not.
create function alarm_became_graver() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from alarm_due where alarm_id = new.id;
  insert into alarm_due (org_id, alarm_id) values (new.org_id, new.id);
  return null;
end $$;
create trigger alarm_became_graver after update of hits on alarm for each row when (new.process_time is null
    and array_position(array['critical', 'warning', 'info'], new.severity) < array_position(array['critical', 'warning', 'info'], old.severity))
  execute function alarm_became_graver();
drop trigger alarm_rang_again on alarm;
create trigger alarm_rang_again after update of hits, unproved on alarm for each row
  when (new.process_time is null and new.severity = 'critical' and old.severity = 'critical' and (old.unproved and not new.unproved
    or new.hits > old.hits and new.last_time >= old.last_time + interval '10 minutes'))
  execute function alarm_rang_again();

-- Who is told of an alarm of this kind: those its rule names, else those of the nearest organisation that has any; further up those the
-- rule names for it, else those of the next above, else who was told before. Disabled ones are among them: somebody wanted that.
create function alarm_told(org bigint, of_kind text, further boolean) returns bigint[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with rule as (select told, told_further from alarm_rule_of(org, of_kind)),
  named as (select case when further then told_further else told end as ids from rule),
  above as (select array(select c.id from alarm_config c
    where c.org_id = case when further then coalesce(alarm_recipients(org, 2), alarm_recipients(org, 1)) else alarm_recipients(org, 1) end
    order by c.id) as ids)
  select coalesce(
    (select ids from named where ids <> '{}'),
    (select told from rule where further and told <> '{}' and alarm_recipients(org, 2) is null),
    (select ids from above))
$$;
revoke execute on function alarm_rule_changes(), alarm_rule_told(), alarm_config_goes(), alarm_rule_of(bigint, text),
  is_scheduled(jsonb, timestamptz), alarm_severity_by(alarm_rule, timestamptz), alarm_by_rule(), alarm_graver(), alarm_became_graver(),
  alarm_told(bigint, text, boolean) from public;
grant execute on function alarm_rule_of(bigint, text), is_scheduled(jsonb, timestamptz), alarm_told(bigint, text, boolean) to plomb_app, plomb_platform;

-- Whoever looks after whom alarms are told gets their rules too. An installation that begins has no menus yet, and gets this one with all others.
insert into menu (menu_code, name_zh, name_en, menu_url, menu_icon, remarks, sid, sort)
  select 'alarmRule', '告警规则', 'Alarm rules', 'alarms/AlarmRulesPage', 'param', remarks, sid, sort from menu where menu_code = 'alarmConfig'
  on conflict (menu_code) do nothing;
insert into button (menu_id, btn_code, name_zh, name_en, action_url)
  select m.id, b.code, b.zh, b.en, b.url from menu m,
    (values ('list', '查询告警规则', 'Search alarm rules', '/alarmRule/list'),
      ('update', '修改告警规则', 'Edit alarm rule', '/alarmRule/set'),
      ('delete', '恢复沿用的告警规则', 'Let an alarm rule be inherited again', '/alarmRule/remove')) as b(code, zh, en, url)
   where m.menu_code = 'alarmRule'
  on conflict (menu_id, btn_code) do nothing;
-- a role holds nothing that the role above it does not: from the top down
insert into role_menu (role_id, menu_id)
  select rm.role_id, m.id from role_menu rm join menu c on c.id = rm.menu_id and c.menu_code = 'alarmConfig', menu m
   where m.menu_code = 'alarmRule'
   order by (select count(*) from role_above(rm.role_id))
  on conflict do nothing;
insert into role_button (role_id, button_id)
  select rb.role_id, b.id from role_button rb join button had on had.id = rb.button_id
    join menu c on c.id = had.menu_id and c.menu_code = 'alarmConfig'
    join menu m on m.menu_code = 'alarmRule' join button b on b.menu_id = m.id and b.btn_code = had.btn_code
    join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id
   order by (select count(*) from role_above(rb.role_id))
  on conflict do nothing;
