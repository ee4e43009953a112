-- Metering: measuring devices that are kept under lead seal in trade. What may follow upon what is in contract/src/metering
-- (meterSteps.ts, workSteps.ts); what stands here is its backstop. See docs/decisions/0126-metering.md.

create table meter_type (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  type_name text not null check (type_name <> ''),
  shape text not null default 'other' check (shape in ('dispenser', 'electricity', 'flow', 'scale', 'other')),
  points text[] not null default '{}', -- where a seal belongs, in their order: what a device of this type starts with
  verify_months integer not null default 12 check (verify_months between 1 and 240),
  inspect_days integer not null default 30 check (inspect_days between 1 and 366),
  create_time timestamptz not null default now(),
  unique (org_id, type_name)
);
comment on table meter_type is 'managed: deleted by its organisation while no meter is of it';
select isolate('meter_type', 'org_id');
-- those below use the types of those above
create policy of_those_above on meter_type for select to plomb_app using (org_id = any ((select organisations_above())::bigint[]));
grant select, insert, update, delete on meter_type to plomb_app, plomb_platform;

create table exception_type (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  exception_name text not null check (exception_name <> ''),
  stops_use boolean not null default false,
  create_time timestamptz not null default now(),
  unique (org_id, exception_name)
);
comment on table exception_type is 'managed: deleted by its organisation while nothing was found to be of it';
select isolate('exception_type', 'org_id');
create policy of_those_above on exception_type for select to plomb_app using (org_id = any ((select organisations_above())::bigint[]));
grant select, insert, update, delete on exception_type to plomb_app, plomb_platform;

create table meter (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  type_id bigint not null references meter_type,
  meter_name text not null check (meter_name <> ''),
  factory_number text not null check (factory_number <> ''),
  station text not null,
  place text not null default '',
  customer text not null default '',
  accuracy_class text not null default '',
  lat double precision, lon double precision, -- WGS-84
  -- 'patrol' is a sealed one that was patrolled within a day: meter_state()
  state text not null default 'in_use' check (state in ('in_use', 'sealed', 'maintenance', 'scrapped')),
  patrol_time timestamptz,
  last_time timestamptz, -- when its state became what it is
  verify_date date, due_date date,
  certificate text not null default '',
  verifier_id bigint references operator on delete set null,
  inspector_id bigint references operator on delete set null,
  next_inspection date,
  scrap_reason text not null default '',
  scrap_witness text not null default '',
  moved_id bigint, moved_name text not null default '', -- by whom its state is what it is; stays told, also when that person has left
  operator_id bigint not null, oper_name text not null, -- who registered it; stays told
  create_time timestamptz not null default now(),
  unique (org_id, factory_number)
);
create index meter_org on meter (org_id, id desc);
create index meter_due on meter (org_id, due_date) where state <> 'scrapped';
create index meter_inspection_due on meter (org_id, next_inspection) where state <> 'scrapped';
create index meter_type_id on meter (type_id);
create index meter_verifier on meter (verifier_id) where verifier_id is not null;
create index meter_inspector on meter (inspector_id) where inspector_id is not null;
select isolate('meter', 'org_id');
grant select, insert, update on meter to plomb_app, plomb_platform;

-- The same as meterStateAt in contract/src/metering/meterSteps.ts.
create function meter_state(state text, patrol_time timestamptz) returns text language sql stable as $$
  select case when state = 'sealed' and patrol_time > now() - interval '24 hours' then 'patrol' else state end
$$;
-- How it stands with a verification; days are those of UTC, and soon is within thirty of them: contract/src/metering/meters.ts.
create function meter_today() returns date language sql stable as $$ select (now() at time zone 'UTC')::date $$;
create function meter_due(due date) returns text language sql stable as $$
  select case when due is null then 'none' when due < meter_today() then 'overdue' when due <= meter_today() + 30 then 'soon' else 'valid' end
$$;

