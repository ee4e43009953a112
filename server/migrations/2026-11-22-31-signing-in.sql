-- Keys that seal passwords are derived from a secret and no longer kept: what is kept is that one was used, so that
-- nobody who only asks for keys writes a row.
drop table login_key;
create table used_password_key (
  id text primary key,
  expire_time timestamptz not null
);
grant select, insert, delete on used_password_key to plomb_platform;

-- An account of the demonstration is one whose password is still the well-known one.
alter table operator add column demo boolean not null default false;
update operator set demo = true
 where login_name in ('demo', 'duty', 'guard') and exists (select from setting where name = 'demo');

create function operator_demo_ends() returns trigger language plpgsql as $$
begin
  new.demo := false;
  return new;
end $$;
create trigger operator_demo_ends before update of password_hash on operator for each row
  when (new.password_hash <> old.password_hash)
  execute function operator_demo_ends();

-- Where somebody has signed in before: looked for when the name typed has failed often.
create index session_operator_address on session (operator_id, address);

-- Failures of somebody known end when that person gets a new password.
alter table login_failure add column operator_id bigint;

-- A key acts on locks only where that was ticked by itself; those made before did not ask.
alter table api_key add column physical boolean not null default false;
