-- Custody: who has a device. Where it is in stock keeping (`stock_status`), what it is good for (`device_state`), and every
-- step it took.

alter table device
  add column device_state text not null default 'in_use' check (device_state in ('in_use', 'maintenance', 'scrapped')),
  -- of what is issued and not received yet
  add column receiver_id bigint references operator on delete set null,
  add column issue_time timestamptz,
  -- when the preliminary inspection was passed last; ends with the issue
  add column inspect_time timestamptz;
create index device_receiver on device (receiver_id) where receiver_id is not null;

create table custody (
  id bigint generated always as identity primary key,
  device_id bigint not null references device,
  org_id bigint not null references organisation, -- whose it was
  to_org_id bigint not null references organisation, -- whose it is after the step
  step text not null,
  from_status smallint not null check (from_status between 1 and 7),
  to_status smallint not null check (to_status between 1 and 7),
  device_state text not null,
  operator_id bigint, -- who did it stays told, also when that person has left; so below
  oper_name text not null default '',
  source text not null check (source in ('web', 'device')),
  receiver_id bigint,
  receiver text not null default '',
  witness_id bigint,
  witness text not null default '',
  reason text not null default '',
  photo text references file,
  at timestamptz not null default now(),
  create_time timestamptz not null default now()
);
create index custody_device on custody (device_id, id desc);
create index custody_org on custody (org_id, id desc);
create index custody_to_org on custody (to_org_id, id desc) where to_org_id <> org_id;
create index custody_photo on custody (photo) where photo is not null;
create trigger custody_append_only before update or delete on custody for each statement execute function append_only();

alter table custody enable row level security;
alter table custody force row level security;
-- seen by who had the device and by who has it since; written by who has it
create policy of_giver_and_taker on custody for select to plomb_app
  using (org_id = any ((select plomb_orgs())::bigint[]) or to_org_id = any ((select plomb_orgs())::bigint[]));
create policy of_who_has_it on custody for insert to plomb_app
  with check (org_id = any ((select plomb_orgs())::bigint[])
    and exists (select from device d where d.id = device_id and d.org_id in (custody.org_id, custody.to_org_id)));
create policy everything on custody to plomb_platform using (true);
create policy owner on custody to current_user using (true);
grant select, insert on custody to plomb_app, plomb_platform;

create or replace function device_has_history(device bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from lock_event where device_id = device) or exists (select from alarm where device_id = device)
      or exists (select from command where device_id = device) or exists (select from quarantine where device_id = device)
      or exists (select from not_understood where device_id = device)
      or exists (select from custody where device_id = device)
      or exists (select from position where device_id = device)
$$;

-- The backstop: whatever a program does, a device goes from one status to the next, and one that is scrapped stays scrapped.
create function stock_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.device_state = 'scrapped' and new.device_state <> 'scrapped' then
    raise check_violation using constraint = 'device_scrapped', message = format('device %s is scrapped', old.id);
  end if;
  if new.stock_status <> old.stock_status and (old.stock_status, new.stock_status) not in
      ((1, 2), (2, 3), (3, 4), (3, 2), (4, 6), (6, 7), (7, 6), (7, 4), (4, 5), (7, 5), (5, 2)) then
    raise check_violation using constraint = 'stock_status_step',
      message = format('device %s does not go from %s to %s', old.id, old.stock_status, new.stock_status);
  end if;
  return new;
end $$;
create trigger stock_step before update of stock_status, device_state on device for each row execute function stock_step();

-- Neither what is scrapped nor what is in maintenance takes orders: they wait for nothing there.
drop trigger cancel_orders_of_unusable on device;
create trigger cancel_orders_of_unusable after update of status, lost, device_state on device for each row
  when (new.status <> 1 or new.lost or new.device_state <> 'in_use') execute function cancel_orders_of_unusable();

-- Devices whose lock changed its status: their stock follows a moment later, outside of the transaction reports wait for.
create table stock_due (
  device_id bigint primary key references device on delete cascade,
  turn bigint not null default 1 -- counts what changed since it came here
);
grant select, insert, update, delete on stock_due to plomb_platform;
create function stock_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into stock_due as s values (new.device_id) on conflict (device_id) do update set turn = s.turn + 1;
  return null;
