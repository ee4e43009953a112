-- The foundation: who (organisations, operators, roles), what (devices and their present state), what happened
-- (positions, lock events, alarms, commands, operation log). Roles plomb_app and plomb_platform exist before this runs.
-- plomb_app serves operators and sees only the organisations named in the setting plomb.orgs of its transaction;
-- plomb_platform serves sessions, ingest and jobs and sees everything. Neither owns a table.

create function plomb_orgs() returns bigint[] language sql stable parallel safe as $$
  select string_to_array(nullif(current_setting('plomb.orgs', true), ''), ',')::bigint[]
$$;

create table setting (
  name text primary key,
  value jsonb not null
);

-- organisations, roles, operators -----------------------------------------------------------------------------------

create table organisation (
  id bigint generated always as identity primary key,
  org_name text not null check (org_name <> ''),
  org_type text not null default '',
  parent_id bigint references organisation,
  status smallint not null default 1 check (status in (1, 2)),
  phone text not null default '',
  mailbox text not null default '',
  logo text not null default '',
  create_time timestamptz not null default now(),
  check (parent_id <> id)
);
create unique index organisation_root on organisation ((true)) where parent_id is null;
create index organisation_parent on organisation (parent_id);

create table menu (
  id bigint generated always as identity primary key,
  menu_code text not null unique check (menu_code ~ '^[A-Za-z][A-Za-z0-9_-]*$'),
  name_zh text not null,
  name_en text not null,
  menu_url text not null,
  menu_icon text not null default '',
  hidden boolean not null default false,
  remarks text not null default '',
  sid bigint references menu,
  sort integer not null default 0,
  status smallint not null default 1 check (status in (1, 2)),
  check (sid <> id)
);

create table button (
  id bigint generated always as identity primary key,
  menu_id bigint not null references menu on delete cascade,
  btn_code text not null,
  name_zh text not null,
  name_en text not null,
  action_url text not null,
  unique (menu_id, btn_code)
);

create table role (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  role_name text not null check (role_name <> ''),
  super_role_id bigint references role,
  create_time timestamptz not null default now(),
  unique (org_id, role_name),
  check (super_role_id <> id)
);
create table role_menu (
  role_id bigint not null references role on delete cascade,
  menu_id bigint not null references menu on delete cascade,
  primary key (role_id, menu_id)
);
create table role_button (
  role_id bigint not null references role on delete cascade,
  button_id bigint not null references button on delete cascade,
  primary key (role_id, button_id)
);

create table operator (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  role_id bigint not null references role,
  oper_code text not null default '',
  oper_name text not null check (oper_name <> ''),
  oper_phone text not null default '',
  login_name text not null check (login_name <> ''),
  password_hash text not null,
  password_time timestamptz not null default now(),
  status smallint not null default 1 check (status in (1, 2)),
  create_time timestamptz not null default now()
);
create unique index operator_login on operator (lower(login_name));
create index operator_org on operator (org_id);

create table hobby_config (
  id bigint generated always as identity primary key,
  operator_id bigint not null unique references operator on delete cascade,
  title text not null default '',
  map_type text not null default 'baidu' check (map_type in ('baidu', 'google', 'amap', 'offline')),
  map_level smallint not null default 16 check (map_level between 1 and 22),
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  is_voice char(1) not null default 'T' check (is_voice in ('T', 'F')),
  is_police_voice char(1) not null default 'T' check (is_police_voice in ('T', 'F'))
);

-- only a hash of the token is kept: a stolen table signs nobody in
create table session (
  token_hash bytea primary key,
  operator_id bigint not null references operator on delete cascade,
  create_time timestamptz not null default now(),
  seen_time timestamptz not null default now(),
  end_time timestamptz,
  address text not null default '',
  user_agent text not null default ''
);
create index session_operator on session (operator_id) where end_time is null;