create table seal_point (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  meter_id bigint not null references meter,
  nth integer not null,
  point_name text not null,
  seal_id bigint references seal, -- null: none is on
  number text not null default '', -- copied: the seal may be of an organisation out of sight
  medium text,
  since timestamptz,
  unique (meter_id, nth),
  check ((seal_id is null) = (since is null))
);
create unique index seal_point_seal on seal_point (seal_id) where seal_id is not null;
select isolate('seal_point', 'org_id');
grant select, insert, update on seal_point to plomb_app, plomb_platform;

create table meter_work_order (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  meter_id bigint not null references meter,
  state text not null default 'open' check (state in ('open', 'repaired', 'signed', 'closed', 'cancelled')),
  reason text not null check (reason <> ''),
  inspection_id bigint,
  opener_id bigint not null, opener text not null, -- persons stay told, also when they have left; so below
  open_time timestamptz not null default now(),
  assignee_id bigint, assignee text not null default '',
  repairer_id bigint, repairer text not null default '',
  repair_time timestamptz,
  work text not null default '',
  parts text not null default '',
  verify_needed boolean not null default true,
  photos text[] not null default '{}',
  signer_id bigint, signer text not null default '',
  sign_time timestamptz,
  closer_id bigint, closer text not null default '',
  close_time timestamptz,
  canceller_id bigint, canceller text not null default '',
  cancel_reason text not null default '',
  cancel_time timestamptz,
  -- neither whoever repaired it nor whoever has it is the second person
  constraint work_sign_self check (signer_id is null or signer_id is distinct from repairer_id and signer_id is distinct from assignee_id),
  check (state not in ('repaired', 'signed', 'closed') or repair_time is not null),
  check (state <> 'open' or repair_time is null),
  check (state not in ('signed', 'closed') or sign_time is not null),
  check ((state = 'closed') = (close_time is not null)),
  check ((state = 'cancelled') = (cancel_time is not null))
);
-- one at a time
create unique index work_open on meter_work_order (meter_id) where state in ('open', 'repaired', 'signed');
create index meter_work_order_org on meter_work_order (org_id, id desc);
create index meter_work_order_meter on meter_work_order (meter_id, id desc);
create index meter_work_order_assignee on meter_work_order (assignee_id) where state in ('open', 'repaired', 'signed');
select isolate('meter_work_order', 'org_id');
grant select, insert, update on meter_work_order to plomb_app, plomb_platform;

-- what the tables of steps never allow, whoever writes it
create function meter_goes_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = old.state then return new; end if;
  if not (old.state = 'in_use' and new.state in ('sealed', 'scrapped')
    or old.state = 'sealed' and new.state in ('maintenance', 'scrapped')
    or old.state = 'maintenance' and new.state in ('sealed', 'scrapped'))
  then
    raise check_violation using constraint = 'meter_step', message = 'a meter does not go from ' || old.state || ' to ' || new.state;
  end if;
  if new.state = 'sealed' and exists (select from seal_point where meter_id = new.id and seal_id is null) then
    raise check_violation using constraint = 'meter_step', message = 'a point of the meter has no seal';
  end if;
  if new.state = 'maintenance'
    and not exists (select from meter_work_order where meter_id = new.id and state = 'open')
  then
    raise check_violation using constraint = 'meter_work', message = 'no work order of the meter is open';
  end if;
  if old.state = 'maintenance' and new.state = 'sealed'
    and exists (select from meter_work_order where meter_id = new.id and state in ('open', 'repaired'))
  then
    raise check_violation using constraint = 'meter_not_signed', message = 'no second person has signed the repair of the meter';
  end if;
  return new;
end $$;
create trigger meter_goes_on before update on meter for each row execute function meter_goes_on();

