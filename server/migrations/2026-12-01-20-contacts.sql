-- Where a person is reached by mail and SMS: an address counts once a code that was sent there has been typed.

create table contact (
  operator_id bigint not null references operator on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  address bytea not null, -- sealed
  recipient text not null, -- the same, covered
  lang text not null check (lang in ('zh', 'en')), -- in which the person signed in last
  confirm_time timestamptz not null default now(),
  primary key (operator_id, channel)
);
grant select, insert, update, delete on contact to plomb_platform;

-- One that waits for its code stands apart from those that count.
create table contact_set_up (
  operator_id bigint primary key references operator on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  address bytea not null,
  recipient text not null,
  create_time timestamptz not null default now()
);
grant select, insert, update, delete on contact_set_up to plomb_platform;

alter table verification_code drop constraint verification_code_purpose_check;
alter table verification_code add constraint verification_code_purpose_check
  check (purpose in ('set_up', 'second_factor', 'contact'));

-- What stands against one more notice of a purpose: as of any message, and ten an hour to an address, so that codes still get through.
create function notice_refusal(channel text, address_hash bytea, purpose text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
begin
  if why is null and (select count(*) from message m where m.address_hash = notice_refusal.address_hash
      and m.purpose = notice_refusal.purpose and m.create_time > now() - interval '1 hour') >= 10 then
    return 'messagesOften';
  end if;
  return why;
end $$;
revoke execute on function notice_refusal(text, bytea, text) from public;
grant execute on function notice_refusal(text, bytea, text) to plomb_app, plomb_platform;
