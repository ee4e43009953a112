-- Days of an organisation are those of its own time zone: until when a certificate is good, what is overdue, what the calendar shows.
-- And what stands in the tables of metering is held from its first row on, not only when it changes. See docs/decisions/0126-metering.md.

alter table organisation add column time_zone text;
update organisation set time_zone = 'UTC';
alter table organisation alter column time_zone set not null;
-- a new one has the zone of the one above unless it says its own
create function organisation_zone() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.time_zone := coalesce(new.time_zone, (select time_zone from organisation where id = new.parent_id), 'UTC');
  return new;
end $$;
create trigger organisation_zone before insert on organisation for each row execute function organisation_zone();
create function day_in(time_zone text) returns date language sql stable as $$ select (now() at time zone time_zone)::date $$;
create function organisation_day(org bigint) returns date language sql stable as $$
  select day_in(time_zone) from organisation where id = org
$$;
-- How it stands with a verification on a day; soon is within thirty of them: contract/src/metering/meters.ts.
create function meter_due(due date, today date) returns text language sql immutable as $$
  select case when due is null then 'none' when due < today then 'overdue' when due <= today + 30 then 'soon' else 'valid' end
$$;
drop function meter_due(date);
drop function meter_today();

-- what failed has been good for nothing since that day: the last one was the day before
update meter m set due_date = m.verify_date - 1
where m.due_date = m.verify_date and not (select v.passed from meter_verification v where v.meter_id = m.id order by v.verify_date desc, v.id desc limit 1);

-- A seal on a meter is its organisation's, whoever put it on: who has the meter knows what is on it.
update seal s set org_id = p.org_id from seal_point p where p.seal_id = s.id and s.org_id <> p.org_id;

-- That something is wrong with a seal is seen where it is on.
alter table seal_point add column abnormal boolean not null default false;
update seal_point p set abnormal = s.abnormal from seal s where s.id = p.seal_id and s.abnormal;
create function seal_to_point() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update seal_point set abnormal = new.abnormal where seal_id = new.id;
  return null;
end $$;
create trigger seal_to_point after update of abnormal on seal for each row
  when (old.abnormal is distinct from new.abnormal and new.state = 'sealed')
  execute function seal_to_point();

create function seal_point_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.seal_id is not null or not exists (select from meter where id = new.meter_id and org_id = new.org_id) then
      raise check_violation using constraint = 'seal_point_rule', message = 'a point is one of its meter, and starts without a seal';
    end if;
    return new;
  end if;
  if (new.id, new.org_id, new.meter_id, new.nth, new.point_name) is distinct from (old.id, old.org_id, old.meter_id, old.nth, old.point_name)
    or old.seal_id is not null and new.seal_id is not null and new.seal_id <> old.seal_id
  then
    raise check_violation using constraint = 'seal_point_rule', message = 'a point stays what it is, and has one seal after the other';
  end if;
  if new.seal_id is not null and not exists (select from seal where id = new.seal_id and state = 'sealed' and thing = 'point'
      and thing_id = new.id and number = new.number and medium = new.medium)
    or new.seal_id is null and (new.number <> '' or new.medium is not null
      or exists (select from seal where thing = 'point' and thing_id = new.id))
  then
    raise check_violation using constraint = 'seal_point_rule', message = 'a point says what its seal says';
  end if;
  return new;
end $$;
create trigger seal_point_stays before insert or update on seal_point for each row execute function seal_point_stays();

create function metering_begins() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from meter where id = new.meter_id and org_id = new.org_id and state <> 'scrapped') then
    raise check_violation using constraint = 'metering_begins', message = 'it is of no meter of that organisation that is there';
  end if;
  return new;
end $$;
create trigger work_begins before insert on meter_work_order for each row execute function metering_begins();
create trigger inspection_begins before insert on meter_inspection for each row execute function metering_begins();
create trigger verification_begins before insert on meter_verification for each row execute function metering_begins();
create function meter_begins() returns trigger language plpgsql as $$
begin
  if new.state <> 'in_use' or new.patrol_time is not null or new.last_time is not null then
    raise check_violation using constraint = 'meter_step', message = 'a meter begins in use, without a seal';
  end if;
  return new;
