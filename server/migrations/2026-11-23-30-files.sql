-- Files of every kind, their bytes by content in a storage outside of the database; pictures move there.

-- A content, by the SHA-256 of its bytes. Its row is there before the bytes are, so that none can lie in the storage that
-- nobody knows of.
create table file_content (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  inline bytea, -- of pictures from before there was a storage, until they are moved into it
  free_time timestamptz default now() -- since when no file has it; null: one has
);
create index file_content_free on file_content (free_time) where free_time is not null;
create index file_content_inline on file_content (sha256) where inline is not null;

create table file (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{24}$'), -- made by the server and unguessable
  org_id bigint not null references organisation,
  operator_id bigint, -- whose it is stays told, also when that person has left
  purpose text not null,
  type text not null,
  sha256 text not null references file_content,
  bytes bigint not null,
  thumb_sha256 text references file_content,
  thumb_bytes bigint not null default 0,
  width integer,
  height integer,
  create_time timestamptz not null default now(),
  free_time timestamptz default now() -- since when nothing uses it; null: something does
);
create index file_org on file (org_id) include (bytes, thumb_bytes);
create index file_sha256 on file (sha256);
create index file_thumb on file (thumb_sha256) where thumb_sha256 is not null;
create index file_free on file (free_time) where free_time is not null;

-- What uses a file, in words of whoever uses it. A use as evidence never ends, and so neither does the file.
create table file_use (
  file_id text not null references file,
  used_by text not null,
  evidence boolean not null default false,
  create_time timestamptz not null default now(),
  primary key (file_id, used_by)
);
create index file_use_by on file_use (used_by);

-- A link to one file: for one operator, as long as the session lasts it was made in, and for minutes.
create table file_link (
  id_hash bytea primary key,
  file_id text not null references file on delete cascade,
  thumb boolean not null,
  operator_id bigint not null references operator on delete cascade,
  session_hash bytea not null,
  expire_time timestamptz not null
);
create index file_link_file on file_link (file_id);
create index file_link_expire on file_link (expire_time);

comment on table file is 'managed: goes a day after its last use ended; a use as evidence never ends';

select isolate('file', 'org_id');
do $$
declare t text;
begin
  foreach t in array array['file_content', 'file_use', 'file_link'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everything on %I to plomb_platform using (true)', t);
    execute format('create policy owner on %I to current_user using (true)', t);
  end loop;
end $$;
create policy of_files_in_sight on file_use to plomb_app using (exists (select from file f where f.id = file_id));
create policy of_operators_in_sight on file_link to plomb_app
  using (exists (select from operator o where o.id = operator_id) and exists (select from file f where f.id = file_id));
grant select, insert, update, delete on file_content, file, file_use, file_link to plomb_platform;
grant select, insert on file to plomb_app;
grant select, insert, delete on file_use to plomb_app;
grant insert on file_link to plomb_app;

-- Who is used and who is free, told by the rows themselves. Whoever ends a use waits for others who begin or end one of
-- the same file: the last of them sees that it is the last.
create function file_used() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update file set free_time = null where id = new.file_id and free_time is not null;
    return null;
  end if;
  perform from file where id = old.file_id for update;
  update file set free_time = now()
   where id = old.file_id and not exists (select from file_use where file_id = old.file_id);
  return null;
end $$;
create trigger file_used after insert or delete on file_use for each row execute function file_used();

create function file_evidence() returns trigger language plpgsql as $$
begin
  raise check_violation using constraint = 'file_evidence', message = format('file %s is evidence', old.file_id);
end $$;
create trigger file_evidence before update or delete on file_use for each row when (old.evidence)
  execute function file_evidence();

create function file_has_content() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    update file_content set free_time = null
     where sha256 in (new.sha256, new.thumb_sha256) and free_time is not null;
    return null;
  end if;
  perform from file_content where sha256 in (old.sha256, old.thumb_sha256) order by sha256 for update;
  update file_content c set free_time = now() where c.sha256 in (old.sha256, old.thumb_sha256)
     and not exists (select from file f where f.sha256 = c.sha256)
     and not exists (select from file f where f.thumb_sha256 = c.sha256);
  return null;
end $$;
create trigger file_has_content after insert or delete on file for each row execute function file_has_content();

-- What a file is never changes; who has it may, when an organisation goes.
create function file_stays() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('file %s is never changed', old.id);
end $$;
create trigger file_stays before update of id, purpose, type, sha256, bytes, thumb_sha256, thumb_bytes, create_time on file
  for each row execute function file_stays();

-- An organisation uses its logo.
create function organisation_logo_used() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    delete from file_use where used_by = 'organisation ' || old.id and file_id = substr(old.logo, 8);
  end if;
  if tg_op <> 'DELETE' then
    insert into file_use (file_id, used_by)
    select id, 'organisation ' || new.id from file where id = substr(new.logo, 8) on conflict do nothing;
  end if;
  return null;
end $$;

-- The pictures there are: what they are and whose, at once; their bytes as soon as the storage takes them.
insert into file_content (sha256, bytes, inline)
select distinct on (1) encode(sha256(bytes), 'hex'), octet_length(bytes), bytes from image where octet_length(bytes) > 0;
insert into file (id, org_id, operator_id, purpose, type, sha256, bytes, width, height, create_time)
select id, org_id, operator_id, purpose, type, encode(sha256(bytes), 'hex'), octet_length(bytes), width, height, create_time
  from image where octet_length(bytes) > 0;
insert into file_use (file_id, used_by)
select f.id, 'organisation ' || o.id from organisation o join file f on f.id = substr(o.logo, 8);
drop table image;

create trigger organisation_logo_used after insert or update of logo or delete on organisation
  for each row execute function organisation_logo_used();

create or replace function organisation_keeps_history() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.has_history or exists (select from operation_log where org_id = old.id) then
    raise check_violation using constraint = 'organisation_history', message = format('organisation %s has a history', old.id);
  end if;
  -- its logos; one that another organisation uses goes to whoever is above. Every other file is a record.
  delete from file_use where used_by = 'organisation ' || old.id;
  delete from file f where f.org_id = old.id and f.purpose = 'logo'
     and not exists (select from file_use u where u.file_id = f.id);
  update file set org_id = old.parent_id where org_id = old.id and purpose = 'logo';
  return old;
end $$;
revoke execute on function file_used(), file_evidence(), file_has_content(), file_stays(), organisation_logo_used() from public;
