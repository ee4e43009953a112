-- The terminal under which a device registered first. The number of a lock is printed on it: whoever registers under the
-- number with another terminal id is not given the code that its lock was given.
create table device_registration (
  device_id bigint primary key,
  org_id bigint not null,
  terminal text not null,
  first_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  address text not null default '',
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
select isolate('device_registration', 'org_id');
grant select, insert, update, delete on device_registration to plomb_platform;
grant select, delete on device_registration to plomb_app;