end $$;
create trigger meter_begins before insert on meter for each row execute function meter_begins();
create function work_begins_open() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' or new.repairer_id is not null or new.signer_id is not null then
    raise check_violation using constraint = 'work_step', message = 'a work order begins open';
  end if;
  return new;
end $$;
create trigger work_begins_open before insert on meter_work_order for each row execute function work_begins_open();

-- What a meter is stays once something is told of it: a certificate is of one number.
create function meter_known(meter bigint) returns boolean language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from meter_verification where meter_id = meter) or exists (select from meter_inspection where meter_id = meter)
    or exists (select from meter_work_order where meter_id = meter) or exists (select from meter_move where meter_id = meter)
    or exists (select from seal_point p join seal_operation o on o.thing = 'point' and o.thing_id = p.id where p.meter_id = meter)
$$;
revoke execute on function meter_known(bigint) from public;
grant execute on function meter_known(bigint) to plomb_app, plomb_platform;
create function meter_stays() returns trigger language plpgsql as $$
begin
  if new.org_id <> old.org_id or (new.factory_number, new.type_id) <> (old.factory_number, old.type_id) and meter_known(old.id) then
    raise check_violation using constraint = 'meter_identity', message = 'what a meter is stays';
  end if;
  return new;
end $$;
create trigger meter_stays before update on meter for each row execute function meter_stays();

-- What was found is such that the meter is not used until it is settled: as its exception type said then.
alter table meter_inspection add column stops_use boolean not null default false;
alter table meter_inspection disable trigger inspection_stays;
update meter_inspection x set stops_use = e.stops_use from exception_type e where e.id = x.exception_type_id and e.stops_use;
alter table meter_inspection enable trigger inspection_stays;

-- A verification that failed after a repair: the order is open again, and what was done and signed before stays told.
create table meter_work_round (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  work_id bigint not null references meter_work_order,
  repairer_id bigint not null, repairer text not null, repair_time timestamptz not null,
  work text not null, parts text not null, verify_needed boolean not null, photos text[] not null,
  signer_id bigint, signer text not null, sign_time timestamptz,
  reopener_id bigint not null, reopener text not null, reopen_reason text not null, reopen_time timestamptz not null
);
create index meter_work_round_work on meter_work_round (work_id, id);
select isolate('meter_work_round', 'org_id');
grant select on meter_work_round to plomb_app, plomb_platform;
create trigger meter_work_round_append_only before update or delete on meter_work_round for each statement execute function append_only();
alter table meter_work_order add column reopener_id bigint, add column reopener text not null default '',
  add column reopen_reason text not null default '', add column reopen_time timestamptz;
create function work_reopened() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into meter_work_round (org_id, work_id, repairer_id, repairer, repair_time, work, parts, verify_needed, photos, signer_id, signer,
    sign_time, reopener_id, reopener, reopen_reason, reopen_time)
  values (old.org_id, old.id, old.repairer_id, old.repairer, old.repair_time, old.work, old.parts, old.verify_needed, old.photos, old.signer_id,
    old.signer, old.sign_time, new.reopener_id, new.reopener, new.reopen_reason, new.reopen_time);
  return null;
end $$;
create trigger work_reopened after update of state on meter_work_order for each row
  when (old.state in ('repaired', 'signed') and new.state = 'open') execute function work_reopened();
-- the newest verification since the repair failed
create function work_failed(work bigint) returns boolean language sql stable as $$
  select coalesce((select not passed from meter_verification where work_id = work order by verify_date desc, id desc limit 1), false)
