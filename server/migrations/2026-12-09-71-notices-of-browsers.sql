-- Persons are told of alarms by their browsers, while no console is open. See docs/decisions/0106-notices-of-browsers.md.

create table push_subscription (
  id bigint generated always as identity primary key,
  operator_id bigint not null references operator on delete cascade,
  session_id bigint references session (id) on delete set null, -- in which the browser was last; null: that is forgotten
  endpoint_hash bytea not null unique, -- keyed: a browser is one person's at a time
  endpoint bytea not null, -- with its keys, sealed: who knows them may write to that browser
  host text not null, -- of the push service
  user_agent text not null,
  lang text not null check (lang in ('zh', 'en')),
  zone text not null, -- the browser's, by which its quiet hours are
  least text not null check (least in ('critical', 'warning')),
  kinds text[] not null default '{}', -- none: all
  quiet_from text not null default '' check (quiet_from ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  quiet_until text not null default '' check (quiet_until ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
  refusals integer not null default 0, -- in a row
  create_time timestamptz not null default now(),
  seen_time timestamptz not null default now(), -- when its person was last at the console in it
  check ((quiet_from = '') = (quiet_until = '') and (quiet_from = '' or quiet_from <> quiet_until))
);
create index push_subscription_operator on push_subscription (operator_id);
create index push_subscription_session on push_subscription (session_id);
grant select, insert, update, delete on push_subscription to plomb_platform;

-- Who signs out, or is signed out by a person, is told nothing more there; a session that merely grew old has gone home.
create function push_ends_with_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end $$;
create trigger push_ends_with_session after update of end_time on session for each row
  when (new.end_time is not null and old.end_time is null and new.end_reason in ('signedOut', 'elsewhere', 'password', 'secondFactor'))
  execute function push_ends_with_session();
create function push_ends_with_operator() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from push_subscription where operator_id = new.id;
  return null;
end $$;
create trigger push_ends_with_operator after update of status on operator for each row
  when (new.status = 2 and old.status = 1) execute function push_ends_with_operator();
revoke execute on function push_ends_with_session(), push_ends_with_operator() from public;

-- What waits is told to a recipient or to a browser.
alter table alarm_notice
  alter column config_id drop not null,
  add column subscription_id bigint references push_subscription on delete cascade,
  add constraint alarm_notice_to check (num_nonnulls(config_id, subscription_id) = 1);
create index alarm_notice_subscription on alarm_notice (subscription_id, id) where subscription_id is not null;

alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check check (channel in ('mail', 'sms', 'webhook', 'dingtalk', 'wecom', 'feishu', 'push'));
alter table message add column subscription_id bigint references push_subscription on delete set null;
create index message_subscription on message (subscription_id, create_time) where subscription_id is not null;

-- How many browsers persons of an organisation have told them; no more of them than that.
create function browsers_told(org bigint) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::int from push_subscription s join operator o on o.id = s.operator_id where o.org_id = org
$$;
revoke execute on function browsers_told(bigint) from public;
grant execute on function browsers_told(bigint) to plomb_app;