create function work_goes_on() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.meter_id <> old.meter_id or new.reason <> old.reason or new.opener_id <> old.opener_id
    or new.state <> old.state and not (old.state = 'open' and new.state in ('repaired', 'cancelled')
      or old.state = 'repaired' and new.state in ('signed', 'cancelled') or old.state = 'signed' and new.state in ('closed', 'cancelled'))
    or old.repair_time is not null and (new.repairer_id, new.repair_time, new.work, new.parts, new.verify_needed, new.photos)
      is distinct from (old.repairer_id, old.repair_time, old.work, old.parts, old.verify_needed, old.photos)
    or old.sign_time is not null and (new.signer_id, new.sign_time) is distinct from (old.signer_id, old.sign_time)
    or old.state in ('closed', 'cancelled')
  then
    raise check_violation using constraint = 'work_step', message = 'a work order does not go from ' || old.state || ' to ' || new.state;
  end if;
  if old.state = 'open' and new.state = 'repaired' and exists (select from meter where id = new.meter_id and state = 'sealed') then
    raise check_violation using constraint = 'work_sealed', message = 'the meter of the work order is under seal';
  end if;
  return new;
end $$;
create trigger work_goes_on before update on meter_work_order for each row execute function work_goes_on();

create table meter_inspection (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  meter_id bigint not null references meter,
  at timestamptz not null, -- when it was done, never later than it was told
  device_time timestamptz not null, -- by the handset's clock
  create_time timestamptz not null default now(),
  late boolean not null,
  operator_id bigint not null, oper_name text not null,
  idempotency_key text not null,
  asked text not null, -- digest of all that was told: the same key for something else is refused
  appearance text not null check (appearance in ('good', 'dirty', 'damaged')),
  looks jsonb not null,
  reading text not null default '',
  exception_type_id bigint references exception_type,
  exception_name text not null default '',
  note text not null default '',
  countersigned text not null default '',
  lat double precision, lon double precision, accuracy real,
  photos text[] not null default '{}',
  settler_id bigint, settler text not null default '',
  settle_time timestamptz,
  settlement text not null default '',
  unique (operator_id, idempotency_key),
  check ((exception_type_id is null) = (exception_name = '')),
  check (settle_time is null or exception_name <> '')
);
create index meter_inspection_org on meter_inspection (org_id, id desc);
create index meter_inspection_meter on meter_inspection (meter_id, at desc, id desc);
create index meter_inspection_open on meter_inspection (meter_id) where exception_name <> '' and settle_time is null;
create index meter_inspection_exception on meter_inspection (exception_type_id) where exception_type_id is not null;
create function inspection_stays() returns trigger language plpgsql as $$
begin
  if old.settle_time is not null or (to_jsonb(new) - '{settler_id,settler,settle_time,settlement}'::text[])
    <> (to_jsonb(old) - '{settler_id,settler,settle_time,settlement}'::text[])
  then
    raise check_violation using constraint = 'inspection_settled', message = 'what an inspection found stays as it was told';
  end if;
  return new;
end $$;
create trigger inspection_stays before update on meter_inspection for each row execute function inspection_stays();
select isolate('meter_inspection', 'org_id');
grant select, insert, update on meter_inspection to plomb_app, plomb_platform;
alter table meter_work_order add foreign key (inspection_id) references meter_inspection;
create index meter_work_order_inspection on meter_work_order (inspection_id) where inspection_id is not null;

create table meter_verification (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  meter_id bigint not null references meter,
  work_id bigint references meter_work_order, -- the repair it followed
  passed boolean not null,
  verify_date date not null,
  due_date date,
  certificate text not null default '',
  error_text text not null default '',
  operator_id bigint not null, oper_name text not null,
  create_time timestamptz not null default now(),
  check (passed = (due_date is not null)),
  constraint meter_dates check (due_date > verify_date)
);
create index meter_verification_org on meter_verification (org_id, verify_date);
create index meter_verification_meter on meter_verification (meter_id, id desc);
create index meter_verification_work on meter_verification (work_id) where work_id is not null;
-- Whether what was repaired is verified: the newest verification since then says it.
create function work_verified(work bigint) returns boolean language sql stable as $$
  select coalesce((select passed from meter_verification where work_id = work order by verify_date desc, id desc limit 1), false)
