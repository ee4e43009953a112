-- Places worth a name on the map.
create table interest (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  interest_name text not null check (interest_name <> ''),
  lng double precision not null check (lng between -180 and 180), -- WGS-84
  lat double precision not null check (lat between -90 and 90),
  is_show_map boolean not null default true,
  create_time timestamptz not null default now()
);
comment on table interest is 'managed: deleted by its organisation';
create index interest_org on interest (org_id);
select isolate('interest', 'org_id');
grant select, insert, update, delete on interest to plomb_app, plomb_platform;