create table login_key (
  id text primary key,
  secret_key bytea not null,
  public_key bytea not null,
  nonce bytea not null,
  expire_time timestamptz not null
);
create table login_failure (
  subject text primary key, -- a login name (hashed) or an address
  failures integer not null,
  next_time timestamptz not null
);

-- devices -----------------------------------------------------------------------------------------------------------

create table manufacturer (
  id bigint generated always as identity primary key,
  factory_code text not null unique,
  factory_name text not null,
  create_time timestamptz not null default now()
);

create table device_type (
  id bigint generated always as identity primary key,
  device_type text not null unique,
  device_type_name text not null,
  family text not null,
  utc_offset_minutes smallint not null default 0 check (utc_offset_minutes between -720 and 840),
  report_interval integer not null default 60 check (report_interval between 5 and 86400),
  sleep_interval integer not null default 3600 check (sleep_interval between 60 and 604800),
  low_battery smallint not null default 20 check (low_battery between 1 and 90),
  create_time timestamptz not null default now()
);

create table device (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  sn text not null unique check (sn ~ '^\d{4,20}$'),
  device_name text not null check (device_name <> ''),
  device_type_id bigint not null references device_type,
  manufacturer_id bigint references manufacturer,
  device_no text not null default '',
  sim_card text not null default '',
  mobile_id text not null default '',
  device_address text not null default '',
  subject text not null default '',
  status smallint not null default 1 check (status in (1, 2)),
  stock_status smallint not null default 1 check (stock_status between 1 and 7),
  lost boolean not null default false,
  create_time timestamptz not null default now(),
  unique (id, org_id)
);
create index device_org on device (org_id, id);

-- The present, one narrow row a device, updated in place (HOT): no index on a column that changes.
create table device_state (
  device_id bigint primary key,
  org_id bigint not null,
  lock_status smallint not null default 255 check (lock_status in (0, 1, 2, 3, 255)),
  lock_since timestamptz,
  lock_actor text not null default '',
  lock_source smallint,
  sealed_by_platform boolean not null default false,
  unseal_time timestamptz, -- the last authorised unseal, device time
  device_time timestamptz, -- the newest device time accepted: older reports never move the present back
  receive_time timestamptz,
  serial integer not null default 0,
  fault integer not null default 0,
  lon double precision, lat double precision,
  fix boolean not null default false,
  velocity real, heading smallint, altitude real, satellites smallint,
  electric smallint, charging boolean, voltage real, temperature real, mileage double precision, signal smallint,
  mcc integer, mnc integer, lac integer, cid bigint,
  icc_card_no text not null default '',
  sim_card text not null default '',
  ver text not null default '',
  report_reson text not null default '',
  outside_fence boolean not null default false,
  low_battery boolean not null default false,
  clock_offset_ms bigint not null default 0,
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
) with (fillfactor = 60);

create function device_has_state() returns trigger language plpgsql as $$
begin
  insert into device_state (device_id, org_id) values (new.id, new.org_id);
  insert into device_connection (device_id, org_id) values (new.id, new.org_id);
  return null;
end $$;
create trigger device_has_state after insert on device for each row execute function device_has_state();

create table device_connection (
  device_id bigint primary key,
  org_id bigint not null,
  connected boolean not null default false,
  gateway text not null default '',
  remote_address text not null default '',
  connect_time timestamptz,
  seen_time timestamptz,
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
) with (fillfactor = 60);

create table device_unregistered (
  sn text primary key,
  family text not null,
  address text not null,
  tries bigint not null default 1,
  first_time timestamptz not null default now(),
  last_time timestamptz not null default now()
);

-- what happened -----------------------------------------------------------------------------------------------------

