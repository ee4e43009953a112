-- An order of any kind: what it says, how often it was sent, and what the lock told in its answer.
alter table command rename column params to args;
alter table command
  -- may be sent again after silence, by a machine; decided by its kind
  add column again boolean not null default false,
  add column attempt smallint not null default 0,
  add column result jsonb,
  add constraint metal_moves_once check (not (physical and again)),
  -- nobody has to look what became of it: it is sent again, or has failed
  add constraint never_in_doubt check (not (again and state = 'uncertain')),
  add constraint sent_so_often check (attempt between 0 and case when again then 3 else 1 end);
update command set attempt = 1 where sent_time is not null;

-- The life of an order: what is not listed here does not happen. `server/src/domains/orders/lifeCycle.ts` is the same as
-- data, and a test holds the two against each other.
create or replace function command_guard() returns trigger language plpgsql as $$
begin
  if new.state = old.state then return new; end if;
  if old.state in ('held', 'answered_ok', 'answered_fail', 'failed', 'expired', 'cancelled') then
    raise exception 'command % has ended as % and cannot become %', old.id, old.state, new.state;
  end if;
  if new.state = 'queued' and not (old.again and old.attempt < 3) then
    raise exception 'command % must never be sent again', old.id;
  end if;
  if new.state <> all (case old.state
      when 'queued' then array['sent', 'held', 'cancelled', 'expired']
      when 'sent' then array['queued', 'answered_ok', 'answered_fail', 'uncertain', 'failed', 'expired']
      else array['answered_ok', 'answered_fail', 'failed', 'expired'] end) then
    raise exception 'command % is % and cannot become %', old.id, old.state, new.state;
  end if;
  return new;
end $$;

-- Passwords that stay, typed on a lock or carried by an unseal order, as people set them from here: sealed, the newest that
-- the lock took is the one in force. A lock with none in force has the one it left the factory with.
create table static_password (
  id bigint generated always as identity primary key,
  device_id bigint not null,
  org_id bigint not null,
  command_id bigint not null unique,
  sealed bytea not null,
  fingerprint bytea not null, -- keyed: tells the same password again without opening anything
  state text not null default 'ordered' check (state in ('ordered', 'current', 'past')),
  set_time timestamptz,
  foreign key (device_id, org_id) references device (id, org_id) on update cascade on delete cascade
);
create unique index static_password_in_force on static_password (device_id) where state = 'current';
create index static_password_device on static_password (device_id, id desc);
select isolate('static_password', 'org_id');
grant select, insert, update, delete on static_password to plomb_platform;
grant select, insert, delete on static_password to plomb_app;

-- What becomes of the order becomes of the password it set, in one go. A factory reset ends whichever was in force.
create function password_was_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update static_password set state = 'past' where device_id = new.device_id and state = 'current';
  update static_password set state = 'current', set_time = now() where command_id = new.id;
  -- as many as are compared with a new one
  delete from static_password p where p.device_id = new.device_id and p.state <> 'current' and p.id <=
    (select q.id from static_password q where q.device_id = new.device_id order by q.id desc offset 5 limit 1);
  return null;
end $$;
create trigger password_was_set after update of state on command for each row
  when (new.kind in ('set_unlock_password', 'factory_reset') and new.state = 'answered_ok' and old.state <> 'answered_ok')
  execute function password_was_set();

-- One that was never sent, or that the lock refused, is none.
create function password_was_not_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from static_password where command_id = new.id and state = 'ordered';
  return null;
end $$;
create trigger password_was_not_set after update of state on command for each row
  when (new.kind = 'set_unlock_password' and new.state in ('cancelled', 'expired', 'failed', 'answered_fail'))
  execute function password_was_not_set();
revoke execute on function password_was_set(), password_was_not_set() from public;
