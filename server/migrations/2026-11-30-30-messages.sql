-- Messages to people by mail and SMS. They are written with what causes them and sent after it, see platform/messages.

-- The mail server and the SMS provider: at most one row each, of nobody; only the root organisation manages them.
create table message_channel (
  channel text primary key check (channel in ('mail', 'sms')),
  enabled boolean not null,
  settings jsonb not null,
  secret bytea, -- sealed, see vault.ts
  has_secret boolean not null generated always as (secret is not null) stored,
  change_time timestamptz not null default now(),
  changed_by text not null
);
alter table message_channel enable row level security;
alter table message_channel force row level security;
create policy root_organisation on message_channel to plomb_app
  using (exists (select 1 from organisation where parent_id is null));
create policy everything on message_channel to plomb_platform using (true);
create policy owner on message_channel to current_user using (true);
grant select (channel, enabled, settings, has_secret, change_time, changed_by), insert, update on message_channel to plomb_app;
grant select, insert, update, delete on message_channel to plomb_platform;

create table message (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  operator_id bigint references operator on delete set null,
  oper_name text not null default '',
  channel text not null check (channel in ('mail', 'sms')),
  purpose text not null,
  recipient text not null, -- covered
  address_hash bytea not null, -- keyed: how many go to one address
  content bytea, -- address and words, sealed; forgotten once it is over
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'failed', 'lapsed', 'unknown')),
  answer text not null default '',
  attempts integer not null default 0,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  next_time timestamptz not null default now(),
  attempt_time timestamptz,
  end_time timestamptz,
  check ((state in ('waiting', 'sending')) = (end_time is null)),
  check ((content is null) = (end_time is not null))
);
create index message_org on message (org_id, id desc);
create index message_due on message (next_time) where end_time is null;
create index message_address on message (address_hash, create_time);
create index message_ended on message (create_time) where end_time is not null;
select isolate('message', 'org_id');
-- requests write what shall be sent; what became of it only the house writes
grant select (id, org_id, oper_name, channel, purpose, recipient, state, answer, attempts, create_time, expire_time, end_time)
  on message to plomb_app;
grant insert (org_id, operator_id, oper_name, channel, purpose, recipient, address_hash, content, expire_time) on message to plomb_app;
grant select, insert, update, delete on message to plomb_platform;

-- What stands against one more message to an address, by its name as a refusal; null: nothing. Those at once take turns.
create function message_refusal(channel text, address_hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from message_channel c where c.channel = message_refusal.channel and c.enabled) then
    return 'messageChannelOff';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plomb message ' || encode(message_refusal.address_hash, 'hex'), 0));
  if (select count(*) from message m where m.address_hash = message_refusal.address_hash
        and m.create_time > now() - interval '1 hour') >= 20 then
    return 'messagesOften';
  end if;
  return null;
end $$;
revoke execute on function message_refusal(text, bytea) from public;
grant execute on function message_refusal(text, bytea) to plomb_app, plomb_platform;