-- Every report accepted, with the frame it came in: evidence. Daily partitions by the device's own time; there is no
-- default partition on purpose, so that a wrong clock can neither land anywhere nor make a partition.
create table position (
  device_id bigint not null,
  device_time timestamptz not null,
  serial integer not null,
  hash integer not null, -- crc32 of the frame: with the other three columns it tells a repeat from a second report
  org_id bigint not null,
  receive_time timestamptz not null,
  msg_type smallint not null,
  replay boolean not null,
  lon double precision, lat double precision, -- null without a fix
  velocity real, heading smallint, altitude real, satellites smallint,
  lock_status smallint not null,
  fault integer not null,
  electric smallint, voltage real, temperature real, mileage double precision, signal smallint,
  mcc integer, mnc integer, lac integer, cid bigint,
  report_reson text not null,
  raw bytea not null,
  primary key (device_id, device_time, serial, hash)
) partition by range (device_time);

create table quarantine (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  device_time timestamptz,
  receive_time timestamptz not null,
  reason text not null,
  raw bytea not null
);

create table lock_event (
  id bigint generated always as identity primary key,
  device_id bigint not null references device on delete cascade,
  org_id bigint not null,
  device_time timestamptz not null,
  receive_time timestamptz not null,
  serial integer not null,
  hash integer not null,
  code text not null,
  lst smallint not null,
  lso smallint,
  ls_before smallint not null,
  ls_after smallint not null,
  fault integer not null,
  actor text not null default '',
  lon double precision, lat double precision,
  electric smallint,
  replay boolean not null,
  quality text not null check (quality in ('direct', 'inferred')),
  unique (device_id, device_time, serial, hash, code)
);
create index lock_event_device on lock_event (device_id, id desc);

