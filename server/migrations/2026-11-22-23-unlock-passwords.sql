-- One-time unlock passwords as the locks told them, sealed (see vault.ts); their owner there is the device. The newest
-- by the time it was told is the one in force; older ones are kept for a while, for questions about an opening.
create table unlock_password (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  org_id bigint not null,
  sealed bytea not null,
  fingerprint bytea not null, -- keyed: tells the same password told again without opening anything
  told_time timestamptz not null, -- when the lock had it, never after it said so
  state text not null default 'current' check (state in ('current', 'disclosed', 'superseded', 'consumed')),
  end_time timestamptz, -- superseded or used up
  judged boolean not null default false, -- whether somebody asked why it was used without having been shown
  check ((state in ('current', 'disclosed')) = (end_time is null)),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade
);
create unique index unlock_password_in_force on unlock_password (device_id) where end_time is null;
create index unlock_password_device on unlock_password (device_id, told_time desc);
create index unlock_password_used on unlock_password (id) where state = 'consumed' and not judged;
create index unlock_password_ended on unlock_password (end_time) where end_time is not null;

-- To whom one was shown, and why: evidence, kept when the password itself is gone.
create table password_disclosure (
  id bigint generated always as identity primary key,
  password_id bigint not null,
  device_id bigint not null,
  org_id bigint not null,
  operator_id bigint not null references operator,
  oper_name text not null,
  reason text not null,
  address text not null,
  disclose_time timestamptz not null default now(),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade
);
create index password_disclosure_device on password_disclosure (device_id, id desc);
create trigger password_disclosure_append_only before delete on password_disclosure
  for each statement execute function append_only();

select isolate('unlock_password', 'org_id');
select isolate('password_disclosure', 'org_id');
grant select, insert, update, delete on unlock_password to plomb_platform;
grant select, insert on password_disclosure to plomb_platform;
-- requests read what is sealed, and only the server opens it
grant select, update on unlock_password to plomb_app;
grant select, insert on password_disclosure to plomb_app;

-- An opening by password uses up the one in force when it was told before; a later one was told after the opening.
create function password_was_used() returns trigger language plpgsql as $$
begin
  update unlock_password set state = 'consumed', end_time = new.device_time
   where device_id = new.device_id and end_time is null and told_time <= new.device_time + interval '1 minute';
  return null;
end $$;
create trigger password_was_used after insert on lock_event for each row when (new.lso = 3)
  execute function password_was_used();

-- Keeps what a lock told unless something newer is known; true when it is the one in force now.
create function keep_unlock_password(device bigint, sealed bytea, fingerprint bytea, told timestamptz) returns boolean
language plpgsql as $$
declare
  held unlock_password;
  newest timestamptz;
begin
  perform from public.device d where d.id = keep_unlock_password.device for update;
  select * into held from unlock_password p where p.device_id = device and p.end_time is null;
  if found and held.fingerprint = keep_unlock_password.fingerprint then
    update unlock_password p set told_time = greatest(p.told_time, told) where p.id = held.id;
    return true;
  end if;
  select max(p.told_time) into newest from unlock_password p where p.device_id = device;
  if newest >= told then return false; end if;
  update unlock_password p set state = 'superseded', end_time = told where p.id = held.id;
  insert into unlock_password (device_id, org_id, sealed, fingerprint, told_time)
    select d.id, d.org_id, keep_unlock_password.sealed, keep_unlock_password.fingerprint, told
      from public.device d where d.id = device;
  return true;
end $$;
