-- What a regional rule said at any time: a row from each change to the next, written by the database when the change is committed.
-- A swipe is judged by what the rule said when it happened, however late it is told.
create table regional_rule_version (
  id bigint generated always as identity primary key,
  rule_id bigint not null, -- stays told when the rule has gone
  org_id bigint not null references organisation,
  since timestamptz not null,
  until timestamptz, -- null: it says so still
  changed_by text not null, -- '' = the platform
  rule_name text not null,
  enabled boolean not null,
  areas jsonb not null,
  all_devices boolean not null,
  device_ids bigint[] not null,
  cards jsonb not null, -- those it lets open: neither disabled nor being removed
  from_time timestamptz,
  until_time timestamptz,
  hours jsonb,
  check (until >= since)
);
select isolate('regional_rule_version', 'org_id');
grant select on regional_rule_version to plomb_app, plomb_platform;
create unique index regional_rule_version_present on regional_rule_version (rule_id) where until is null;
create index regional_rule_version_rule on regional_rule_version (rule_id, id desc);
create index regional_rule_version_org on regional_rule_version (org_id);

create function keep_rule_version(rule bigint, by text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  before regional_rule_version;
  says regional_rule_version;
  -- not before what it said until now began
  moment timestamptz := clock_timestamp();
begin
  perform from regional_rule_version where rule_id = rule and until is null for update;
  select * into before from regional_rule_version where rule_id = rule and until is null;
  select null, r.id, r.org_id, moment, null, by, r.rule_name, r.status = 1 and r.removing_time is null, r.areas, r.all_devices,
      array(select x.device_id from regional_rule_device x where x.rule_id = r.id order by 1),
      coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.ic_no, 'name', c.ic_name, 'org_id', c.org_id) order by c.id)
        from regional_rule_card x join ic_card c on c.id = x.card_id
        where x.rule_id = r.id and c.status = 1 and c.removing_time is null), '[]'),
      r.from_time, r.until_time, r.hours
    into says from regional_rule r where r.id = rule;
  if before.id is not null and (before.rule_name, before.enabled, before.areas, before.all_devices, before.device_ids, before.cards)
      = (says.rule_name, says.enabled, says.areas, says.all_devices, says.device_ids, says.cards)
    and (before.from_time, before.until_time, before.hours) is not distinct from (says.from_time, says.until_time, says.hours)
  then return; end if;
  if before.id is not null then
    moment := greatest(moment, before.since);
    update regional_rule_version set until = moment where id = before.id;
  end if;
  if says.rule_id is null then
    -- gone: who did it stands in a last row, which says nothing any more
    if before.enabled then
      insert into regional_rule_version (rule_id, org_id, since, until, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards,
          from_time, until_time, hours)
        values (before.rule_id, before.org_id, moment, moment, by, before.rule_name, false, before.areas, before.all_devices,
          before.device_ids, before.cards, before.from_time, before.until_time, before.hours);
    end if;
    return;
  end if;
  insert into regional_rule_version (rule_id, org_id, since, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards,
      from_time, until_time, hours)
    values (says.rule_id, says.org_id, moment, by, says.rule_name, says.enabled, says.areas, says.all_devices, says.device_ids, says.cards,
      says.from_time, says.until_time, says.hours);
end $$;

-- Who changes it says so for the length of the transaction.
create function rule_said_by() returns text language sql stable as $$ select coalesce(current_setting('plomb.rule_by', true), '') $$;

create function rule_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_rule_version(coalesce(new.id, old.id), rule_said_by());
  return null;
end $$;
-- At the end, when its cards and locks are written too.
create constraint trigger rule_changes after insert or delete or update of rule_name, status, areas, all_devices, from_time, until_time, hours,
    removing_time, write_time on regional_rule
  deferrable initially deferred for each row execute function rule_changes();

-- Its cards and locks are part of what it says, whoever writes them.
create function rule_parts_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update regional_rule set write_time = clock_timestamp() where id in (select rule_id from changed);
  return null;
end $$;
create trigger rule_cards_come after insert on regional_rule_card referencing new table as changed for each statement execute function rule_parts_change();
create trigger rule_cards_go after delete on regional_rule_card referencing old table as changed for each statement execute function rule_parts_change();
create trigger rule_locks_come after insert on regional_rule_device referencing new table as changed for each statement execute function rule_parts_change();
create trigger rule_locks_go after delete on regional_rule_device referencing old table as changed for each statement execute function rule_parts_change();

-- A card that may not be given any more is let in by no rule.
create function rule_card_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform keep_rule_version(rule_id, rule_said_by()) from regional_rule_card where card_id = new.id;
  return null;
end $$;
create constraint trigger rule_card_changes after update of status, removing_time on ic_card
  deferrable initially deferred for each row when (old.status <> new.status or old.removing_time is distinct from new.removing_time)
  execute function rule_card_changes();
revoke execute on function keep_rule_version(bigint, text), rule_changes(), rule_parts_change(), rule_card_changes() from public;

-- Those there are say it since they were written.
insert into regional_rule_version (rule_id, org_id, since, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards,
    from_time, until_time, hours)
  select r.id, r.org_id, r.write_time, r.oper_name, r.rule_name, r.status = 1 and r.removing_time is null, r.areas, r.all_devices,
    array(select x.device_id from regional_rule_device x where x.rule_id = r.id order by 1),
    coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'number', c.ic_no, 'name', c.ic_name, 'org_id', c.org_id) order by c.id)
      from regional_rule_card x join ic_card c on c.id = x.card_id
      where x.rule_id = r.id and c.status = 1 and c.removing_time is null), '[]'),
    r.from_time, r.until_time, r.hours
  from regional_rule r;
