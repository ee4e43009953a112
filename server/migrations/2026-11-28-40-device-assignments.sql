-- Devices that are distributed to organisations which do not see them: these may give their locks the chosen order, and nothing else.
-- One row for each device and organisation of a distribution; one that was refused says why, and never held.

create sequence distribution;
grant usage on sequence distribution to plomb_app;

create table device_assignment (
  id bigint generated always as identity primary key,
  distribution_id bigint not null, -- those that were given together
  device_id bigint not null references device on delete cascade,
  org_id bigint not null references organisation, -- whose device it is
  to_org_id bigint not null references organisation, -- who may give it orders
  giver_org_id bigint not null references organisation, -- both lie below it, or it ends
  orders text not null check (orders in ('seal', 'unseal')), -- whoever may unseal may seal
  sending boolean not null, -- false: it is seen, and takes no order
  refusal text not null default '', -- why it was not given, by its code
  operator_id bigint not null references operator,
  oper_name text not null,
  login_name text not null,
  create_time timestamptz not null default now(),
  end_time timestamptz,
  end_cause text check (end_cause in ('withdrawn', 'replaced', 'moved', 'retired')),
  end_by text not null default '', -- a person's name
  check (refusal = '' or end_time is not null)
);
create unique index device_assignment_once on device_assignment (device_id, to_org_id) where end_time is null;
create index device_assignment_org on device_assignment (org_id, id desc);
create index device_assignment_to_org on device_assignment (to_org_id, id desc);
create index device_assignment_giver on device_assignment (giver_org_id);
create index device_assignment_operator on device_assignment (operator_id);

alter table device_assignment enable row level security;
alter table device_assignment force row level security;
-- read by whose device it is, and by whom it was given to; given by who sees both; changed by who sees the device
create policy of_giver_and_taker on device_assignment for select to plomb_app
  using (org_id = any ((select plomb_orgs())::bigint[]) or refusal = '' and to_org_id = any ((select plomb_orgs())::bigint[]));
create policy of_who_sees_both on device_assignment for insert to plomb_app
  with check (org_id = any ((select plomb_orgs())::bigint[]) and to_org_id = any ((select plomb_orgs())::bigint[])
    and exists (select from device d where d.id = device_id and d.org_id = device_assignment.org_id));
create policy of_who_sees_the_device on device_assignment for update to plomb_app
  using (org_id = any ((select plomb_orgs())::bigint[]));
create policy everything on device_assignment to plomb_platform using (true);
create policy owner on device_assignment to current_user using (true);
grant select, insert, update (sending, end_time, end_cause, end_by) on device_assignment to plomb_app;
grant select, delete on device_assignment to plomb_platform;

-- By which assignment an order was given; null: in the sight of whoever gave it.
alter table command add column assignment_id bigint references device_assignment;
create index command_assignment on command (assignment_id, id desc) where assignment_id is not null;

-- What ends, or is forbidden, takes back what has not left.
create function cancel_orders_of_assignment() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'right', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where assignment_id = new.id and state = 'queued';
  return null;
end $$;
create trigger cancel_orders_of_assignment after update of sending, end_time on device_assignment for each row
  when (new.end_time is not null or not new.sending) execute function cancel_orders_of_assignment();

-- Who has a device next gives it to whom it likes.
create function end_assignments_of_device() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update device_assignment set end_time = now(), end_cause = case when new.org_id <> old.org_id then 'moved' else 'retired' end
    where device_id = new.id and end_time is null;
  return null;
end $$;
create trigger end_assignments_of_device after update of org_id, retired_time on device for each row
  when (new.org_id <> old.org_id or new.retired_time is not null and old.retired_time is null)
  execute function end_assignments_of_device();

-- It holds as long as whoever gave it sees both sides.
create function end_assignments_of_organisation() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  with recursive above as (
    select id as org_id, id as top from organisation
    union all select a.org_id, o.parent_id from above a join organisation o on o.id = a.top where o.parent_id is not null)
  update device_assignment s set end_time = now(), end_cause = 'moved'
    where s.end_time is null and not (
      exists (select from above a where a.org_id = s.org_id and a.top = s.giver_org_id)
      and exists (select from above a where a.org_id = s.to_org_id and a.top = s.giver_org_id));
  return null;
end $$;
create trigger end_assignments_of_organisation after update of parent_id on organisation for each row
  when (new.parent_id is distinct from old.parent_id) execute function end_assignments_of_organisation();
