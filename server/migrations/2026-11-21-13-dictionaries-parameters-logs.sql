-- Words of enumerations and system parameters: one set for everybody, changed by the root organisation only.

create table dictionary (
  id bigint generated always as identity primary key,
  dict_code text not null unique check (dict_code ~ '^[a-z][a-z0-9_]*$'),
  dict_text jsonb not null check (dict_text ->> 'zh' <> '' and dict_text ->> 'en' <> ''),
  origin text not null default 'own' check (origin in ('protocol', 'product', 'own')),
  create_time timestamptz not null default now()
);

create table dictionary_item (
  id bigint generated always as identity primary key,
  dictionary_id bigint not null references dictionary,
  item_code text not null check (item_code <> ''),
  item_text jsonb not null check (item_text ->> 'zh' <> '' and item_text ->> 'en' <> ''),
  colour text not null default 'grey',
  sort integer not null default 0,
  enabled boolean not null default true,
  fixed boolean not null default false, -- a code of the product: devices and programs mean something by it
  unique (dictionary_id, item_code)
);

-- the backstop of what the screens promise: a fixed code keeps its value and stays
create function dictionary_item_guard() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.fixed then raise exception 'code % is fixed', old.item_code; end if;
    return old;
  end if;
  if old.fixed and (new.item_code <> old.item_code or new.dictionary_id <> old.dictionary_id or not new.fixed) then
    raise exception 'code % is fixed', old.item_code;
  end if;
  return new;
end $$;
create trigger dictionary_item_guard before update or delete on dictionary_item
  for each row execute function dictionary_item_guard();

-- What is not changed has no text: then the default of the release, or of the environment, is in force.
create table param (
  id bigint generated always as identity primary key,
  param_name text not null unique,
  param_text text,
  remark text not null default '',
  change_time timestamptz,
  changed_by text not null default ''
);

do $$
declare t text;
begin
  foreach t in array array['dictionary', 'dictionary_item', 'param'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy everybody_reads on %I for select to plomb_app using (true)', t);
    execute format('create policy root_organisation on %I to plomb_app
      using (exists (select 1 from organisation o where o.parent_id is null))', t);
    execute format('create policy everything on %I to plomb_platform using (true)', t);
    execute format('create policy owner on %I to current_user using (true)', t);
  end loop;
end $$;
grant select, insert, update, delete on dictionary, dictionary_item, param to plomb_app, plomb_platform;

-- the audit trail: what was there before, fast time ranges, and failed sign-ins of names nobody has
alter table operation_log add column changes jsonb not null default '[]';
create index operation_log_time on operation_log using brin (create_time);
create policy nobody_signed_in on operation_log for select to plomb_app
  using (org_id is null and exists (select 1 from organisation o where o.parent_id is null));
