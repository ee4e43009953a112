-- Recipients of alarms are also told by webhooks and by robots of group chats, and every try of a message is kept.
-- See docs/decisions/0090-webhooks-and-robots.md.

alter table alarm_config add constraint alarm_config_org unique (id, org_id);

create table alarm_way (
  id bigint generated always as identity primary key,
  config_id bigint not null,
  org_id bigint not null,
  channel text not null check (channel in ('webhook', 'dingtalk', 'wecom', 'feishu')),
  enabled boolean not null,
  recipient text not null, -- the address, covered: those of robots are secrets
  url bytea, -- sealed; null: lost with the secret of the house
  url_hash bytea not null, -- keyed: how many messages go to one address
  secret bytea, -- sealed
  has_secret boolean not null generated always as (secret is not null) stored,
  refusals integer not null default 0, -- in a row, for good
  change_time timestamptz not null default now(),
  changed_by text not null,
  foreign key (config_id, org_id) references alarm_config (id, org_id) on delete cascade,
  check (not enabled or url is not null),
  unique (config_id, channel)
);
comment on table alarm_way is 'managed: deleted by its organisation';
select isolate('alarm_way', 'org_id');
-- what is sealed is written by requests and read by none
grant select (id, config_id, org_id, channel, enabled, recipient, url_hash, has_secret, refusals, change_time, changed_by) on alarm_way to plomb_app;
grant insert, update, delete on alarm_way to plomb_app;
grant select, insert, update, delete on alarm_way to plomb_platform;

alter table message drop constraint message_channel_check;
alter table message add constraint message_channel_check check (channel in ('mail', 'sms', 'webhook', 'dingtalk', 'wecom', 'feishu'));
alter table message add column way_id bigint references alarm_way on delete set null;
create index message_way on message (way_id) where way_id is not null;
grant select (way_id, next_time), insert (way_id) on message to plomb_app;

-- Every hand-over that was tried, and what came of it.
create table message_try (
  message_id bigint not null references message on delete cascade,
  org_id bigint not null,
  attempt integer not null,
  begin_time timestamptz not null,
  end_time timestamptz not null default now(),
  state text not null,
  answer text not null,
  next_time timestamptz, -- when it was to be tried again
  primary key (message_id, attempt)
);
select isolate('message_try', 'org_id');
grant select on message_try to plomb_app;
grant select, insert, update, delete on message_try to plomb_platform;

create function message_tried() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into message_try (message_id, org_id, attempt, begin_time, state, answer, next_time)
    values (new.id, new.org_id, new.attempts, coalesce(new.attempt_time, now()), new.state, new.answer,
      case when new.state = 'waiting' then new.next_time end)
    on conflict do nothing;
  return null;
end $$;
create trigger message_tried after update of state on message for each row
  when (old.state = 'sending' and new.state <> 'sending') execute function message_tried();
revoke execute on function message_tried() from public;

-- What the other side says counts for the way it was sent by.
create or replace function message_refused() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update alarm_config c set
    mail_refusals = case when new.channel <> 'mail' then c.mail_refusals when new.state = 'sent' then 0 else c.mail_refusals + 1 end,
    phone_refusals = case when new.channel <> 'sms' then c.phone_refusals when new.state = 'sent' then 0 else c.phone_refusals + 1 end
    where c.id = new.config_id and new.channel in ('mail', 'sms');
  update alarm_way w set refusals = case when new.state = 'sent' then 0 else w.refusals + 1 end where w.id = new.way_id;
  return null;
end $$;

-- Only mail and SMS are set up for the house; whoever has a webhook or a robot has set it up.
create or replace function message_refusal(channel text, address_hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if message_refusal.channel in ('mail', 'sms')
      and not exists (select from message_channel c where c.channel = message_refusal.channel and c.enabled) then
    return 'messageChannelOff';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plomb message ' || encode(message_refusal.address_hash, 'hex'), 0));
  if (select count(*) from message m where m.address_hash = message_refusal.address_hash
        and m.purpose <> 'alarm' and m.create_time > now() - interval '1 hour') >= 20 then
    return 'messagesOften';
  end if;
  return null;
end $$;

create or replace function alarm_recipients_reached(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from alarm_config c where c.org_id = org and c.status = 1
    and (c.is_mail_config and c.mail_refusals < 3 and channel_on('mail')
      or c.is_phone_config and c.phone_refusals < 3 and channel_on('sms')
      or exists (select from alarm_way w where w.config_id = c.id and w.enabled and w.refusals < 3)))
$$;
