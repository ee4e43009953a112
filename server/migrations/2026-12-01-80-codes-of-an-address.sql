-- What stands against one more message of a purpose: as of any, and of notices and of codes that prove an address fewer go to
-- one address, for anybody may name any: the codes of signing in still get through.
create or replace function notice_refusal(channel text, address_hash bytea, purpose text) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  why text := message_refusal(notice_refusal.channel, notice_refusal.address_hash);
  most integer := case notice_refusal.purpose when 'approval' then 10 when 'contact' then 5 end;
begin
  if why is null and (select count(*) from message m where m.address_hash = notice_refusal.address_hash
      and m.purpose = notice_refusal.purpose and m.create_time > now() - interval '1 hour') >= most then
    return 'messagesOften';
  end if;
  return why;
end $$;
