-- What was put aside, and what nobody understood, for people to look at.

alter table quarantine
  add column report jsonb, -- what the frame said, to be judged again; null: of an earlier release
  add column utc_offset_minutes smallint, -- of the device's type when it was read
  add column again_time timestamptz; -- judged again, and taken in
create index quarantine_received on quarantine using brin (receive_time);

create or replace function quarantine_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select d.org_id, t.utc_offset_minutes into new.org_id, new.utc_offset_minutes
    from device d join device_type t on t.id = d.device_type_id where d.id = new.device_id;
  return new;
end $$;

create table not_understood (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  org_id bigint not null,
  what text not null check (length(what) <= 80),
  reason text not null,
  hits bigint not null,
  first_time timestamptz not null,
  last_time timestamptz not null,
  sample bytea not null, -- the last of them, as it came
  unique (device_id, what, reason),
  foreign key (device_id, org_id) references device (id, org_id) on update cascade
);
create index not_understood_org on not_understood (org_id, last_time desc, id desc);
select isolate('not_understood', 'org_id');
grant select, insert, update, delete on not_understood to plomb_platform;
grant select on not_understood to plomb_app;

create or replace function device_has_history(device bigint) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from lock_event where device_id = device) or exists (select from alarm where device_id = device)
      or exists (select from command where device_id = device) or exists (select from quarantine where device_id = device)
      or exists (select from not_understood where device_id = device)
      or exists (select from position where device_id = device)
$$;
