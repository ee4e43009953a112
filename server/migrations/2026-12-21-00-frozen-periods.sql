-- Frozen periods: from a time until a time nothing of an organisation, and of all below it, opens but by whoever may end that (decision 0149).

create table frozen_period (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  period_name text not null check (period_name <> ''),
  from_time timestamptz not null,
  until_time timestamptz not null,
  operator_id bigint not null references operator,
  oper_name text not null,
  login_name text not null,
  create_time timestamptz not null default now(),
  -- ended before its time
  end_time timestamptz,
  ender_id bigint references operator,
  ender_name text not null default '',
  ender_login text not null default '',
  end_reason text not null default '',
  -- what is over cannot be frozen afterwards
  check (create_time <= from_time and from_time < until_time and until_time <= from_time + interval '92 days'),
  check ((end_time is null) = (ender_id is null) and (end_time is null) = (end_reason = ''))
);
create index frozen_period_org on frozen_period (org_id, until_time);
create index frozen_period_operator on frozen_period (operator_id);
create index frozen_period_ender on frozen_period (ender_id);
select isolate('frozen_period', 'org_id');
grant select, insert, update (end_time, ender_id, ender_name, ender_login, end_reason) on frozen_period to plomb_app, plomb_platform;
grant delete on frozen_period to plomb_platform;

create function frozen_period_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.end_time is not null or old.until_time <= now() then
    raise check_violation using constraint = 'frozen_period_ended', message = format('frozen period %s is over', old.id);
  end if;
  return new;
end $$;
create trigger frozen_period_step before update on frozen_period for each row execute function frozen_period_step();

-- Those of an organisation, also by the word of those above, which may be out of sight, that are not over.
create function frozen_periods(org bigint) returns jsonb
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('name', f.period_name, 'from_time', f.from_time, 'until_time', f.until_time)
      order by f.from_time, f.id), '[]')
    from frozen_period f where f.org_id in (select orgs_above(org)) and f.end_time is null and f.until_time > now()
$$;
create function is_frozen(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from frozen_period f where f.org_id in (select orgs_above(org)) and f.end_time is null
    and f.from_time <= now() and f.until_time > now())
$$;
-- Whether an order would open in one without the right to: that is of whoever sees the lock and may end frozen periods, and of a key that
-- was given it besides.
create function order_frozen(one command) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select one.kind = 'unseal' and is_frozen(one.org_id) and not (
    one.assignment_id is null and one.authorisation_id is null
    and exists (select from operator o join role_button rb on rb.role_id = o.role_id
        join button b on b.id = rb.button_id and b.btn_code = 'unfreeze' join menu m on m.id = b.menu_id and m.menu_code = 'approval'
        join role_menu rm on rm.role_id = o.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id
       where o.id = one.operator_id and o.org_id in (select orgs_above(one.org_id)))
    and (one.api_key_id is null or exists (
      select from api_key k where k.id = one.api_key_id and k.physical and 'approval:unfreeze' = any (k.scope))))
$$;
-- When these locks were frozen, as far as it was while they were with whom they are.
create function frozen_times(devices bigint[]) returns table (device_id bigint, from_time timestamptz, until_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, greatest(f.from_time, moved.at), least(f.until_time, f.end_time)
    from device d cross join lateral (select max(move_time) as at from device_move m where m.device_id = d.id) moved
      join frozen_period f on f.org_id in (select orgs_above(d.org_id))
   where d.id = any (devices) and greatest(f.from_time, moved.at) < least(f.until_time, f.end_time)
$$;
revoke execute on function frozen_period_step(), frozen_periods(bigint), is_frozen(bigint), order_frozen(command), frozen_times(bigint[]) from public;
grant execute on function frozen_periods(bigint), is_frozen(bigint), order_frozen(command) to plomb_app, plomb_platform;
grant execute on function frozen_times(bigint[]) to plomb_platform;

-- The backstop: however an order comes to be.
create function order_is_not_frozen() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if order_frozen(new) then
    raise check_violation using constraint = 'frozen_period', message = format('device %s is in a frozen period', new.device_id);
  end if;
  return new;
end $$;
create trigger order_is_not_frozen before insert on command for each row when (new.kind = 'unseal') execute function order_is_not_frozen();
revoke execute on function order_is_not_frozen() from public;

-- What keeps an order that waits from leaving: that a period began meanwhile, and as before.
create or replace function order_barred(one command) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when one.kind = 'unseal' then coalesce(
    case when order_frozen(one) then 'frozen' end,
    case when one.authorisation_id is not null then authorisation_barred(one.authorisation_id, one.device_id) end,
    case when one.approval_id is null then unseal_barred(one.org_id, one.device_id) end) end
$$;

-- Nor does a code that waits.
create or replace function lock_code_stands(message bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from password_disclosure x
      join unlock_password p on p.id = x.password_id and p.end_time is null
      join device d on d.id = x.device_id and d.org_id = x.org_id
      join operator s on s.id = x.operator_id
     where x.message_id = message and d.status = 1 and not d.lost and d.device_state <> 'scrapped' and d.retired_time is null
       and not 'unseal' = any (approval_kinds(d.org_id)) and unseal_barred(d.org_id, d.id) is null and not is_frozen(d.org_id)
       and s.status = 1 and organisation_enabled(s.org_id) and s.org_id in (select orgs_above(d.org_id))
       and (x.api_key_id is null or exists (
         select from api_key k where k.id = x.api_key_id and k.revoke_time is null and k.expire_time > now()))
       and exists (select from role_button rb join button b on b.id = rb.button_id and b.btn_code = 'unlockPassword'
         join menu m on m.id = b.menu_id and m.menu_code = 'map'
         join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id join menu_enabled e on e.id = m.id where rb.role_id = s.role_id)
       and (x.receiver_id is null or exists (
         select from operator r join contact c on c.operator_id = r.id and c.channel = x.channel and c.confirm_time <= x.disclose_time
          where r.id = x.receiver_id and r.status = 1 and organisation_enabled(r.org_id))))
$$;
