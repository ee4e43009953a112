-- Whom an organisation has told of its alarms, and what waits to be told. See docs/decisions/0077-whom-alarms-are-told.md.

create table alarm_config (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  config_name text not null,
  mail_box text not null default '',
  phone text not null default '',
  language text not null check (language in ('zh_CN', 'en_US')),
  receive_type text not null check (receive_type in ('police', 'status')),
  is_mail_config boolean not null default false,
  is_phone_config boolean not null default false,
  status smallint not null default 1 check (status in (1, 2)),
  mail_refusals integer not null default 0,
  phone_refusals integer not null default 0,
  create_time timestamptz not null default now(),
  check (not is_mail_config or mail_box <> ''),
  check (not is_phone_config or phone <> ''),
  constraint alarm_config_config_name unique (org_id, config_name)
);
comment on table alarm_config is 'managed: deleted by its organisation';
select isolate('alarm_config', 'org_id');
grant select, insert, update, delete on alarm_config to plomb_app, plomb_platform;

-- Who saves a recipient has looked after it: its refusals are counted anew.
create function alarm_config_saved() returns trigger language plpgsql as $$
begin
  new.mail_refusals := 0;
  new.phone_refusals := 0;
  return new;
end $$;
create trigger alarm_config_saved before update of config_name on alarm_config
  for each row execute function alarm_config_saved();

-- What is to be told, written in the transaction of what it tells of; a moment later it is one `alarm_notice` for each recipient.
-- `stage` 0: it happened; 1 and 2: an alarm that nobody has taken for a while.
create table alarm_due (
  id bigint generated always as identity primary key,
  org_id bigint not null,
  alarm_id bigint,
  event_id bigint,
  stage smallint not null default 0,
  due_time timestamptz not null default now(),
  check (num_nonnulls(alarm_id, event_id) = 1)
);
create index alarm_due_time on alarm_due (due_time);
grant select, insert, update, delete on alarm_due to plomb_platform;

create table alarm_notice (
  id bigint generated always as identity primary key,
  config_id bigint not null references alarm_config on delete cascade,
  alarm_id bigint,
  event_id bigint,
  stage smallint not null,
  create_time timestamptz not null default now()
);
create index alarm_notice_config on alarm_notice (config_id, id);
grant select, insert, update, delete on alarm_notice to plomb_platform;

create function alarm_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into alarm_due (org_id, alarm_id) select org_id, id from raised;
  return null;
end $$;
create trigger alarm_due after insert on alarm referencing new table as raised
  for each statement execute function alarm_due();

-- What the lock went through that rang nothing: told where anybody asked for all changes.
create function status_due() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from alarm_config c where c.receive_type = 'status' and c.status = 1) then
    insert into alarm_due (org_id, event_id) select e.org_id, e.id from came e
      where e.counts and e.ls_before <> e.ls_after and e.ls_before <> 255 and e.rang = '{}';
  end if;
  return null;
end $$;
create trigger status_due after insert on lock_event referencing new table as came
  for each statement execute function status_due();
revoke execute on function alarm_due(), status_due(), alarm_config_saved() from public;

-- A message to a recipient of alarms: which, and of what.
alter table message
  add column config_id bigint references alarm_config on delete set null,
  add column alarm_id bigint,
  add column told integer; -- how many alarms and changes it tells of
create index message_config on message (config_id, create_time) where config_id is not null;
grant select (config_id, alarm_id, told) on message to plomb_app;
grant insert (config_id, alarm_id, told) on message to plomb_app;

-- What the other side says counts for the recipient it was sent to.
create function message_refused() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update alarm_config c set
    mail_refusals = case when new.channel <> 'mail' then c.mail_refusals when new.state = 'sent' then 0 else c.mail_refusals + 1 end,
    phone_refusals = case when new.channel <> 'sms' then c.phone_refusals when new.state = 'sent' then 0 else c.phone_refusals + 1 end
    where c.id = new.config_id;
  return null;
end $$;
create trigger message_refused after update of state on message for each row
  when (new.config_id is not null and new.state in ('sent', 'failed') and old.state <> new.state)
  execute function message_refused();
revoke execute on function message_refused() from public;

-- Notices of alarms come in numbers of their own: they leave the codes of the same address their room, and are left theirs.
create or replace function message_refusal(channel text, address_hash bytea) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from message_channel c where c.channel = message_refusal.channel and c.enabled) then
    return 'messageChannelOff';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('plomb message ' || encode(message_refusal.address_hash, 'hex'), 0));
  if (select count(*) from message m where m.address_hash = message_refusal.address_hash
        and m.purpose <> 'alarm' and m.create_time > now() - interval '1 hour') >= 20 then
    return 'messagesOften';
  end if;
  return null;
end $$;

create or replace function notice_refusal(channel text, address_hash bytea, purpose text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
  most integer := case notice_refusal.purpose when 'approval' then 10 when 'contact' then 5 when 'lock_code' then 5
    when 'alarm' then 60 end;
begin
  if why = 'messagesOften' and notice_refusal.purpose = 'alarm' then
    why := null;
  end if;
  if why is null and (select count(*) from message m where m.address_hash = notice_refusal.address_hash
      and m.purpose = notice_refusal.purpose and m.create_time > now() - interval '1 hour') >= most then
    return 'messagesOften';
  end if;
  return why;
end $$;

-- Whose recipients are told of an organisation: the nearest of itself and those above it that has any is 1, the next 2.
create function alarm_recipients(org bigint, rank integer) returns bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive up as (
    select o.id, o.parent_id, 0 as depth from organisation o where o.id = org
    union all select o.id, o.parent_id, up.depth + 1 from organisation o join up on o.id = up.parent_id)
  select up.id from up where exists (select from alarm_config c where c.org_id = up.id)
    order by depth offset rank - 1 limit 1
$$;
revoke execute on function alarm_recipients(bigint, integer) from public;
grant execute on function alarm_recipients(bigint, integer) to plomb_app, plomb_platform;

-- Whether the house can send by this way at all: no more of how is told.
create function channel_on(named text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from message_channel c where c.channel = named and c.enabled)
$$;
revoke execute on function channel_on(text) from public;
grant execute on function channel_on(text) to plomb_app, plomb_platform;
