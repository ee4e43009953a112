-- The life of a device is read by time, newest first, out of every table that tells of it.
create index command_device_time on command (device_id, create_time desc, id desc);
create index alarm_device_time on alarm (device_id, first_time desc, id desc);
create index custody_device_time on custody (device_id, create_time desc, id desc);
create index quarantine_device_time on quarantine (device_id, receive_time desc, id desc);

-- Which devices an operation was about. A table and no array in the log: what is looked for within an array is looked for
-- behind the row-level security, in every line there is.
create table operation_device (
  log_id bigint not null references operation_log on delete cascade,
  device_id bigint not null, -- as it was asked for: of a refused operation it may be nobody's
  org_id bigint not null,
  create_time timestamptz not null,
  primary key (log_id, device_id)
);
create index operation_device_time on operation_device (device_id, create_time desc, log_id desc);
select isolate('operation_device', 'org_id');
grant select, insert on operation_device to plomb_app, plomb_platform;
