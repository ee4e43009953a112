-- RFID: what readers say of locks that are opened by a chip, what is asked to be done with them, and how much of all that there was.
-- What a result makes of a lock is in contract/src/seals/rfidSteps.ts. See docs/decisions/0132-rfid-and-statistics.md.

-- where the lock of a chip stands, by the newest word of a reader
alter table seal add column rfid_state text check (rfid_state in ('closed', 'open', 'long_open')), add column rfid_time timestamptz,
  add column rfid_failures integer not null default 0, -- one after the other, until one succeeds
  add constraint seal_rfid check (medium = 'rfid' or rfid_time is null and rfid_state is null);

create table rfid_task (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  seal_id bigint not null references seal,
  number text not null,
  action text not null check (action in ('unlock', 'lock', 'reset', 'long_open')),
  state text not null default 'open' check (state in ('open', 'done', 'cancelled')),
  reason text not null check (reason <> ''),
  opener_id bigint not null, opener text not null, -- persons stay told, also when they have left; so below
  assignee_id bigint not null, assignee text not null,
  create_time timestamptz not null default now(),
  end_time timestamptz,
  ender_id bigint, ender text not null default '',
  cancel_reason text not null default '',
  check ((state = 'open') = (end_time is null)),
  check ((state = 'cancelled') = (cancel_reason <> ''))
);
create index rfid_task_org on rfid_task (org_id, id desc);
create index rfid_task_open on rfid_task (assignee_id, id) where state = 'open';
create index rfid_task_seal on rfid_task (seal_id, id desc);
select isolate('rfid_task', 'org_id');
grant select, insert, update (state, end_time, ender_id, ender, cancel_reason) on rfid_task to plomb_app, plomb_platform;
create function rfid_task_goes_on() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' or new.state = 'open' then
    raise check_violation using constraint = 'rfid_task_ended', message = 'a task ends once';
  end if;
  return new;
end $$;
create trigger rfid_task_goes_on before update on rfid_task for each row execute function rfid_task_goes_on();

create table rfid_record (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- whose chip it is; of an unknown one, whose person read it
  seal_id bigint references seal,
  number text not null, -- as it was read
  result smallint not null check (result between 0 and 7),
  good boolean not null generated always as (result in (1, 2, 4, 7)) stored,
  from_state text,
  to_state text,
  expected boolean not null, -- the lock stood where this can follow
  failures integer not null default 0, -- one after the other, with this one
  at timestamptz not null, -- when it was done, never later than it was told
  device_time timestamptz not null, -- by the handset's clock
  create_time timestamptz not null default now(),
  counter bigint not null,
  late boolean not null,
  operator_id bigint not null, oper_name text not null,
  org_name text not null default '',
  api_key_id bigint,
  idempotency_key text not null,
  asked text not null, -- digest of all that was told: the same key for something else is refused
  reader text not null default '',
  object text not null default '',
  cause text check (cause in ('reader', 'misaligned', 'outside', 'asleep', 'card', 'other')),
  reason text not null default '',
  lat double precision, lon double precision, accuracy real,
  photos text[] not null default '{}',
  task_id bigint references rfid_task,
  unique (operator_id, idempotency_key),
  check (seal_id is not null or to_state is null)
);
create index rfid_record_org on rfid_record (org_id, id desc);
create index rfid_record_at on rfid_record (org_id, at desc, id desc);
create index rfid_record_failed on rfid_record (org_id, at) where not good;
create index rfid_record_seal on rfid_record (seal_id, at desc, id desc) where seal_id is not null;
create index rfid_record_task on rfid_record (task_id) where task_id is not null;
create trigger rfid_record_append_only before update or delete on rfid_record for each statement execute function append_only();
select isolate('rfid_record', 'org_id');
grant select, insert on rfid_record to plomb_app, plomb_platform;

create function rfid_record_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, seal_id, source, source_id, at, device_time, operator_id, oper_name, by_right, lat, lon, accuracy, details,
    rests_on)
  select n.org_id, case when n.good then 'seal.rfid_done' else 'seal.rfid_failed' end, n.seal_id, 'rfid_record', n.id, n.at, n.device_time,
    n.operator_id, n.oper_name, 'organisation' || coalesce(', key ' || n.api_key_id, ''), n.lat, n.lon, n.accuracy,
    jsonb_strip_nulls(jsonb_build_object('number', n.number, 'medium', 'rfid', 'result', n.result, 'object', nullif(n.object, ''),
      'reader', nullif(n.reader, ''), 'reason', nullif(n.reason, ''), 'late', nullif(n.late, false))),
    coalesce((select array_agg(f.sha256 order by u.nth) from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}')
  from added n order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_rfid_records after insert on rfid_record referencing new table as added
  for each statement execute function rfid_record_to_ledger();

-- What was done with seals, counted as it is told, by when it was done: statistics read no operation but those that are shown.
create table seal_tally (
  org_id bigint not null,
  start timestamptz not null, -- of a quarter of an hour
  source text not null check (source in ('qr', 'nfc', 'rfid', 'reader')), -- operations on seals of a medium; results of RFID readers
  what smallint not null, -- which operation, or which result
  outcome text not null check (outcome in ('done', 'refused', 'contradicts', 'failed')),
  operator_id bigint not null,
  lat smallint, lon smallint, -- tenths of a degree, rounded; null: nobody knew where
  oper_name text not null,
  count integer not null,
  constraint seal_tally_key unique nulls not distinct (org_id, start, source, what, outcome, operator_id, lat, lon)
);
select isolate('seal_tally', 'org_id');
grant select on seal_tally to plomb_app, plomb_platform;
create function tally_of(place double precision) returns smallint language sql immutable as $$ select round(place * 10)::smallint $$;
create function seal_operation_to_tally() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_tally as t (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
  select org_id, date_bin('15 minutes', at, '2000-01-01T00:00:00Z') as start, medium, operation, outcome, operator_id, tally_of(lat), tally_of(lon),
    max(oper_name), count(*) from added group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict on constraint seal_tally_key do update set count = t.count + excluded.count, oper_name = excluded.oper_name;
  return null;
end $$;
create function rfid_record_to_tally() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_tally as t (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
  select org_id, date_bin('15 minutes', at, '2000-01-01T00:00:00Z') as start, 'reader', result, case when good then 'done' else 'failed' end,
    operator_id, tally_of(lat), tally_of(lon), max(oper_name), count(*) from added group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict on constraint seal_tally_key do update set count = t.count + excluded.count, oper_name = excluded.oper_name;
  return null;
end $$;
create trigger tally_of_operations after insert on seal_operation referencing new table as added
  for each statement execute function seal_operation_to_tally();
create trigger tally_of_rfid_records after insert on rfid_record referencing new table as added
  for each statement execute function rfid_record_to_tally();
insert into seal_tally (org_id, start, source, what, outcome, operator_id, lat, lon, oper_name, count)
select org_id, date_bin('15 minutes', at, '2000-01-01T00:00:00Z'), medium, operation, outcome, operator_id, tally_of(lat), tally_of(lon),
  max(oper_name), count(*) from seal_operation group by 1, 2, 3, 4, 5, 6, 7, 8;
create index seal_operation_at on seal_operation (org_id, at desc, id desc);
revoke execute on function rfid_record_to_ledger(), seal_operation_to_tally(), rfid_record_to_tally() from public;
