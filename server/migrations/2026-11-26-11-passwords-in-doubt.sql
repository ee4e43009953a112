-- A password that nobody knows whether it was set: both it and the one before are known, and a person's next order carries
-- the one that was not refused last. The lock's yes to either says which is in force.
alter table static_password
  alter column command_id drop not null, -- null: in force before anybody set one from here
  alter column sealed drop not null, -- null: the factory's, which everybody knows
  alter column fingerprint drop not null,
  add column refused_time timestamptz, -- when the lock refused it last
  add column old_sealed bytea, -- the one before, as whoever ordered typed it
  drop constraint static_password_state_check,
  add constraint static_password_state_check check (state in ('ordered', 'uncertain', 'current', 'past'));
alter table command add column password_id bigint; -- the password that stays that it carried
update static_password p set state = 'uncertain' from command c
  where c.id = p.command_id and c.state = 'uncertain' and p.state = 'ordered';
insert into static_password (device_id, org_id, state)
  select distinct p.device_id, p.org_id, 'current' from static_password p
  where not exists (select from static_password q where q.device_id = p.device_id and q.state = 'current');

-- What becomes of an order becomes of the password it sets (a factory reset: the factory's), in one go.
create or replace function password_was_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update static_password set state = 'past' where device_id = new.device_id and state in ('current', 'uncertain');
  update static_password set state = 'current', set_time = now(), refused_time = null where command_id = new.id;
  -- as many as are compared with a new one
  delete from static_password p where p.device_id = new.device_id and p.state = 'past' and p.id <=
    (select q.id from static_password q where q.device_id = new.device_id order by q.id desc offset 5 limit 1);
  return null;
end $$;
create function password_is_uncertain() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update static_password set state = 'uncertain' where command_id = new.id and state = 'ordered';
  return null;
end $$;
create trigger password_is_uncertain after update of state on command for each row
  when (new.kind in ('set_unlock_password', 'factory_reset') and new.state = 'uncertain')
  execute function password_is_uncertain();
create or replace function password_was_not_set() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from static_password where command_id = new.id and state in ('ordered', 'uncertain');
  return null;
end $$;
drop trigger password_was_not_set on command;
create trigger password_was_not_set after update of state on command for each row
  when (new.kind in ('set_unlock_password', 'factory_reset') and new.state in ('cancelled', 'expired', 'failed', 'answered_fail'))
  execute function password_was_not_set();

-- What the lock says of the password an order carried. It says nothing of one that was sent to it later.
create function password_was_judged() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  carried static_password;
begin
  select * into carried from static_password where id = new.password_id and state in ('current', 'uncertain') for update;
  if not found then return null; end if;
  if new.state = 'answered_fail' then
    update static_password set refused_time = now() where id = carried.id;
    return null;
  end if;
  update static_password p set state = 'past' where p.device_id = new.device_id and p.id <> carried.id
    and (p.state = 'current'
      or p.state = 'uncertain' and exists (select from command c where c.id = p.command_id and c.sent_time < new.sent_time));
  update static_password set state = 'current', refused_time = null,
      set_time = case when carried.state = 'uncertain' then now() else set_time end where id = carried.id;
  return null;
end $$;
create trigger password_was_judged after update of state on command for each row
  when (new.password_id is not null and new.state <> old.state
    and (new.state = 'answered_ok' and new.kind = 'unseal' or new.state = 'answered_fail' and new.cause = 'password'))
  execute function password_was_judged();
revoke execute on function password_is_uncertain(), password_was_judged() from public;
