-- A rule below another puts its own beside whom the one above has told, and does not replace them. See docs/decisions/0108-told-whoever-ordered-it.md.

-- The rules of a kind for an organisation and those above it, the nearest first: the first is the one that holds.
create function alarm_rules_over(org bigint, of_kind text) returns setof alarm_rule
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select o.id, o.parent_id, 0 as depth from organisation o where o.id = org
    union all select o.id, o.parent_id, up.depth + 1 from organisation o join up on o.id = up.parent_id)
  select r.* from up join alarm_rule r on r.org_id = up.id and r.kind = of_kind order by up.depth
$$;

-- Whom the rules of a kind name for a step: whatever kinds they chose themselves, they are told of this one. One that is off, or has
-- made a notice of it, orders nobody to be told; hours say how grave an alarm is, and not who is told of it.
create function alarm_named(org bigint, of_kind text, further boolean) returns bigint[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array(select distinct u.id from alarm_rules_over(org, of_kind) with ordinality r,
    unnest(case when further then r.told_further else r.told end) as u(id)
    where r.ordinality = 1 or r.is_on and r.severity <> 'info' order by u.id)
$$;

-- Who is told of an alarm of this kind: whom the rules name. Where the rule that holds names nobody, those of the nearest organisation
-- that has any are told too; further up those of the next above, else who was told before.
create or replace function alarm_told(org bigint, of_kind text, further boolean) returns bigint[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with rule as (select told, told_further from alarm_rule_of(org, of_kind)),
  usual as (select case
      when (select case when further then told_further else told end <> '{}' from rule) then '{}'
      when further and alarm_recipients(org, 2) is null and (select told <> '{}' from rule) then (select told from rule)
      else array(select c.id from alarm_config c
        where c.org_id = case when further then coalesce(alarm_recipients(org, 2), alarm_recipients(org, 1)) else alarm_recipients(org, 1) end)
    end as ids)
  select array(select distinct id from usual, unnest(usual.ids || alarm_named(org, of_kind, further)) as id order by id)
$$;
revoke execute on function alarm_rules_over(bigint, text), alarm_named(bigint, text, boolean) from public;
grant execute on function alarm_rules_over(bigint, text), alarm_named(bigint, text, boolean) to plomb_app, plomb_platform;

-- The rights of whoever has alarms are asked once for each person and organisation, however many they have.
create or replace function give_back_alarms() returns setof bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with held as materialized (
    select distinct owner_id, org_id from alarm where process_time is null and owner_id is not null),
  lost as materialized (select owner_id, org_id from held where not may_process_alarms(owner_id, org_id)),
  given as materialized (
    select a.id, a.org_id, a.severity, a.owner_id, a.owner, a.owner_login
      from alarm a join lost on lost.owner_id = a.owner_id and lost.org_id = a.org_id
      where a.process_time is null order by a.id limit 500 for update of a skip locked),
  stepped as (
    insert into alarm_step (alarm_id, org_id, step, operator_id, oper_name, login_name)
      select id, org_id, 'give_back', owner_id, owner, owner_login from given),
  due as (insert into alarm_due (org_id, alarm_id, stage) select org_id, id, 1 from given where severity <> 'info')
  update alarm a set owner_id = null, owner = '', owner_login = '', owner_time = null
    from given where a.id = given.id returning a.id
$$;
