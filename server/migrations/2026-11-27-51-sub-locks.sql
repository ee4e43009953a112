-- What locks said last of the smaller locks and sensors they speak for.
create table sub_lock (
  device_id bigint not null references device on delete cascade,
  id text not null, -- as its maker prints it
  locked boolean,
  voltage double precision,
  electric smallint,
  rssi smallint,
  temperature double precision,
  humidity smallint,
  told_time timestamptz not null, -- on our clock
  primary key (device_id, id)
);
alter table sub_lock enable row level security;
alter table sub_lock force row level security;
create policy of_own_devices on sub_lock for select to plomb_app
  using (exists (select from device d where d.id = device_id));
create policy everything on sub_lock to plomb_platform using (true);
create policy owner on sub_lock to current_user using (true);
grant select on sub_lock to plomb_app;
grant select, insert, update, delete on sub_lock to plomb_platform;
