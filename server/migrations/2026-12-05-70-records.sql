-- Records are read by organisation and time, and written to files by jobs. See docs/decisions/0080-records.md.

create index position_org_time on position (org_id, device_time);
create index lock_event_changes on lock_event (org_id, at, id) where (counts and ls_before <> ls_after) or rang <> '{}';
create index alarm_org_time on alarm (org_id, first_time, id);

-- What a job made, for whoever began it: goes some days after the job was done.
alter table job add column file text references file on delete set null;
create index job_file on job (file) where file is not null;

-- A file of records that a job writes: what was asked for, how far it was read, and the parts that lie in the storage.
create table record_export (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  job_id bigint references job on delete cascade,
  lang text not null check (lang in ('zh', 'en')),
  asked jsonb not null, -- with its time bounded: what comes later is in no part of it
  place text, -- behind which record it goes on; null: nothing was read yet
  parts jsonb not null default '[]', -- by their contents, in order
  bytes bigint not null default 0, -- of the text, unpacked
  crc bigint not null default 0 -- of the same
);
create index record_export_job on record_export (job_id);
select isolate('record_export', 'org_id');
grant select, insert, update, delete on record_export to plomb_app, plomb_platform;
