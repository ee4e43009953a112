-- Versions of the handset app, of the root organisation alone, and the handsets that asked for newer ones.

create table app_version (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  app_name text not null, -- a code of the dictionary mobile_app
  platform text not null check (platform in ('android', 'ios')),
  app_version text not null,
  number integer[] not null generated always as (string_to_array(app_version, '.')::integer[]) stored, -- 1.10 is newer than 1.9
  name text not null,
  notes_zh text not null,
  notes_en text not null,
  force_update boolean not null,
  path text references file,
  url text not null,
  state text not null default 'draft' check (state in ('draft', 'published', 'withdrawn')),
  oper_name text not null default '',
  create_time timestamptz not null default now(),
  publish_name text not null default '',
  publish_time timestamptz,
  withdraw_name text not null default '',
  withdraw_time timestamptz,
  check ((path is null) = (url <> '')),
  check (platform = 'android' or path is null)
);
comment on table app_version is 'managed: drafts are deleted by the root organisation; what was published stays, as few rows as releases';
create unique index app_version_once on app_version (app_name, platform, app_version);
create index app_version_org on app_version (org_id, id desc);
create index app_version_path on app_version (path) where path is not null;
select isolate('app_version', 'org_id');
-- nobody below offers all of them anything
create policy root_organisation on app_version as restrictive for insert to plomb_app
  with check (exists (select 1 from organisation o where o.id = org_id and o.parent_id is null));
grant select, insert, update, delete on app_version to plomb_app;
grant select on app_version to plomb_platform;

-- What handsets were offered is fixed, whoever writes it.
create function keep_app_version() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    if old.state <> 'draft' then
      raise exception 'a version that was published stays' using errcode = '23514', constraint = 'app_version_fixed';
    end if;
    return old;
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (('draft', 'published'), ('published', 'withdrawn')) then
      raise exception 'no step of a version' using errcode = '23514', constraint = 'app_step';
    end if;
  elsif old.state <> 'draft' then
    raise exception 'a version that was published is not changed' using errcode = '23514', constraint = 'app_version_fixed';
  end if;
  if (new.org_id, new.create_time) <> (old.org_id, old.create_time)
    or new.state <> old.state and (new.app_name, new.platform, new.app_version, new.name, new.notes_zh, new.notes_en, new.force_update, new.url)
      <> (old.app_name, old.platform, old.app_version, old.name, old.notes_zh, old.notes_en, old.force_update, old.url)
    or new.state <> old.state and new.path is distinct from old.path then
    raise exception 'a step changes nothing else' using errcode = '23514', constraint = 'app_version_fixed';
  end if;
  return new;
end $$;
create trigger keep_app_version before update or delete on app_version for each row execute function keep_app_version();

-- A package that no version names any more goes a day later.
create function app_version_package() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from file_use where file_id = old.path and used_by = 'app version ' || old.id;
  return null;
end $$;
create trigger app_version_package_changed after update of path on app_version for each row
  when (new.path is distinct from old.path) execute function app_version_package();
create trigger app_version_package_deleted after delete on app_version for each row execute function app_version_package();

-- One row a handset, by the id its app made for itself: what it says it runs, and how far it is with its last upgrade.
create table app_installation (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  app_name text not null,
  platform text not null check (platform in ('android', 'ios')),
  installation uuid not null,
  app_version text not null,
  former_version text not null default '',
  offered_version text not null default '',
  offered_time timestamptz,
  fetched_time timestamptz,
  version_time timestamptz not null default now(),
  last_time timestamptz not null default now(),
  create_time timestamptz not null default now(),
  network text not null, -- the one it first asked from, by which rows are bounded
  unique (app_name, platform, installation)
);
create index app_installation_org on app_installation (org_id, id desc);
create index app_installation_version on app_installation (app_name, platform, app_version);
create index app_installation_last on app_installation (last_time);
select isolate('app_installation', 'org_id');
grant select (id, org_id, app_name, platform, installation, app_version, former_version, offered_version, offered_time,
  fetched_time, version_time, last_time, create_time) on app_installation to plomb_app;
grant select, insert, update, delete on app_installation to plomb_platform;

revoke execute on function keep_app_version(), app_version_package() from public;
