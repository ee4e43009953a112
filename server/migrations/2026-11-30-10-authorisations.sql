-- Device authorisations: rights of persons to devices they do not see, agreed to by one or two people of whose devices they are.
-- They are of persons and not of organisations: requests have no right to these tables, the handlers ask them for who calls.

create table authorisation (
  -- in one row of numbers with applications: both stand in the same lists
  id bigint primary key default nextval('application_id_seq'),
  org_id bigint references organisation on delete set null, -- whose people authorise: of its devices, and of those below it
  org_name text not null,
  friend_id bigint references operator on delete set null, -- whom the holder asked, or who granted it
  holder_id bigint references operator on delete set null,
  holder_name text not null,
  holder_login text not null,
  holder_org text not null,
  asked text[] not null, -- the numbers as they were typed, of devices or of none
  orders text not null check (orders in ('seal', 'unseal')), -- whoever may unseal may seal
  from_time timestamptz not null,
  until_time timestamptz, -- null: permanent
  reason text not null,
  is_direct boolean not null,
  needs_second boolean not null,
  state text not null
    check (state in ('pending_first', 'pending_second', 'active', 'declined', 'withdrawn', 'lapsed', 'expired', 'ended')),
  step_time timestamptz not null default now(), -- since when it stands so, or was confirmed last
  first_id bigint references operator on delete set null,
  first_name text not null default '',
  first_time timestamptz,
  second_id bigint references operator on delete set null,
  second_name text not null default '',
  second_time timestamptz,
  create_time timestamptz not null default now(),
  end_time timestamptz,
  end_cause text check (end_cause in ('revoked', 'disabled', 'friendship', 'moved', 'retired', 'recycled', 'left', 'unreviewed')),
  end_by text not null default '', -- a person's name
  told boolean not null default true, -- false: that something of it has ended is to be told
  check ((state in ('pending_first', 'pending_second', 'active')) = (end_time is null)),
  check (until_time > from_time and until_time <= from_time + interval '30 days'),
  check (holder_id <> first_id),
  check (holder_id <> second_id),
  check (first_id <> second_id),
  check (state <> 'active' or first_time is not null and (not needs_second or second_time is not null))
);
create index authorisation_holder on authorisation (holder_id, id desc);
create index authorisation_org on authorisation (org_id, id desc);
create index authorisation_friend on authorisation (friend_id);
create index authorisation_first on authorisation (first_id);
create index authorisation_second on authorisation (second_id);
create index authorisation_going_on on authorisation (step_time) where end_time is null;
create index authorisation_untold on authorisation (id) where not told;

-- Of the numbers that were asked for, the devices there are.
create table authorisation_device (
  authorisation_id bigint not null references authorisation on delete cascade,
  device_id bigint not null references device on delete cascade,
  sn text not null, -- as it was called then
  end_time timestamptz,
  end_cause text check (end_cause in ('moved', 'retired', 'recycled')),
  primary key (authorisation_id, device_id)
);
create index authorisation_device_device on authorisation_device (device_id);

-- When an organisation's authorisations take two people; without a row they always do.
create table authorisation_rule (
  org_id bigint primary key references organisation on delete cascade,
  second_permanent boolean not null,
  second_others boolean not null -- for people of other organisations
);

grant select, insert, update, delete on authorisation to plomb_platform;
grant select, insert, update, delete on authorisation_device to plomb_platform;
grant select, insert, update on authorisation_rule to plomb_platform;
grant usage on sequence application_id_seq to plomb_platform;

-- By which authorisation an order was given; null: by none.
alter table command add column authorisation_id bigint references authorisation;
create index command_authorisation on command (authorisation_id, id desc) where authorisation_id is not null;
alter table command add constraint command_by_one_right check (assignment_id is null or authorisation_id is null);

-- Which orders somebody may give a device by it now; null: none. Held, so that whoever ends it takes back what was ordered by it.
create function authorisation_right(authorisation_id bigint, device_id bigint, operator_id bigint) returns text
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.orders from authorisation a join authorisation_device d on d.authorisation_id = a.id
   where a.id = $1 and d.device_id = $2 and a.holder_id = $3 and a.state = 'active' and d.end_time is null
     and a.from_time <= now() and (a.until_time is null or a.until_time > now()) for share of a, d
