-- A one-time password of a lock may be sent to a person by mail or SMS: a disclosure like that on a screen, with whom it went to and how long
-- it is meant to be used.

alter table password_disclosure
  add column sent_name text not null default '', -- to whom; '': shown to the operator on a screen
  add column receiver_id bigint references operator on delete set null, -- an operator reached at a confirmed address; null: somebody else
  add column recipient text not null default '', -- the address, covered
  add column channel text check (channel in ('mail', 'sms')),
  add column message_id bigint, -- gone earlier than this row
  add column until_time timestamptz,
  add constraint password_disclosure_sent check ((sent_name = '') = (channel is null) and (channel is null) = (until_time is null)
    and (channel is null) = (message_id is null));
create index password_disclosure_message on password_disclosure (device_id) where message_id is not null;
create index password_disclosure_receiver on password_disclosure (receiver_id) where receiver_id is not null;

-- Most of one purpose that go to one address within an hour.
create or replace function notice_refusal(channel text, address_hash bytea, purpose text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
  most integer := case notice_refusal.purpose when 'approval' then 10 when 'contact' then 5 when 'lock_code' then 5 end;
begin
  if why is null and (select count(*) from message m where m.address_hash = notice_refusal.address_hash
      and m.purpose = notice_refusal.purpose and m.create_time > now() - interval '1 hour') >= most then
    return 'messagesOften';
  end if;
  return why;
end $$;

-- What has not left yet and is good for nothing any more, or is nobody's right any more, does not leave.
create function withdraw_codes(device bigint, person bigint) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update message set state = 'lapsed', content = null, end_time = now()
   where state = 'waiting' and id in (select x.message_id from password_disclosure x
     where x.message_id is not null and (x.device_id = device or x.operator_id = person or x.receiver_id = person)
       and x.until_time > now())
$$;
create function withdraw_codes_of_password() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform withdraw_codes(new.device_id, null);
  return null;
end $$;
create trigger withdraw_codes_of_password after update of end_time on unlock_password for each row
  when (new.end_time is not null and old.end_time is null) execute function withdraw_codes_of_password();
create function withdraw_codes_of_device() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform withdraw_codes(new.id, null);
  return null;
end $$;
create trigger withdraw_codes_of_device after update of status, lost, device_state, org_id, retired_time on device for each row
  when (new.org_id <> old.org_id or new.status = 2 and old.status = 1 or new.lost and not old.lost
    or new.device_state = 'scrapped' and old.device_state <> 'scrapped' or new.retired_time is not null and old.retired_time is null)
  execute function withdraw_codes_of_device();
create function withdraw_codes_of_operator() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform withdraw_codes(null, new.id);
  return null;
end $$;
create trigger withdraw_codes_of_operator after update of status on operator for each row
  when (new.status = 2 and old.status = 1) execute function withdraw_codes_of_operator();
create index password_disclosure_sender on password_disclosure (operator_id) where message_id is not null;

revoke execute on function withdraw_codes(bigint, bigint), withdraw_codes_of_password(), withdraw_codes_of_device(),
  withdraw_codes_of_operator() from public;
grant execute on function withdraw_codes(bigint, bigint) to plomb_app, plomb_platform;
