-- Device types and manufacturers get an owner; nothing a person deletes takes evidence along; devices with history retire.

-- owners ------------------------------------------------------------------------------------------------------------

create function root_organisation() returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select id from organisation where parent_id is null
$$;

-- What is shared downwards belongs to one of these: the organisations above those of the request.
create function organisations_above() returns bigint[]
language sql stable security definer set search_path = public, pg_temp as $$
  with recursive above as (
    select o.parent_id as id from organisation o join unnest(plomb_orgs()) s(id) on s.id = o.id
    union
    select o.parent_id from organisation o join above a on o.id = a.id)
  select array_agg(id) from above where id is not null
$$;

-- until now everybody's, hence the root's; what a migration or the first start adds without an owner is the root's too
alter table manufacturer add column org_id bigint default root_organisation() references organisation;
alter table device_type add column org_id bigint default root_organisation() references organisation;
alter table manufacturer alter column org_id set not null;
alter table device_type alter column org_id set not null;
-- a code is unique to its owner: nobody learns from a refusal what others have
alter table manufacturer drop constraint manufacturer_factory_code_key;
alter table manufacturer add constraint manufacturer_factory_code_key unique (org_id, factory_code);
alter table device_type drop constraint device_type_device_type_key;
alter table device_type add constraint device_type_device_type_key unique (org_id, device_type);

create index device_device_type on device (device_type_id);
create index device_manufacturer on device (manufacturer_id);

