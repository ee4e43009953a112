-- Lead seals: kinds, series, seals of three media, and every operation on one, also those that were refused. The table of what may follow
-- upon what is contract/src/seals/sealSteps.ts; what stands here is its backstop. See docs/decisions/0118-lead-seals.md.

create table seal_kind (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  kind_name text not null check (kind_name <> ''),
  iso_class text not null check (iso_class in ('I', 'S', 'H', 'none')),
  maker text not null default '',
  certificate text not null default '',
  reusable boolean not null default false,
  create_time timestamptz not null default now(),
  unique (org_id, kind_name)
);
comment on table seal_kind is 'managed: deleted by its organisation while no series is of it';
select isolate('seal_kind', 'org_id');
-- those below use the kinds of those above
create policy of_those_above on seal_kind for select to plomb_app using (org_id = any ((select organisations_above())::bigint[]));
grant select, insert, update, delete on seal_kind to plomb_app, plomb_platform;

-- What a seal may go through depends on its kind: whoever could change it could apply a spent seal again.
create function seal_kind_stays() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (new.reusable, new.iso_class) <> (old.reusable, old.iso_class) and exists (select from seal_series where kind_id = new.id) then
    raise check_violation using constraint = 'seal_kind_used', message = 'seals are of this kind';
  end if;
  return new;
end $$;
create trigger seal_kind_stays before update on seal_kind for each row execute function seal_kind_stays();

create table seal_series (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  medium text not null check (medium in ('qr', 'nfc', 'rfid')),
  prefix text not null,
  first integer, -- null: registered chip by chip
  count integer not null check (count between 1 and 10000),
  kind_id bigint not null references seal_kind,
  operator_id bigint not null, -- stays told, also when that person has left
  oper_name text not null,
  create_time timestamptz not null default now()
);
create index seal_series_org on seal_series (org_id, medium, id desc);
create index seal_series_kind on seal_series (kind_id);
select isolate('seal_series', 'org_id');
grant select, insert on seal_series to plomb_app, plomb_platform;

create table seal (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  series_id bigint not null references seal_series,
  medium text not null check (medium in ('qr', 'nfc', 'rfid')),
  number text not null, -- as people write it
  key text not null, -- without what only helps the eye
  state text not null default 'blank' check (state in ('blank', 'sealed', 'spent', 'scrapped')),
  abnormal boolean not null default false,
  holder_id bigint, -- stays told, also when that person has left; null: on something, or scrapped
  holder_name text not null default '',
  object text not null default '', -- what it is on, or was on last
  lat double precision, lon double precision, -- where it was applied, WGS-84
  seal_time timestamptz, -- since when it is on
  last_time timestamptz, -- of the newest operation that was done
  create_time timestamptz not null default now(),
  check ((state = 'sealed') = (seal_time is not null)),
  check (not abnormal or state in ('sealed', 'scrapped'))
);
-- a number is one seal, whoever has it: the same number twice is a copy
create unique index seal_number on seal (medium, key);
create index seal_org on seal (org_id, medium, id desc);
create index seal_series_id on seal (series_id, state);
create index seal_holder on seal (holder_id, state) where holder_id is not null;
select isolate('seal', 'org_id');
grant select, insert, update on seal to plomb_app, plomb_platform;

-- what the table of operations never allows, whoever writes it
create function seal_goes_on() returns trigger language plpgsql as $$
begin
  if new.number <> old.number or new.key <> old.key or new.medium <> old.medium or new.series_id <> old.series_id then
    raise check_violation using constraint = 'seal_number_stays', message = 'the number of a seal is what it is';
  end if;
  if new.state <> old.state and not (
    old.state = 'blank' and new.state in ('sealed', 'scrapped')
    or old.state = 'sealed' and new.state in ('spent', 'scrapped')
    or old.state = 'sealed' and new.state = 'blank'
      and (select k.reusable from seal_series s join seal_kind k on k.id = s.kind_id where s.id = new.series_id)
    or old.state = 'spent' and new.state = 'scrapped')
  then
    raise check_violation using constraint = 'seal_step', message = 'a seal does not go from ' || old.state || ' to ' || new.state;
  end if;
  return new;
end $$;
create trigger seal_goes_on before update on seal for each row execute function seal_goes_on();

create table seal_operation (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation, -- whose seal it is; of an unknown number, whose person read it
  seal_id bigint references seal,
  medium text not null check (medium in ('qr', 'nfc', 'rfid')),
  number text not null, -- as it was read
  operation smallint not null check (operation between 0 and 4),
  outcome text not null check (outcome in ('done', 'refused', 'contradicts')),
  refusal text,
  alarm text check (alarm in ('seal_reuse', 'duplicate_number', 'unknown_seal')), -- what only a forger or a thief gives cause for
  from_state text,
  to_state text,
  to_abnormal boolean not null default false,
  at timestamptz not null, -- when it was done, never later than it was told
  device_time timestamptz not null, -- by the handset's clock
  create_time timestamptz not null default now(),
  counter bigint not null,
  late boolean not null,
  operator_id bigint not null, -- stays told; so below
  oper_name text not null,
  org_name text not null default '', -- of whoever did it
  api_key_id bigint,
  idempotency_key text not null,
  asked text not null, -- digest of all that was told: the same key for something else is refused
  object text not null default '',
  abnormal_kind text,
  reason text not null default '',
  witness_id bigint,
  witness text not null default '',
  lat double precision, lon double precision, accuracy real, metres real,
  photos text[] not null default '{}',
  unique (operator_id, idempotency_key),
  check ((outcome = 'done') = (refusal is null)),
  check (seal_id is not null or refusal = 'unknownSeal')
);
create index seal_operation_seal on seal_operation (seal_id, at desc, id desc) where seal_id is not null;
create index seal_operation_org on seal_operation (org_id, medium, id desc);
create index seal_operation_operator on seal_operation (operator_id, id desc);
create trigger seal_operation_append_only before update or delete on seal_operation for each statement execute function append_only();
select isolate('seal_operation', 'org_id');
grant select, insert on seal_operation to plomb_app, plomb_platform;