create table alarm (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  org_id bigint not null,
  kind text not null,
  fault integer not null default 0,
  severity text not null check (severity in ('critical', 'warning', 'info')),
  first_time timestamptz not null,
  last_time timestamptz not null,
  hits integer not null default 1,
  lon double precision, lat double precision,
  event_id bigint references lock_event on delete set null,
  owner_id bigint references operator,
  processor_id bigint references operator, -- null with a process_time: processed by the system
  process_time timestamptz,
  result text check (result in ('handled', 'false_alarm', 'maintenance', 'police', 'other')),
  remark text not null default '',
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
-- the database, not the code, holds that a device has one open alarm of a kind
create unique index one_open_alarm on alarm (device_id, kind) where process_time is null;
create index alarm_org on alarm (org_id, id desc);
create index alarm_open on alarm (org_id, id desc) where process_time is null;

create table command (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  org_id bigint not null,
  kind text not null,
  physical boolean not null,
  params jsonb not null default '{}',
  idempotency_key text not null,
  state text not null default 'queued' check (state in
    ('queued', 'sent', 'answered_ok', 'answered_fail', 'uncertain', 'failed', 'expired', 'cancelled')),
  serial integer, -- the frame number it was sent under, where the protocol has one
  gateway text not null default '',
  reason text not null default '',
  cause text,
  operator_id bigint not null references operator,
  oper_name text not null,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  sent_time timestamptz,
  answer_time timestamptz,
  finish_time timestamptz,
  evidence_time timestamptz,
  evidence text check (evidence in ('confirmed', 'contradicted')),
  evidence_event_id bigint references lock_event on delete set null,
  unique (operator_id, idempotency_key),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
create index command_device on command (device_id, id desc);
create index command_open on command (state, expire_time) where state in ('queued', 'sent', 'uncertain');
-- at most one live physical command a device
create unique index one_live_physical_command on command (device_id) where physical and state in ('queued', 'sent');

create function command_guard() returns trigger language plpgsql as $$
begin
  if old.state in ('answered_ok', 'answered_fail', 'failed', 'expired', 'cancelled') and new.state <> old.state then
    raise exception 'command % has ended as % and cannot become %', old.id, old.state, new.state;
  end if;
  if new.state = 'queued' and old.state <> 'queued' and old.physical then
    raise exception 'physical command % must never be sent again', old.id;
  end if;
  return new;
end $$;
create trigger command_guard before update on command for each row execute function command_guard();

create table fence (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  fence_name text not null check (fence_name <> ''),
  fence_type text not null check (fence_type in ('line', 'polygon', 'circle')),
  fence_context jsonb not null, -- GeoJSON geometry, WGS-84
  radius double precision check (radius > 0),
  is_show boolean not null default true,
  status smallint not null default 1 check (status in (1, 2)),
  create_time timestamptz not null default now(),
  unique (id, org_id)
);
create table fence_device (
  fence_id bigint not null references fence on delete cascade,
  device_id bigint not null references device on delete cascade,
  primary key (fence_id, device_id)
);
create index fence_device_device on fence_device (device_id);

create table operation_log (
  id bigint generated always as identity primary key,
  org_id bigint, -- null: nobody was signed in
  operator_id bigint,
  title_zh text not null,
  title_en text not null,
  instruct text not null default '',
  business_type text not null,
  request_method text not null,
  operate_name text not null default '',
  operate_url text not null,
  operate_address text not null default '',
  request_body text not null default '',
  request_param text not null default '',
  response_body text not null default '',
  success boolean not null,
  error_msg text not null default '',
  request_id text not null default '',
  cost_ms integer not null default 0,
  create_time timestamptz not null default now()
);
create index operation_log_org on operation_log (org_id, id desc);
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name;
end $$;
create trigger operation_log_append_only before update or delete on operation_log
  for each statement execute function append_only();

-- tenant isolation --------------------------------------------------------------------------------------------------

create function isolate(t regclass, org_column text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy own_organisations on %s to plomb_app using (%I = any ((select plomb_orgs())::bigint[]))', t, org_column);
  execute format('create policy everything on %s to plomb_platform using (true)', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;
select isolate('organisation', 'id');
select isolate(t::regclass, 'org_id')
  from unnest(array['role', 'operator', 'device', 'device_state', 'device_connection', 'position', 'lock_event', 'alarm',
                    'command', 'fence', 'operation_log']) t;

alter table fence_device enable row level security;
alter table fence_device force row level security;
create policy own_fences_and_devices on fence_device to plomb_app
  using (exists (select 1 from fence f where f.id = fence_id) and exists (select 1 from device d where d.id = device_id));
create policy everything on fence_device to plomb_platform using (true);
create policy owner on fence_device to current_user using (true);

-- only operators of the root organisation see who knocked without being registered
alter table device_unregistered enable row level security;
alter table device_unregistered force row level security;
create policy root_organisation on device_unregistered for select to plomb_app
  using (exists (select 1 from organisation o where o.parent_id is null));
create policy everything on device_unregistered to plomb_platform using (true);
create policy owner on device_unregistered to current_user using (true);

grant select, insert, update, delete on all tables in schema public to plomb_platform;
grant select on menu, button, role_menu, role_button, device_unregistered, organisation, operator, role,
  position, lock_event, device_state, device_connection, alarm, command, operation_log to plomb_app;
grant select, insert, update, delete on manufacturer, device_type, device, fence, fence_device, hobby_config to plomb_app;
grant insert on device_state, device_connection, command, operation_log, lock_event to plomb_app;
grant update on alarm, command, device_state to plomb_app;
revoke update, delete on operation_log from plomb_platform;

-- online: an open socket that is not silent · sleeping: closed, the next report not due yet · late: due, not yet given up
-- · offline. The console ages the same rule by itself (contract/src/connection.ts); a test holds both together.
create function connection_of(connected boolean, seen timestamptz, report_interval integer, sleep_interval integer)
returns text language sql stable parallel safe as $$
  select case
    when seen is null then 'offline'
    when connected and age <= 2 * report_interval + 60 then 'online'
    when age <= sleep_interval + 60 then 'sleeping'
    when age <= 2 * sleep_interval + 300 then 'late'
    else 'offline'
  end from (select extract(epoch from now() - seen) as age) a
$$;