$$;
create or replace function work_goes_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  reopened constant boolean := old.state in ('repaired', 'signed') and new.state = 'open';
begin
  if reopened and (not work_failed(old.id) or new.reopener_id is null or new.reopen_reason = ''
    or (new.repairer_id, new.repair_time, new.signer_id, new.sign_time) is distinct from (null, null, null, null))
  then
    raise check_violation using constraint = 'work_not_failed', message = 'a work order is open again once a verification after its repair failed';
  end if;
  if new.meter_id <> old.meter_id or new.org_id <> old.org_id or new.reason <> old.reason or new.opener_id <> old.opener_id
    or new.state <> old.state and not reopened and not (old.state = 'open' and new.state in ('repaired', 'cancelled')
      or old.state = 'repaired' and new.state in ('signed', 'cancelled') or old.state = 'signed' and new.state in ('closed', 'cancelled'))
    or not reopened and old.repair_time is not null and (new.repairer_id, new.repair_time, new.work, new.parts, new.verify_needed, new.photos)
      is distinct from (old.repairer_id, old.repair_time, old.work, old.parts, old.verify_needed, old.photos)
    or not reopened and old.sign_time is not null and (new.signer_id, new.sign_time) is distinct from (old.signer_id, old.sign_time)
    or old.state in ('closed', 'cancelled')
  then
    raise check_violation using constraint = 'work_step', message = 'a work order does not go from ' || old.state || ' to ' || new.state;
  end if;
  if old.state = 'open' and new.state = 'repaired' and exists (select from meter where id = new.meter_id and state = 'sealed') then
    raise check_violation using constraint = 'work_sealed', message = 'the meter of the work order is under seal';
  end if;
  return new;
end $$;
create or replace function meter_work_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details)
    select n.org_id, 'meter.work_opened', n.meter_id, 'meter_work_order', n.id, n.open_time, n.opener_id, n.opener, 'organisation',
      jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'work', 'WO-' || n.id, 'reason', n.reason, 'receiver', nullif(n.assignee, '')))
    from added n join meter m on m.id = n.meter_id order by n.id;
    return null;
  end if;
  -- a fact is told once of its source: what is done again is of its round
  insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details, rests_on)
  select n.org_id, case n.state when 'open' then 'meter.work_reopened' when 'repaired' then 'meter.work_repaired' when 'signed' then 'meter.work_signed'
      when 'closed' then 'meter.work_closed' else 'meter.work_cancelled' end, n.meter_id, case when r.id is null then 'meter_work_order' else 'meter_work_round' end, coalesce(r.id, n.id),
    case n.state when 'open' then n.reopen_time when 'repaired' then n.repair_time when 'signed' then n.sign_time when 'closed' then n.close_time
      else n.cancel_time end,
    case n.state when 'open' then n.reopener_id when 'repaired' then n.repairer_id when 'signed' then n.signer_id when 'closed' then n.closer_id
      else n.canceller_id end,
    case n.state when 'open' then n.reopener when 'repaired' then n.repairer when 'signed' then n.signer when 'closed' then n.closer
      else n.canceller end,
    'organisation',
    jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'work', 'WO-' || n.id,
      'reason', nullif(case n.state when 'open' then n.reopen_reason when 'repaired' then n.work when 'cancelled' then n.cancel_reason else '' end, ''),
      'parts', case when n.state = 'repaired' then nullif(n.parts, '') end,
      'verify_needed', case when n.state = 'repaired' then nullif(n.verify_needed, false) end)),
    case when n.state = 'repaired' then coalesce((select array_agg(f.sha256 order by u.nth)
      from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}') else '{}' end
  from added n join was w on w.id = n.id join meter m on m.id = n.meter_id
    left join lateral (select max(id) as id from meter_work_round where work_id = n.id) r on true where n.state <> w.state order by n.id;
  return null;
end $$;

-- lists of what was done at points of meters, whatever else is done with seals
create index seal_operation_at_points on seal_operation (org_id, id desc) where thing = 'point';
create index seal_operation_of_point on seal_operation (thing_id, at desc, id desc) where thing = 'point' and outcome = 'done';
create index meter_inspection_day on meter_inspection (org_id, at);
revoke execute on function organisation_zone(), seal_to_point(), seal_point_stays(), metering_begins(), work_reopened() from public;
