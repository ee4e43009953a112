-- A device may go from one organisation to another. What happened to it, what was ordered and who was shown its password
-- stays with the organisation it happened in; what the device is now goes with it.

alter table alarm drop constraint alarm_device_id_org_id_fkey;
alter table alarm add constraint alarm_device_id_fkey foreign key (device_id) references device;
alter table command drop constraint command_device_id_org_id_fkey;
alter table command add constraint command_device_id_fkey foreign key (device_id) references device;
alter table password_disclosure drop constraint password_disclosure_device_id_org_id_fkey;
alter table password_disclosure add constraint password_disclosure_device_id_fkey foreign key (device_id) references device;
alter table not_understood drop constraint not_understood_device_id_org_id_fkey;
alter table not_understood add constraint not_understood_device_id_fkey foreign key (device_id) references device;

-- one open alarm of a kind in each organisation: who had the device before still has its own to deal with
create unique index one_open_alarm_of_owner on alarm (device_id, org_id, kind) where process_time is null;
drop index one_open_alarm;
alter index one_open_alarm_of_owner rename to one_open_alarm;
alter table not_understood drop constraint not_understood_device_id_what_reason_key;
alter table not_understood add constraint not_understood_kind unique (device_id, org_id, what, reason);

-- What an organisation that had a device called it then: its records name the device after that is out of its sight.
create table device_left (
  device_id bigint not null references device on delete cascade,
  org_id bigint not null,
  sn text not null,
  device_name text not null,
  subject text not null,
  left_time timestamptz not null default now(),
  primary key (device_id, org_id)
);
select isolate('device_left', 'org_id');
grant select on device_left to plomb_app, plomb_platform;

-- An order that waits is taken back: who gave it has no right to the lock any more, and who has the lock did not give it.
create function device_leaves() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command set state = 'cancelled', cause = 'right', finish_time = now()
   where device_id = old.id and state = 'queued';
  if device_has_history(old.id) then
    insert into device_left (device_id, org_id, sn, device_name, subject)
    values (old.id, old.org_id, old.sn, old.device_name, old.subject)
    on conflict (device_id, org_id) do update set sn = excluded.sn, device_name = excluded.device_name,
      subject = excluded.subject, left_time = excluded.left_time;
  end if;
  return null;
end $$;
create trigger device_leaves after update of org_id on device for each row
  when (new.org_id <> old.org_id) execute function device_leaves();

-- An order is given by who has the device. One given while the device goes waits for that, and is refused.
create function command_of_owner() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from device where id = new.device_id and org_id = new.org_id for key share;
  if not found then
    raise foreign_key_violation using constraint = 'command_of_owner',
      message = format('device %s is not of organisation %s', new.device_id, new.org_id);
  end if;
  return new;
end $$;
create trigger command_of_owner before insert on command for each row execute function command_of_owner();

revoke execute on function device_leaves(), command_of_owner() from public;