$$;
create trigger meter_verification_append_only before update or delete on meter_verification
  for each statement execute function append_only();
select isolate('meter_verification', 'org_id');
grant select, insert on meter_verification to plomb_app, plomb_platform;

-- How a meter came to be what it is: a row for each change of its state, written with it.
create table meter_move (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  meter_id bigint not null references meter,
  from_state text not null,
  to_state text not null,
  at timestamptz not null,
  operator_id bigint, oper_name text not null, -- stays told
  reason text not null default '',
  witness text not null default '',
  create_time timestamptz not null default now()
);
create index meter_move_org on meter_move (org_id, id desc);
create index meter_move_meter on meter_move (meter_id, at desc, id desc);
create trigger meter_move_append_only before update or delete on meter_move for each statement execute function append_only();
select isolate('meter_move', 'org_id');
grant select on meter_move to plomb_app, plomb_platform;

-- Meters in the ledger of custody -----------------------------------------------------------------------------------------------

create function meter_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, lat, lon, details)
    select n.org_id, 'meter.added', n.id, 'meter', n.id, n.create_time, n.operator_id, n.oper_name, 'organisation', n.lat, n.lon,
      jsonb_strip_nulls(jsonb_build_object('meter', n.meter_name, 'factory_number', n.factory_number, 'station', nullif(n.station, '')))
    from added n order by n.id;
    return null;
  end if;
  insert into meter_move (org_id, meter_id, from_state, to_state, at, operator_id, oper_name, reason, witness)
  select n.org_id, n.id, w.state, n.state, coalesce(case when n.state <> 'scrapped' then n.last_time end, now()), n.moved_id, n.moved_name,
    n.scrap_reason, n.scrap_witness
  from added n join was w on w.id = n.id where n.state <> w.state order by n.id;
  return null;
end $$;
create trigger ledger_of_meters after insert on meter referencing new table as added
  for each statement execute function meter_to_ledger();
create trigger moves_of_meters after update on meter referencing old table as was new table as added
  for each statement execute function meter_to_ledger();

create function meter_move_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, lat, lon, details)
  select n.org_id, case n.to_state when 'maintenance' then 'meter.opened' when 'sealed' then 'meter.sealed' else 'meter.scrapped' end, n.meter_id, 'meter_move', n.id,
    n.at, n.operator_id, n.oper_name, 'organisation', m.lat, m.lon,
    jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'station', nullif(m.station, ''), 'reason', nullif(n.reason, ''),
      'witness', nullif(n.witness, '')))
  from added n join meter m on m.id = n.meter_id order by n.id;
  return null;
end $$;
create trigger ledger_of_meter_moves after insert on meter_move referencing new table as added
  for each statement execute function meter_move_to_ledger();

create function meter_inspection_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, meter_id, source, source_id, at, device_time, operator_id, oper_name, by_right, lat, lon, accuracy,
      details, rests_on)
    select n.org_id, case n.exception_name when '' then 'meter.inspected' else 'meter.exception' end, n.meter_id, 'meter_inspection', n.id,
      n.at, n.device_time, n.operator_id, n.oper_name, 'organisation', n.lat, n.lon, n.accuracy,
      jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'station', nullif(m.station, ''), 'exception', nullif(n.exception_name, ''),
        'reading', nullif(n.reading, ''), 'witness', nullif(n.countersigned, ''), 'reason', nullif(n.note, ''),
        'looks', nullif((select jsonb_agg(l) from jsonb_array_elements(n.looks) l where l ->> 'look' <> 'intact'), '[]'),
        'late', nullif(n.late, false))),
      coalesce((select array_agg(f.sha256 order by u.nth) from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}')
    from added n join meter m on m.id = n.meter_id order by n.id;
    return null;
  end if;
  insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'meter.settled', n.meter_id, 'meter_inspection', n.id, n.settle_time, n.settler_id, n.settler, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'exception', n.exception_name, 'reason', nullif(n.settlement, '')))
  from added n join was w on w.id = n.id join meter m on m.id = n.meter_id
  where n.settle_time is not null and w.settle_time is null order by n.id;
  return null;
