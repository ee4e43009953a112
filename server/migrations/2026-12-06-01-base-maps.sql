-- What lies below the locks on a map.
create table base_map_file (
  file_id text primary key references file on delete cascade,
  org_id bigint not null references organisation,
  -- as its head says
  tile_schema text not null check (tile_schema in ('raster', 'openmaptiles', 'protomaps')),
  min_zoom smallint not null,
  max_zoom smallint not null check (max_zoom between min_zoom and 22)
);
create index base_map_file_org on base_map_file (org_id);
select isolate('base_map_file', 'org_id');
grant select, insert on base_map_file to plomb_app;
grant select, delete on base_map_file to plomb_platform;

create table base_map (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  base_map_name text not null check (base_map_name <> ''),
  kind text not null check (kind in ('upload', 'pmtiles', 'vector', 'raster', 'tianditu', 'google')),
  path text references base_map_file,
  url text not null default '',
  tile_schema text not null check (tile_schema in ('raster', 'openmaptiles', 'protomaps')),
  datum text not null check (datum in ('wgs84', 'gcj02')),
  attribution text not null default '',
  min_zoom smallint not null,
  max_zoom smallint not null check (max_zoom between min_zoom and 22),
  for_below boolean not null default false,
  is_default boolean not null default false,
  status smallint not null default 1 check (status in (1, 2)),
  secret bytea, -- the key, sealed
  key_hint text not null default '',
  create_time timestamptz not null default now(),
  constraint base_map_source check ((kind = 'upload') = (path is not null) and (kind in ('pmtiles', 'vector', 'raster')) = (url <> '')),
  constraint base_map_vectors_are_wgs84 check (tile_schema = 'raster' or datum = 'wgs84')
);
comment on table base_map is 'managed: deleted by its organisation';
create index base_map_org on base_map (org_id);
create index base_map_path on base_map (path);
create unique index base_map_default on base_map (org_id) where is_default;
select isolate('base_map', 'org_id');
grant select, insert, update, delete on base_map to plomb_app;
grant select, update, delete on base_map to plomb_platform;

-- The page that fetches from other servers is everybody's: which these are says the root organisation alone.
create function base_map_of_root() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind <> 'upload' and exists (select from organisation where id = new.org_id and parent_id is not null) then
    raise exception 'servers of base maps are named by the root organisation' using errcode = '23514', constraint = 'base_map_of_root';
  end if;
  return new;
end $$;
create trigger base_map_of_root before insert or update on base_map for each row execute function base_map_of_root();

-- A file that no base map names any more goes a day later.
create function base_map_file_used() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from file_use where file_id = old.path and used_by = 'base map ' || old.id;
  return null;
end $$;
create trigger base_map_file_changed after update of path on base_map for each row
  when (new.path is distinct from old.path and old.path is not null) execute function base_map_file_used();
create trigger base_map_file_deleted after delete on base_map for each row when (old.path is not null) execute function base_map_file_used();
revoke execute on function base_map_of_root(), base_map_file_used() from public;
