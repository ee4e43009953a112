-- Notices of alarms are paced fairly between organisations, what waits is withdrawn when its recipient is, and what is wrong with an
-- address is a row. See docs/decisions/0107-leaving-and-addresses-that-fail.md.

-- What stands against one more message of a purpose. Of notices of alarms an organisation has sixty an hour to one address, and all together
-- have 240: once these are used up, each has its equal share of them, so that none uses up the room of another.
drop function notice_refusal(text, bytea, text);
create function notice_refusal(channel text, address_hash bytea, purpose text, org bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
  most integer := case notice_refusal.purpose when 'approval' then 10 when 'contact' then 5 when 'lock_code' then 5 when 'delivery' then 5
    when 'invitation' then 2 end;
  own bigint;
  every bigint;
  organisations bigint;
begin
  if notice_refusal.purpose = 'alarm' then
    if why = 'messageChannelOff' then
      return why;
    end if;
    select count(*) filter (where m.org_id = org), count(*), count(distinct m.org_id) filter (where m.org_id <> org) + 1
      into own, every, organisations
      from message m where m.address_hash = notice_refusal.address_hash and m.purpose = 'alarm' and m.create_time > now() - interval '1 hour';
    return case when own >= 60 or every >= 240 and own >= 240 / organisations then 'messagesOften' end;
  end if;
  if why is null and (select count(*) from message m where m.address_hash = notice_refusal.address_hash
      and m.purpose = notice_refusal.purpose and m.create_time > now() - interval '1 hour') >= most then
    return 'messagesOften';
  end if;
  return why;
end $$;
revoke execute on function notice_refusal(text, bytea, text, bigint) from public;
grant execute on function notice_refusal(text, bytea, text, bigint) to plomb_app, plomb_platform;

-- What is wrong with a way of a recipient, until it is mended: it refuses again and again, or whoever reads there wants no more.
create table alarm_trouble (
  config_id bigint not null,
  org_id bigint not null,
  channel text not null,
  kind text not null check (kind in ('refuses', 'left')),
  since timestamptz not null default now(),
  told_time timestamptz, -- when administrators were told outside of the console; null: not yet
  told integer not null default 0, -- so many of them
  invite_time timestamptz, -- of one who left: when it was asked to come back
  primary key (config_id, channel),
  foreign key (config_id, org_id) references alarm_config (id, org_id) on delete cascade
);
create index alarm_trouble_untold on alarm_trouble (since) where told_time is null;
select isolate('alarm_trouble', 'org_id');
grant select, update (invite_time) on alarm_trouble to plomb_app;
grant select, insert, update, delete on alarm_trouble to plomb_platform;

-- An address is a way from when it was typed on: what was written for the one before it, and what is wrong with that, is no business of this.
alter table alarm_config add column mail_since timestamptz, add column phone_since timestamptz; -- null: since it was added
create function alarm_config_readdressed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if lower(new.mail_box) <> lower(old.mail_box) then
    new.mail_since := now();
    delete from alarm_trouble where config_id = new.id and channel = 'mail';
  end if;
  if new.phone <> old.phone then
    new.phone_since := now();
    delete from alarm_trouble where config_id = new.id and channel = 'sms';
  end if;
  return new;
end $$;
create trigger alarm_config_readdressed before update of mail_box, phone on alarm_config for each row
  when (new.mail_box <> old.mail_box or new.phone <> old.phone) execute function alarm_config_readdressed();

-- Refusals that are counted anew are no trouble any more; that somebody left is.
create function alarm_refusals_over() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from alarm_trouble where config_id = new.id and kind = 'refuses'
    and (channel = 'mail' and new.mail_refusals = 0 or channel = 'sms' and new.phone_refusals = 0);
  return null;
end $$;
create trigger alarm_refusals_over after update on alarm_config for each row
  when (new.mail_refusals < old.mail_refusals or new.phone_refusals < old.phone_refusals) execute function alarm_refusals_over();
create function alarm_way_refusals_over() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from alarm_trouble where config_id = old.config_id and channel = old.channel;
  return null;
end $$;
create trigger alarm_way_refusals_over after update of refusals on alarm_way for each row
  when (new.refusals < old.refusals) execute function alarm_way_refusals_over();
create trigger alarm_way_goes after delete on alarm_way for each row execute function alarm_way_refusals_over();

-- What the other side says counts for the way it was sent by, unless that leads elsewhere by now.
create or replace function message_refused() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update alarm_config c set
    mail_refusals = case when new.channel <> 'mail' then c.mail_refusals when new.state = 'sent' then 0 else c.mail_refusals + 1 end,
    phone_refusals = case when new.channel <> 'sms' then c.phone_refusals when new.state = 'sent' then 0 else c.phone_refusals + 1 end
    where c.id = new.config_id and (new.channel = 'mail' and new.create_time >= coalesce(c.mail_since, new.create_time)
      or new.channel = 'sms' and new.create_time >= coalesce(c.phone_since, new.create_time));
  update alarm_way w set refusals = case when new.state = 'sent' then 0 else w.refusals + 1 end where w.id = new.way_id;
  insert into alarm_trouble (config_id, org_id, channel, kind)
    select c.id, c.org_id, new.channel, 'refuses' from alarm_config c left join alarm_way w on w.id = new.way_id
     where c.id = new.config_id and new.state = 'failed'
       and case new.channel when 'mail' then c.mail_refusals when 'sms' then c.phone_refusals else w.refusals end >= 3
    on conflict do nothing;
  return null;
end $$;
insert into alarm_trouble (config_id, org_id, channel, kind)
  select id, org_id, 'mail', 'refuses' from alarm_config where mail_refusals >= 3
  union all select id, org_id, 'sms', 'refuses' from alarm_config where phone_refusals >= 3
  union all select config_id, org_id, channel, 'refuses' from alarm_way where refusals >= 3;

-- Whether whoever reads there wants no more.
create function alarm_mail_left(config bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from alarm_trouble t where t.config_id = config and t.channel = 'mail' and t.kind = 'left')
$$;
revoke execute on function alarm_mail_left(bigint) from public;
grant execute on function alarm_mail_left(bigint) to plomb_app, plomb_platform;

-- Whether a notice that waits is still to go: to somebody who is told, by a way that is on and leads where it led.
create function notice_stands(message bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from message m join alarm_config c on c.id = m.config_id where m.id = notice_stands.message and c.status = 1
    and case m.channel
      when 'mail' then c.is_mail_config and c.mail_refusals < 3 and m.create_time >= coalesce(c.mail_since, m.create_time) and not alarm_mail_left(c.id)
      when 'sms' then c.is_phone_config and c.phone_refusals < 3 and m.create_time >= coalesce(c.phone_since, m.create_time)
      else true end)
$$;
revoke execute on function notice_stands(bigint) from public;
grant execute on function notice_stands(bigint) to plomb_platform;

create or replace function alarm_recipients_reached(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from alarm_config c where c.org_id = org and c.status = 1
    and (c.is_mail_config and c.mail_refusals < 3 and channel_on('mail') and not alarm_mail_left(c.id)
      or c.is_phone_config and c.phone_refusals < 3 and channel_on('sms')
      or exists (select from alarm_way w where w.config_id = c.id and w.enabled and w.refusals < 3)))
$$;
grant execute on function alarm_recipients_reached(bigint) to plomb_platform;
revoke execute on function alarm_config_readdressed(), alarm_refusals_over(), alarm_way_refusals_over() from public;