$$;
create function authorisation_until(bigint) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select until_time from authorisation where id = $1
$$;
-- Whose right it was, for whoever reads the order: whom it was given to, and who agreed.
create function authorised_by(bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select concat_ws(' · ', holder_org, 'A-' || id, nullif(first_name, ''), nullif(second_name, '')) from authorisation where id = $1
$$;
-- Who may order a device by an authorisation, now or later.
create function authorised_people(device_id bigint)
returns table (id bigint, holder_name text, holder_login text, holder_org text, orders text, from_time timestamptz, until_time timestamptz,
  first_name text, second_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.holder_name, a.holder_login, a.holder_org, a.orders, a.from_time, a.until_time, a.first_name, a.second_name
    from authorisation_device d join authorisation a on a.id = d.authorisation_id
   where d.device_id = $1 and d.end_time is null and a.state = 'active' and (a.until_time is null or a.until_time > now())
   order by a.id
$$;

-- What time or somebody else's deed ends: what waits comes to nothing, what holds ends at once.
create function break_authorisations(ids bigint[], cause text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update authorisation set state = case state when 'active' then 'ended' else 'withdrawn' end, end_time = now(), end_cause = cause
    where id = any(ids) and end_time is null
$$;

-- The backstop: what has ended stays so. And what ends is to be told.
create function authorisation_step() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.end_time is not null and (new.state <> old.state or new.end_time is null) then
    raise check_violation using constraint = 'authorisation_ended', message = format('authorisation %s has ended', old.id);
  end if;
  if new.end_time is not null and old.end_time is null then new.told := false; end if;
  return new;
end $$;
create trigger authorisation_step before update of state, end_time on authorisation for each row execute function authorisation_step();

-- What ends takes back what has not left.
create function cancel_orders_of_authorisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'right', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where authorisation_id = new.id and state = 'queued';
  return null;
end $$;
create trigger cancel_orders_of_authorisation after update of end_time on authorisation for each row
  when (new.end_time is not null and old.end_time is null) execute function cancel_orders_of_authorisation();
create function cancel_orders_of_authorised_device() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'right', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where authorisation_id = new.authorisation_id and device_id = new.device_id and state = 'queued';
  update authorisation set told = false where id = new.authorisation_id;
  if not exists (select from authorisation_device d where d.authorisation_id = new.authorisation_id and d.end_time is null) then
    perform break_authorisations(array[new.authorisation_id], new.end_cause);
  end if;
  return null;
end $$;
create trigger cancel_orders_of_authorised_device after update of end_time on authorisation_device for each row
  when (new.end_time is not null and old.end_time is null) execute function cancel_orders_of_authorised_device();

-- Who has a device next gives it to whom it likes.
create function end_authorisations_of_device() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update authorisation_device set end_time = now(), end_cause = case when new.org_id <> old.org_id then 'moved'
      when new.retired_time is not null and old.retired_time is null then 'retired' else 'recycled' end
    where device_id = new.id and end_time is null;
  return null;
end $$;
create trigger end_authorisations_of_device after update of org_id, retired_time, stock_status on device for each row
  when (new.org_id <> old.org_id or new.retired_time is not null and old.retired_time is null
    or new.stock_status = 5 and old.stock_status <> 5)
  execute function end_authorisations_of_device();

create function end_authorisations_of_operator() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform break_authorisations(array(select id from authorisation where holder_id = old.id and end_time is null),
    case when tg_op = 'DELETE' then 'left' when new.org_id <> old.org_id then 'moved' else 'disabled' end);
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger end_authorisations_of_operator after update of status, org_id on operator for each row
  when (new.status = 2 and old.status = 1 or new.org_id <> old.org_id) execute function end_authorisations_of_operator();
create trigger end_authorisations_of_who_leaves before delete on operator for each row execute function end_authorisations_of_operator();

create function end_authorisations_of_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform break_authorisations(array(select id from authorisation where org_id = old.id and end_time is null), 'left');
    return old;
  end if;
  if new.status = 2 and old.status = 1 then
    perform break_authorisations(array(
      with recursive below as (
        select new.id as id union all select o.id from organisation o join below b on o.parent_id = b.id)
      select a.id from authorisation a where a.end_time is null and (a.org_id in (select id from below)
        or a.holder_id in (select p.id from operator p where p.org_id in (select id from below)))), 'disabled');
  end if;
  if new.parent_id is distinct from old.parent_id then
    with recursive above as (
      select id as org_id, id as top from organisation
      union all select a.org_id, o.parent_id from above a join organisation o on o.id = a.top where o.parent_id is not null)
    update authorisation_device s set end_time = now(), end_cause = 'moved' from authorisation a, device d
      where a.id = s.authorisation_id and d.id = s.device_id and s.end_time is null and a.end_time is null
        and not exists (select from above where above.org_id = d.org_id and above.top = a.org_id);
  end if;
  return new;
end $$;
create trigger end_authorisations_of_organisation after update of status, parent_id on organisation for each row
  execute function end_authorisations_of_organisation();
create trigger end_authorisations_of_organisation_gone before delete on organisation for each row
  execute function end_authorisations_of_organisation();

-- Removed or blocked: what there was between the two, also where one of them agreed for somebody else.
create function end_authorisations_of_friends() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform break_authorisations(array(
    select id from authorisation where end_time is null and (
      holder_id = old.low_id and old.high_id in (friend_id, first_id, second_id)
      or holder_id = old.high_id and old.low_id in (friend_id, first_id, second_id))), 'friendship');
  return null;
end $$;
create trigger end_authorisations_of_friends after delete on friendship for each row execute function end_authorisations_of_friends();

revoke execute on function authorisation_right(bigint, bigint, bigint), authorisation_until(bigint), authorised_by(bigint),
  authorised_people(bigint), break_authorisations(bigint[], text), authorisation_step(), cancel_orders_of_authorisation(),
  cancel_orders_of_authorised_device(), end_authorisations_of_device(), end_authorisations_of_operator(),
  end_authorisations_of_organisation(), end_authorisations_of_friends() from public;
grant execute on function authorisation_right(bigint, bigint, bigint), authorisation_until(bigint), authorised_by(bigint),
  authorised_people(bigint) to plomb_app, plomb_platform;