end $$;
create trigger ledger_of_meter_inspections after insert on meter_inspection referencing new table as added
  for each statement execute function meter_inspection_to_ledger();
create trigger ledger_of_settled_inspections after update on meter_inspection referencing old table as was new table as added
  for each statement execute function meter_inspection_to_ledger();

create function meter_verification_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, case when n.passed then 'meter.verified' else 'meter.failed' end, n.meter_id, 'meter_verification', n.id, n.create_time,
    n.operator_id, n.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'certificate', nullif(n.certificate, ''), 'error', nullif(n.error_text, ''),
      'day', n.verify_date, 'due', n.due_date, 'work', 'WO-' || n.work_id))
  from added n join meter m on m.id = n.meter_id order by n.id;
  return null;
end $$;
create trigger ledger_of_meter_verifications after insert on meter_verification referencing new table as added
  for each statement execute function meter_verification_to_ledger();

create function meter_work_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details)
    select n.org_id, 'meter.work_opened', n.meter_id, 'meter_work_order', n.id, n.open_time, n.opener_id, n.opener, 'organisation',
      jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'work', 'WO-' || n.id, 'reason', n.reason, 'receiver', nullif(n.assignee, '')))
    from added n join meter m on m.id = n.meter_id order by n.id;
    return null;
  end if;
  insert into ledger (org_id, fact, meter_id, source, source_id, at, operator_id, oper_name, by_right, details, rests_on)
  select n.org_id, case n.state when 'repaired' then 'meter.work_repaired' when 'signed' then 'meter.work_signed'
      when 'closed' then 'meter.work_closed' else 'meter.work_cancelled' end, n.meter_id, 'meter_work_order', n.id,
    case n.state when 'repaired' then n.repair_time when 'signed' then n.sign_time when 'closed' then n.close_time else n.cancel_time end,
    case n.state when 'repaired' then n.repairer_id when 'signed' then n.signer_id when 'closed' then n.closer_id else n.canceller_id end,
    case n.state when 'repaired' then n.repairer when 'signed' then n.signer when 'closed' then n.closer else n.canceller end,
    'organisation',
    jsonb_strip_nulls(jsonb_build_object('meter', m.meter_name, 'work', 'WO-' || n.id,
      'reason', nullif(case n.state when 'repaired' then n.work when 'cancelled' then n.cancel_reason else '' end, ''),
      'parts', case when n.state = 'repaired' then nullif(n.parts, '') end,
      'verify_needed', case when n.state = 'repaired' then nullif(n.verify_needed, false) end)),
    case when n.state = 'repaired' then coalesce((select array_agg(f.sha256 order by u.nth)
      from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}') else '{}' end
  from added n join was w on w.id = n.id join meter m on m.id = n.meter_id where n.state <> w.state order by n.id;
  return null;
end $$;
create trigger ledger_of_meter_works after insert on meter_work_order referencing new table as added
  for each statement execute function meter_work_to_ledger();
create trigger ledger_of_meter_work_steps after update on meter_work_order referencing old table as was new table as added
  for each statement execute function meter_work_to_ledger();

-- An operation on a seal at a point is one of its meter. Before the digest is made.
create function ledger_of_point() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select p.meter_id into new.meter_id from seal_operation o join seal_point p on o.thing = 'point' and p.id = o.thing_id
    where o.id = new.source_id;
  return new;
end $$;
create trigger ledger_about_meter before insert on ledger for each row when (new.source = 'seal_operation')
  execute function ledger_of_point();

revoke execute on function meter_to_ledger(), meter_move_to_ledger(), ledger_of_point(), meter_inspection_to_ledger(), meter_verification_to_ledger(), meter_work_to_ledger() from public;
