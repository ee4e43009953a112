-- Friends: people who know each other, of whatever organisations. It gives access to nothing. What is here is of persons and not
-- of organisations: requests have no right to these tables, the handlers ask them for the person who calls.

create table friendship (
  low_id bigint not null references operator on delete cascade,
  high_id bigint not null references operator on delete cascade,
  create_time timestamptz not null default now(),
  primary key (low_id, high_id),
  check (low_id < high_id)
);
create index friendship_high on friendship (high_id);

create table friend_block (
  operator_id bigint not null references operator on delete cascade,
  blocked_id bigint not null references operator on delete cascade,
  create_time timestamptz not null default now(),
  primary key (operator_id, blocked_id),
  check (operator_id <> blocked_id)
);
create index friend_block_blocked on friend_block (blocked_id);

-- Who applied to whom, and what became of it. Names as they were when it was sent: people leave, a record stays.
create table application (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('friend')),
  applicant_id bigint references operator on delete set null,
  applicant_name text not null,
  applicant_login text not null,
  applicant_org text not null,
  -- null: it reaches nobody, and to whoever sent it looks like any other
  addressee_id bigint references operator on delete set null,
  addressee_name text not null default '',
  addressee_login text not null default '',
  addressee_org text not null default '',
  typed text not null, -- by which the addressee was named
  message text not null,
  state text not null default 'pending' check (state in ('pending', 'agreed', 'declined', 'withdrawn', 'lapsed')),
  create_time timestamptz not null default now(),
  end_time timestamptz,
  check ((state = 'pending') = (end_time is null)),
  check (applicant_id <> addressee_id)
);
create unique index application_typed on application (kind, applicant_id, lower(typed)) where state = 'pending';
-- of two who apply to each other one has answered the other
create unique index application_pair on application (kind, least(applicant_id, addressee_id), greatest(applicant_id, addressee_id))
  where state = 'pending' and addressee_id is not null;
create index application_applicant on application (applicant_id, id desc);
create index application_addressee on application (addressee_id, id desc);
create index application_pending on application (create_time) where state = 'pending';

grant select, insert, delete on friendship, friend_block to plomb_platform;
grant select, insert, update, delete on application to plomb_platform;

-- The backstop: what is settled stays so.
create function application_step() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.state <> 'pending' and new.state <> old.state then
    raise check_violation using constraint = 'application_ended', message = format('application %s is settled', old.id);
  end if;
  return new;
end $$;
create trigger application_step before update of state on application for each row execute function application_step();

-- Nobody agrees to somebody who has left.
create function application_of_who_leaves() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update application set state = 'withdrawn', end_time = now() where applicant_id = old.id and state = 'pending';
  return old;
end $$;
create trigger application_of_who_leaves before delete on operator for each row execute function application_of_who_leaves();
revoke execute on function application_step(), application_of_who_leaves() from public;

-- A telephone number as it is compared: people group its digits as they like.
create index operator_phone on operator (regexp_replace(oper_phone, '[ -]', '', 'g')) where oper_phone <> '';

-- Devices that somebody holds are found by who received them.
create index custody_received on custody (operator_id, device_id) where step = 'receive';