end $$;
create trigger stock_due after update of lock_status on device_state for each row
  when (new.lock_status <> old.lock_status) execute function stock_due();

-- What people did may make a word of before matter: a device that is found again, received or repaired.
create function stock_due_again() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into stock_due as s values (new.id) on conflict (device_id) do update set turn = s.turn + 1;
  return null;
end $$;
create trigger stock_due_again after update of stock_status, device_state, lost on device for each row
  when (new.stock_status <> old.stock_status or new.device_state <> old.device_state or new.lost <> old.lost)
  execute function stock_due_again();

-- An order that may act on the lock still: a device goes to nobody else meanwhile.
create function order_under_way(device bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from command c where c.device_id = device and (c.state = 'sent'
    or c.state in ('uncertain', 'answered_ok') and c.physical and (c.evidence is null or c.evidence = 'possible')
      and c.sent_time > now() - interval '10 minutes'))
$$;

-- Whether an organisation may have devices of this type and maker: they are its own, or of one above it.
create function device_reaches(type bigint, maker bigint, goal bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select id, parent_id from organisation where id = goal
    union select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select exists (select from device_type t join up on up.id = t.org_id where t.id = type)
    and (maker is null or exists (select from manufacturer m join up on up.id = m.org_id where m.id = maker))
$$;

-- What is issued to somebody of another organisation is in the giver's sight until it is received. The receiver knows it
-- by these two functions alone, and only what is meant for that person.
create function issued_to(receiver bigint)
returns table (id bigint, sn text, device_name text, device_type text, org_name text, stock_status smallint,
  device_state text, lost boolean, retired boolean, busy boolean, issue_time timestamptz, oper_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, d.sn, d.device_name, t.device_type, o.org_name, d.stock_status, d.device_state, d.lost,
    d.retired_time is not null, d.org_id <> (select o.org_id from operator o where o.id = receiver) and order_under_way(d.id),
    d.issue_time,
    coalesce((select c.oper_name from custody c where c.device_id = d.id and c.step = 'issue' order by c.id desc limit 1), '')
  from device d join device_type t on t.id = d.device_type_id join organisation o on o.id = d.org_id
  where d.receiver_id = receiver and d.stock_status = 3
$$;

-- The receiver takes what was issued, into the own organisation, or refuses it. Tells what was taken, in the order of ids.
create function settle_issued(devices bigint[], receiver bigint, takes boolean, why text)
returns table (id bigint, org_id bigint, to_org_id bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  who operator%rowtype;
  one device%rowtype;
begin
  select * into who from operator o where o.id = receiver;
  for one in select * from device d where d.id = any(devices) order by d.id for update loop
    continue when one.receiver_id is distinct from receiver or one.stock_status <> 3 or one.lost
      or one.device_state <> 'in_use' or one.retired_time is not null;
    if takes and who.org_id <> one.org_id and order_under_way(one.id) then
      raise check_violation using constraint = 'device_busy', message = format('device %s has an order under way', one.id);
    end if;
    insert into custody (device_id, org_id, to_org_id, step, from_status, to_status, device_state, operator_id, oper_name,
        source, receiver_id, receiver, reason)
      values (one.id, one.org_id, case when takes then who.org_id else one.org_id end,
        case when takes then 'receive' else 'return' end, 3, case when takes then 4 else 2 end, one.device_state,
        who.id, who.oper_name, 'web', who.id, who.oper_name, why);
    update device d set stock_status = case when takes then 4 else 2 end, receiver_id = null, issue_time = null,
        inspect_time = null, org_id = case when takes then who.org_id else d.org_id end
      where d.id = one.id;
    id := one.id;
    org_id := one.org_id;
    to_org_id := case when takes then who.org_id else one.org_id end;
    return next;
  end loop;
end $$;
revoke execute on function stock_due_again(), order_under_way(bigint), device_reaches(bigint, bigint, bigint), issued_to(bigint), settle_issued(bigint[], bigint, boolean, text), stock_due(), stock_step()
  from public;
grant execute on function order_under_way(bigint), device_reaches(bigint, bigint, bigint), issued_to(bigint), settle_issued(bigint[], bigint, boolean, text) to plomb_app;
