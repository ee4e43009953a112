-- Whoever may name a recipient may test it: tests alone no longer use up what an address is sent in an hour, or orders to be approved,
-- codes of locks and codes of persons at that address, whoever sends them, would wait for that hour.
create or replace function notice_refusal(channel text, address_hash bytea, purpose text, org bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
  most integer := case notice_refusal.purpose when 'approval' then 10 when 'contact' then 5 when 'lock_code' then 5
    when 'delivery' then 5 when 'invitation' then 2
    -- a robot or a webhook has no codes to wait for
    when 'test' then case when notice_refusal.channel in ('mail', 'sms') then 10 end end;
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
