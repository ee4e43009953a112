-- What a second person has to approve before it is ordered. The rule is of an organisation, for its devices and for those of all below it.

create table approval_rule (
  org_id bigint not null references organisation on delete cascade,
  kind text not null check (kind in ('unseal', 'factory_reset')),
  primary key (org_id, kind)
);
comment on table approval_rule is 'managed: taken away by its organisation';
select isolate('approval_rule', 'org_id');
grant select, insert, delete on approval_rule to plomb_app, plomb_platform;

-- What needs one for the devices of an organisation, also by the word of those above, which may be out of sight.
create function approval_kinds(org bigint) returns text[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = org
    union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select coalesce(array_agg(distinct r.kind order by r.kind), '{}') from approval_rule r join up on up.id = r.org_id
$$;
revoke execute on function approval_kinds(bigint) from public;
grant execute on function approval_kinds(bigint) to plomb_app, plomb_platform;

create table approval (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- whose device it is
  device_id bigint not null references device,
  kind text not null check (kind in ('unseal', 'factory_reset')),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'lapsed')),
  reason_code text,
  reason_text jsonb,
  reason text not null,
  operator_id bigint not null references operator, -- in whose name and by whose right it is ordered
  oper_name text not null,
  login_name text not null,
  api_key_id bigint,
  idempotency_key text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  end_time timestamptz,
  decider_id bigint references operator,
  decider_name text not null default '',
  decider_login text not null default '',
  way text check (way in ('afar', 'present')),
  remark text not null default '',
  unique (operator_id, idempotency_key),
  check ((state = 'waiting') = (end_time is null)),
  check ((state in ('approved', 'declined')) = (decider_id is not null)),
  check ((state = 'approved') = (way is not null)),
  -- the backstop: nobody decides what they asked for themselves
  constraint approval_own check (decider_id <> operator_id)
);
create unique index approval_waits on approval (operator_id, device_id, kind) where state = 'waiting';
create index approval_org on approval (org_id, id desc);
create index approval_waiting on approval (expire_time) where state = 'waiting';
create index approval_device on approval (device_id);
create index approval_decider on approval (decider_id);
select isolate('approval', 'org_id');
grant select, insert, update (state, end_time, decider_id, decider_name, decider_login, way, remark) on approval to plomb_app, plomb_platform;
grant delete on approval to plomb_platform;

-- The backstop: what is settled stays so.
create function approval_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'waiting' then
    raise check_violation using constraint = 'approval_ended', message = format('approval %s is settled', old.id);
  end if;
  return new;
end $$;
create trigger approval_step before update on approval for each row execute function approval_step();

-- By which approval an order was given: one order for each.
alter table command add column approval_id bigint references approval;
create unique index command_approval on command (approval_id) where approval_id is not null;

-- The backstop: however an order comes to be, it is not written where a second person is asked for and none has approved this very one.
create function order_is_approved() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = any (approval_kinds(new.org_id)) and not exists (
    select from approval a where a.id = new.approval_id and a.state = 'approved' and a.device_id = new.device_id
      and a.org_id = new.org_id and a.kind = new.kind and a.operator_id = new.operator_id) then
    raise check_violation using constraint = 'approval_needed', message = format('a second person has to approve %s of device %s', new.kind, new.device_id);
  end if;
  return new;
end $$;
create trigger order_is_approved before insert on command for each row
  when (new.kind in ('unseal', 'factory_reset')) execute function order_is_approved();
revoke execute on function approval_step(), order_is_approved() from public;
