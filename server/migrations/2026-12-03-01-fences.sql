-- Fences as people draw them: whose locks they are for, what rings, and when.
alter table fence
  add column colour text not null default 'violet' check (colour in ('violet', 'teal', 'brown', 'pink', 'slate')),
  add column alarm_on text not null default 'leave' check (alarm_on in ('enter', 'leave', 'both')),
  -- all: the locks of its organisation and of those below; types: those of them of these types; devices: the named ones
  add column bound text not null default 'devices' check (bound in ('all', 'types', 'devices')),
  add column schedule jsonb, -- null: always
  -- the box it lies in, half its width or its radius included
  add column west double precision, add column south double precision,
  add column east double precision, add column north double precision;
create index fence_org on fence (org_id);

create function fence_box() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  up constant double precision := coalesce(new.radius, 0) / 111195;
begin
  select min((p ->> 0)::float8), min((p ->> 1)::float8), max((p ->> 0)::float8), max((p ->> 1)::float8)
    into new.west, new.south, new.east, new.north
    from jsonb_path_query(new.fence_context, 'strict $.coordinates.** ? (@.type() == "array" && @[0].type() == "number")', '{}', true) p;
  new.south := new.south - up;
  new.north := new.north + up;
  -- a metre is most degrees of longitude where the box is nearest to a pole
  new.west := new.west - up / greatest(cos(radians(least(89, greatest(-new.south, new.north)))), 0.01);
  new.east := new.east + up / greatest(cos(radians(least(89, greatest(-new.south, new.north)))), 0.01);
  return new;
end $$;
create trigger fence_box before insert or update of fence_context, radius on fence for each row execute function fence_box();
update fence set radius = radius;

create table fence_device_type (
  fence_id bigint not null references fence on delete cascade,
  device_type_id bigint not null references device_type on delete cascade,
  primary key (fence_id, device_type_id)
);
comment on table fence_device_type is 'managed: part of its fence';
alter table fence_device_type enable row level security;
alter table fence_device_type force row level security;
create policy of_own_fences on fence_device_type to plomb_app using (exists (select from fence f where f.id = fence_id));
create policy everything on fence_device_type to plomb_platform using (true);
create policy owner on fence_device_type to current_user using (true);
grant select, insert, update, delete on fence_device_type to plomb_app, plomb_platform;
create index fence_device_type_type on fence_device_type (device_type_id);

-- What changed of fences, for whoever judges by them and reads no more than that. By transactions: what commits later than
-- it was written is found by the horizon that was known before.
create table fence_change (
  id bigint generated always as identity primary key,
  fence_id bigint, -- null: the organisations stand otherwise
  changed_in xid8 not null default pg_current_xact_id(),
  time timestamptz not null default now()
);
grant select, delete on fence_change to plomb_platform;

create function fence_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into fence_change (fence_id) values (coalesce(new.id, old.id));
  return null;
end $$;
create trigger fence_changed after insert or update or delete on fence for each row execute function fence_changed();
create function fence_bound() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into fence_change (fence_id) select distinct fence_id from rows;
  return null;
end $$;
create trigger fence_bound after insert on fence_device referencing new table as rows for each statement execute function fence_bound();
create trigger fence_unbound after delete on fence_device referencing old table as rows for each statement execute function fence_bound();
create trigger fence_bound after insert on fence_device_type referencing new table as rows for each statement execute function fence_bound();
create trigger fence_unbound after delete on fence_device_type referencing old table as rows for each statement execute function fence_bound();
create function fence_organisations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into fence_change (fence_id) values (null);
  return null;
end $$;
create trigger fence_organisations after insert or delete on organisation for each statement execute function fence_organisations();
create trigger fence_organisation_moves after update of parent_id on organisation for each row
  when (old.parent_id is distinct from new.parent_id) execute function fence_organisations();
revoke execute on function fence_changed(), fence_bound(), fence_organisations() from public;

-- Each fence is judged by itself: where the lock was by its newest place says which it was in, and of those on whose edge it
-- was, what was decided before is kept.
alter table lock_state
  drop column outside_fence,
  add column fence_lon double precision, add column fence_lat double precision,
  add column fence_edges jsonb;
update lock_state set fence_time = null where fence_time is not null;

-- By their names when it rang, which fences an alarm is about.
alter table alarm add column fences text[] not null default '{}';

create or replace function locks_exchanged(named bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  since constant timestamptz := clock_timestamp(); -- whatever this had to wait for came before it
begin
  update command c set state = taken_back(c), cause = 'exchanged', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where device_id = any(named) and state = 'queued';
  -- that a device was not received is no word of its lock
  update alarm set process_time = now(), result = 'exchanged'
    where device_id = any(named) and process_time is null and severity <> 'critical' and kind <> 'not_received';
  delete from device_card where device_id = any(named);
  delete from device_parameter where device_id = any(named);
  insert into device_move select id, org_id, since from device where id = any(named) on conflict do nothing;
  -- the next terminal that registers is the one
  delete from device_registration where device_id = any(named);
  update unlock_password set state = 'superseded', end_time = now() where device_id = any(named) and end_time is null;
  update static_password set state = 'past' where device_id = any(named) and state in ('current', 'uncertain');
  update management_lease set end_time = least(now(), until_time), ended_by = 'unusable'
    where device_id = any(named) and end_time is null;
  -- whoever is on the line under the former number is nobody's any more, and takes no order
  update device_connection set connected = false, gateway = '', epoch = epoch + 1, remote_address = '', connect_time = null,
    seen_time = null, network = '', network_before = '', network_time = null where device_id = any(named);
  update lock_state set exchange_time = since,
    lock_status = 255, lock_since = null, lock_actor = '', lock_source = null, sealed_by_platform = false, unseal_time = null,
    lock_time = null, lock_serial = 0, lock_fault = 0, present_time = null, device_time = null, receive_time = null, serial = 0,
    fault = 0, lon = null, lat = null, fix = false, velocity = null, heading = null, altitude = null, satellites = null,
    place_time = null, electric = null, charging = null, voltage = null, temperature = null, mileage = null, signal = null,
    mcc = null, mnc = null, lac = null, cid = null, icc_card_no = '', sim_card = '', ver = '', report_reson = '',
    fence_time = null, fence_lon = null, fence_lat = null, fence_edges = null, low_battery = false, battery_time = null, clock_offset_ms = 0, clock = null,
    report_interval = null, sleep_interval = null, aside_since = null
  where device_id = any(named);
end $$;
