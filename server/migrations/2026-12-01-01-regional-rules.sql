-- Regional rules: which cards open which locks in which areas, and when. What a lock is to hold of them, and how far it has come.

create table regional_rule (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  rule_name text not null,
  status smallint not null check (status in (1, 2)),
  areas jsonb not null,
  all_devices boolean not null,
  from_time timestamptz,
  until_time timestamptz,
  hours jsonb,
  -- as its locks were told last: enabled and within its period
  in_force boolean not null default false,
  -- by whose right, and by which key, its orders are given: who wrote it last
  operator_id bigint not null,
  api_key_id bigint,
  oper_name text not null default '',
  write_time timestamptz not null default now(),
  removing_time timestamptz, -- deleted while locks held something of it
  create_time timestamptz not null default now(),
  unique (org_id, rule_name),
  check (until_time > from_time)
);
comment on table regional_rule is 'managed: deleted by its organisation, and gone when no lock holds anything of it';
select isolate('regional_rule', 'org_id');
grant select, insert, update, delete on regional_rule to plomb_app, plomb_platform;

create table regional_rule_card (
  rule_id bigint not null references regional_rule on delete cascade,
  card_id bigint not null references ic_card on delete cascade,
  primary key (rule_id, card_id)
);
comment on table regional_rule_card is 'managed: part of its rule';
create index regional_rule_card_card on regional_rule_card (card_id);
create table regional_rule_device (
  rule_id bigint not null references regional_rule on delete cascade,
  device_id bigint not null references device on delete cascade,
  primary key (rule_id, device_id)
);
comment on table regional_rule_device is 'managed: part of its rule';
create index regional_rule_device_device on regional_rule_device (device_id);
do $$
declare t text;
begin
  foreach t in array array['regional_rule_card', 'regional_rule_device'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy of_own_rules on %s to plomb_app using (exists (select from regional_rule r where r.id = rule_id))', t);
    execute format('create policy everything on %s to plomb_platform using (true)', t);
    execute format('create policy owner on %s to current_user using (true)', t);
    execute format('grant select, insert, update, delete on %s to plomb_app, plomb_platform', t);
  end loop;
end $$;

-- How a lock stands to its rules.
create table lock_sync (
  device_id bigint primary key,
  org_id bigint not null,
  state text not null default 'desired' check (state in ('desired', 'pushing', 'synced', 'drift', 'unable')),
  cause text check (cause in ('otherCards', 'refused', 'unsupported', 'northEastOnly', 'tooManyAreas', 'tooManyCards', 'right', 'unusable')),
  pushes integer not null default 0, -- in vain since it last agreed
  turns integer not null default 0, -- orders it was given
  command_id bigint, -- the one that is under way
  -- by its own word it opens for cards inside its areas alone
  confined boolean not null default false,
  -- its list has to be read: cards changed since, or somebody asked
  unread boolean not null default false,
  page integer, -- of its list, that comes next
  page_id bigint, -- the order by which the first page was read
  told integer, -- cards by its own count
  told_time timestamptz,
  -- cells
  synced integer not null default 0,
  pushing integer not null default 0,
  removing integer not null default 0,
  drift integer not null default 0,
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
select isolate('lock_sync', 'org_id');
grant select on lock_sync to plomb_app;
grant select, insert, update, delete on lock_sync to plomb_platform;
create index lock_sync_state on lock_sync (org_id, state);

-- Cards that rules want in a lock, and those that came by rules and are to go.
create table lock_card (
  device_id bigint not null references lock_sync on delete cascade,
  number text not null,
  rule_id bigint not null references regional_rule,
  wanted boolean not null,
  primary key (device_id, number)
);
create index lock_card_rule on lock_card (rule_id);
create index lock_card_number on lock_card (number);
-- Outlines the same, by the number that the lock keeps them under.
create table lock_area (
  device_id bigint not null references lock_sync on delete cascade,
  number smallint not null check (number between 1 and 10),
  rule_id bigint not null references regional_rule,
  name text not null,
  points jsonb not null,
  wanted boolean not null,
  -- the lock said yes to it
  confirmed boolean not null default false,
  primary key (device_id, number)
);
create index lock_area_rule on lock_area (rule_id);
do $$
declare t text;
begin
  foreach t in array array['lock_card', 'lock_area'] loop
    execute format('alter table %s enable row level security', t);
    execute format('alter table %s force row level security', t);
    execute format('create policy of_own_locks on %s to plomb_app using (exists (select from lock_sync s where s.device_id = %s.device_id))', t, t);
    execute format('create policy everything on %s to plomb_platform using (true)', t);
    execute format('create policy owner on %s to current_user using (true)', t);
    execute format('grant select on %s to plomb_app', t);
    execute format('grant select, insert, update, delete on %s to plomb_platform', t);
  end loop;
end $$;

-- Locks to be looked after.
create table lock_sync_due (
  device_id bigint primary key,
  turn bigint not null default 0
);
grant select, insert, update, delete on lock_sync_due to plomb_platform;

create function sync_due(devices bigint[]) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into lock_sync_due as s (device_id) select distinct d from unnest(devices) d order by d
    on conflict (device_id) do update set turn = s.turn + 1
$$;
revoke execute on function sync_due(bigint[]) from public;
grant execute on function sync_due(bigint[]) to plomb_platform;

-- Of an organisation and all above it.
create function orgs_above(org bigint) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = org
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select id from up
$$;
create function orgs_below(org bigint) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive down as (
    select id from organisation where id = org
    union all select o.id from organisation o join down on o.parent_id = down.id)
  select id from down
$$;
revoke execute on function orgs_above(bigint), orgs_below(bigint) from public;
grant execute on function orgs_above(bigint), orgs_below(bigint) to plomb_app, plomb_platform;

-- Every lock a rule is for, or that holds something of it.
create function rule_due(rule bigint) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform sync_due(array(
    select d.id from device d join regional_rule r on r.id = rule
      where d.org_id in (select orgs_below(r.org_id)) and d.retired_time is null
        and (r.all_devices or exists (select from regional_rule_device x where x.rule_id = r.id and x.device_id = d.id))
    union select device_id from lock_card where rule_id = rule
    union select device_id from lock_area where rule_id = rule));
end $$;
revoke execute on function rule_due(bigint) from public;
grant execute on function rule_due(bigint) to plomb_app, plomb_platform;

create function sync_of_device() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- a lock takes nothing along to another organisation, and one that is told nothing any more keeps no record
  if tg_op = 'UPDATE' and (old.org_id <> new.org_id or not still_serves(new)) then
    delete from lock_sync where device_id = new.id;
  end if;
  if exists (select from regional_rule) then perform sync_due(array[new.id]); end if;
  return null;
end $$;
create trigger sync_of_new_device after insert on device for each row execute function sync_of_device();
create trigger sync_of_device after update of org_id, status, lost, device_state, retired_time, device_type_id on device for each row
  when (old.org_id <> new.org_id or old.status <> new.status or old.lost <> new.lost or old.device_state <> new.device_state
    or old.retired_time is distinct from new.retired_time or old.device_type_id <> new.device_type_id)
  execute function sync_of_device();

create function sync_of_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform sync_due(array(select id from device where org_id in (select orgs_below(new.id)) and retired_time is null));
  return null;
end $$;
create trigger sync_of_organisation after update of parent_id on organisation for each row
  when (old.parent_id is distinct from new.parent_id) execute function sync_of_organisation();

create function sync_of_card() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform rule_due(rule_id) from regional_rule_card where card_id = coalesce(new.id, old.id);
  perform sync_due(array(select device_id from lock_card where number = coalesce(new.ic_no, old.ic_no)));
  return null;
end $$;
create trigger sync_of_card after update of status, removing_time on ic_card for each row
  when (old.status <> new.status or old.removing_time is distinct from new.removing_time) execute function sync_of_card();

-- Another lock holds nothing of what the former did.
create function sync_of_exchanged() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from lock_sync where device_id = new.device_id;
  if exists (select from regional_rule) then perform sync_due(array[new.device_id]); end if;
  return null;
end $$;
create trigger sync_of_exchanged after update of exchange_time on lock_state for each row
  when (old.exchange_time is distinct from new.exchange_time) execute function sync_of_exchanged();

-- What a lock says to orders of cards and areas counts whoever gave them.
create function sync_of_order() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from lock_sync where device_id = new.device_id for no key update) then return null; end if;
  if new.state = 'answered_ok' then
    if new.kind = 'factory_reset' then
      update lock_sync set confined = false, unread = true, page = null where device_id = new.device_id;
      delete from lock_area where device_id = new.device_id and not wanted;
      update lock_area set confirmed = false where device_id = new.device_id;
    elsif new.kind in ('confine_cards', 'release_cards') then
      update lock_sync set confined = new.kind = 'confine_cards' where device_id = new.device_id;
    elsif new.kind = 'set_area' then
      update lock_area set confirmed = name = new.args ->> 'name' and points = new.args -> 'area' -> 'points'
        where device_id = new.device_id and number = (new.args ->> 'number')::int;
    elsif new.kind = 'delete_area' then
      delete from lock_area where device_id = new.device_id and number = (new.args ->> 'number')::int and not wanted;
      update lock_area set confirmed = false where device_id = new.device_id and number = (new.args ->> 'number')::int;
    end if;
  elsif new.kind = 'set_area' and new.attempt > 0 then
    -- it may keep what was sent, or what it kept before
    update lock_area set confirmed = false where device_id = new.device_id and number = (new.args ->> 'number')::int;
  end if;
  if new.kind in ('add_cards', 'delete_cards') and new.attempt > 0 then
    update lock_sync set unread = true, page = null where device_id = new.device_id;
  end if;
  perform sync_due(array[new.device_id]);
  return null;
end $$;
create trigger sync_of_order after update of state on command for each row
  when (new.state <> old.state and new.state <> 'queued' and new.kind in ('add_cards', 'delete_cards', 'query_cards', 'set_area',
    'delete_area', 'confine_cards', 'release_cards', 'factory_reset'))
  execute function sync_of_order();

-- A lock that told its whole list holds no other card of those it was sent before it was asked.
create function cards_not_listed(device bigint, since bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from device_card where device_id = device and command_id < since
$$;
revoke execute on function sync_of_device(), sync_of_organisation(), sync_of_card(), sync_of_exchanged(), sync_of_order(),
  cards_not_listed(bigint, bigint) from public;
grant execute on function cards_not_listed(bigint, bigint) to plomb_platform;

-- Their orders are given in the rule's name.
grant execute on function devices_without_cards(bigint[], text[]) to plomb_platform;
grant insert on command to plomb_platform;

-- Somebody looks after locks in drift: their list is read again, and, where it is so wanted, all is pushed anew.
create function sync_again(devices bigint[], anew boolean) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update lock_sync set unread = true, page = 1, pushes = case when anew then 0 else pushes end
    where device_id = any(devices) and org_id = any (plomb_orgs());
  perform sync_due(devices);
end $$;
revoke execute on function sync_again(bigint[], boolean) from public;
grant execute on function sync_again(bigint[], boolean) to plomb_app;