-- Seen by the owner, by those below it, and by whoever sees a device that names it (an organisation may be moved away
-- from a type's owner, its devices stay whole). Changed by those who have the owner in scope.
create function share_downwards(t regclass, device_column text) returns void language plpgsql as $$
declare
  own constant text := '(org_id = any ((select plomb_orgs())::bigint[]))';
begin
  execute format('alter table %s enable row level security', t);
  execute format('alter table %s force row level security', t);
  execute format('create policy seen on %s for select to plomb_app using (%s or org_id = any ((select organisations_above())::bigint[])
    or exists (select from device d where d.%I = %s.id))', t, own, device_column, t);
  execute format('create policy added on %s for insert to plomb_app with check %s', t, own);
  execute format('create policy changed on %s for update to plomb_app using %s', t, own);
  execute format('create policy removed on %s for delete to plomb_app using %s', t, own);
  execute format('create policy everything on %s to plomb_platform using (true)', t);
  execute format('create policy owner on %s to current_user using (true)', t);
end $$;
select share_downwards('manufacturer', 'manufacturer_id'), share_downwards('device_type', 'device_type_id');
drop function share_downwards(regclass, text);

-- A device names a type and a manufacturer of its organisation or of one above it. After the row: what else is wrong
-- with it (a foreign organisation, an unknown type) is said first, in the same words for all.
create function device_in_reach() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above bigint[];
begin
  with recursive up as (
    select id, parent_id from organisation where id = new.org_id
    union select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
  select array_agg(id) into above from up;
  if not exists (select from device_type t where t.id = new.device_type_id and t.org_id = any (above)) then
    raise check_violation using constraint = 'device_type_in_reach', message = 'the device type belongs to another organisation';
  end if;
  if new.manufacturer_id is not null
     and not exists (select from manufacturer m where m.id = new.manufacturer_id and m.org_id = any (above)) then
    raise check_violation using constraint = 'manufacturer_in_reach', message = 'the manufacturer belongs to another organisation';
  end if;
  return null;
end $$;
create trigger device_in_reach after insert or update of org_id, device_type_id, manufacturer_id on device
  for each row execute function device_in_reach();

-- evidence ----------------------------------------------------------------------------------------------------------

alter table lock_event drop constraint lock_event_device_id_fkey;
alter table lock_event add constraint lock_event_device_id_fkey foreign key (device_id) references device;
alter table alarm drop constraint alarm_device_id_org_id_fkey;
alter table alarm add constraint alarm_device_id_org_id_fkey
  foreign key (device_id, org_id) references device (id, org_id) on update cascade;
alter table alarm drop constraint alarm_event_id_fkey;
alter table alarm add constraint alarm_event_id_fkey foreign key (event_id) references lock_event;
alter table command drop constraint command_device_id_org_id_fkey;
alter table command add constraint command_device_id_org_id_fkey
  foreign key (device_id, org_id) references device (id, org_id) on update cascade;
alter table command drop constraint command_evidence_event_id_fkey;
alter table command add constraint command_evidence_event_id_fkey foreign key (evidence_event_id) references lock_event;

create index alarm_device on alarm (device_id, id desc);
create index alarm_event on alarm (event_id) where event_id is not null;
create index command_evidence_event on command (evidence_event_id) where evidence_event_id is not null;

-- quarantine belongs to somebody; null: a report whose device was gone already
alter table quarantine add column org_id bigint;
update quarantine q set org_id = d.org_id from device d where d.id = q.device_id;
create index quarantine_device on quarantine (device_id, id desc);
create index quarantine_org on quarantine (org_id, id desc);
create function quarantine_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select org_id into new.org_id from device where id = new.device_id;
  return new;
end $$;
create trigger quarantine_owner before insert on quarantine for each row execute function quarantine_owner();

-- One device with a mad clock, or somebody who uses its number, fills a share of the disk and no more: of each device
-- the newest 5,000 stay.
create function quarantine_share() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from quarantine q using (
    select n.device_id, (select o.id from quarantine o where o.device_id = n.device_id
                          order by o.id desc offset 5000 limit 1) as last
      from (select distinct device_id from added) n) beyond
   where q.device_id = beyond.device_id and q.id <= beyond.last;
  return null;
end $$;
create trigger quarantine_share after insert on quarantine referencing new table as added
  for each statement execute function quarantine_share();

select isolate('quarantine', 'org_id');
create policy of_nobody on quarantine for select to plomb_app
  using (org_id is null and exists (select from organisation o where o.parent_id is null));
grant select on quarantine to plomb_app;

-- Out of service, with all that is known of it; its number is burned, for frames and seals of the past carry it.
alter table device add column retired_time timestamptz, add check (retired_time is null or status = 2);

create function device_has_history(device bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from lock_event where device_id = device) or exists (select from alarm where device_id = device)
      or exists (select from command where device_id = device) or exists (select from quarantine where device_id = device)
      or exists (select from position where device_id = device)
$$;
create function device_keeps_history() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if device_has_history(old.id) then
    raise check_violation using constraint = 'device_history', message = format('device %s has a history', old.id);
  end if;
  return old;
end $$;
create trigger device_keeps_history before delete on device for each row execute function device_keeps_history();

-- An organisation whose devices left a history behind, or whose people did anything, keeps it: it can be disabled.
alter table organisation add column has_history boolean not null default false;
create function device_leaves_history() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if device_has_history(old.id) then
    update organisation set has_history = true where id = old.org_id and not has_history;
  end if;
  return null;
end $$;
create trigger device_leaves_history after update of org_id on device for each row
  when (new.org_id <> old.org_id) execute function device_leaves_history();
create function organisation_keeps_history() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if old.has_history or exists (select from operation_log where org_id = old.id) then
    raise check_violation using constraint = 'organisation_history', message = format('organisation %s has a history', old.id);
  end if;
  delete from image where org_id = old.id and purpose = 'logo'; -- every other picture is a record
  return old;
end $$;
create trigger organisation_keeps_history before delete on organisation for each row
  execute function organisation_keeps_history();
alter table image drop constraint image_org_id_fkey;
alter table image add constraint image_org_id_fkey foreign key (org_id) references organisation;
alter table image drop constraint image_operator_id_fkey; -- whose picture it is stays told, also when that person has left

-- who knocked -------------------------------------------------------------------------------------------------------

create index device_unregistered_last on device_unregistered (last_time);
-- whoever is registered is no stranger any more
create function device_is_known() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from device_unregistered where sn = new.sn;
  return null;
end $$;
create trigger device_is_known after insert or update of sn on device for each row execute function device_is_known();
delete from device_unregistered u using device d where d.sn = u.sn;

revoke execute on function device_has_history(bigint), device_in_reach(), quarantine_owner(), quarantine_share(),
  device_keeps_history(), device_leaves_history(), organisation_keeps_history(), device_is_known() from public;
