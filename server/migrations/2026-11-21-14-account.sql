-- What people keep for themselves: their sessions, a second factor, API keys.

alter table session add column id bigint generated always as identity unique;
-- when whoever sits there last proved who it is: by a code at the sign-in, or asked for it before something grave
alter table session add column confirm_time timestamptz;

alter table role add column second_factor_required boolean not null default false;

create table second_factor (
  operator_id bigint primary key references operator on delete cascade,
  secret bytea not null, -- sealed, see vault.ts
  create_time timestamptz not null default now(),
  confirm_time timestamptz, -- null: a first code was not typed yet, so it is not on
  last_step bigint not null default 0 -- the newest time step a code of was used: it and older ones are spent
);

-- keyed hashes: a code has too few bits for a plain one
create table backup_code (
  operator_id bigint not null references second_factor on delete cascade,
  code_hash bytea not null,
  use_time timestamptz,
  primary key (operator_id, code_hash)
);

create table api_key (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator on delete cascade,
  key_name text not null check (key_name <> ''),
  key_hash bytea not null unique, -- SHA-256 of 256 random bits
  hint text not null,
  scope text[] not null check (cardinality(scope) > 0), -- menu:button
  addresses text[] not null default '{}', -- empty: from anywhere
  create_time timestamptz not null default now(),
  expire_time timestamptz not null check (expire_time <= create_time + interval '366 days'),
  use_time timestamptz,
  use_address text not null default '',
  revoke_time timestamptz
);
create index api_key_operator on api_key (operator_id);

alter table api_key enable row level security;
alter table api_key force row level security;
create policy of_operators_in_sight on api_key to plomb_app
  using (exists (select 1 from operator o where o.id = operator_id));
create policy everything on api_key to plomb_platform using (true);
create policy owner on api_key to current_user using (true);

-- Whichever hand disables an operator or changes a password: keys end for good, a disabled operator's sessions too.
create function operator_ended() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update api_key set revoke_time = now() where operator_id = new.id and revoke_time is null;
  if new.status = 2 then
    update session set end_time = now() where operator_id = new.id and end_time is null;
  end if;
  return null;
end $$;
create trigger operator_ended after update of status, password_hash on operator for each row
  when ((new.status = 2 and old.status = 1) or new.password_hash <> old.password_hash)
  execute function operator_ended();

grant select, insert, update, delete on second_factor, backup_code, api_key to plomb_platform;
grant select, insert, update on api_key to plomb_app;
grant update (second_factor_required) on role to plomb_app;
