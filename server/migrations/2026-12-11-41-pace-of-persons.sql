-- What browsers of one person are told has a pace of the person's own. See docs/decisions/0116-what-browsers-may-cost.md.

alter table message add column person_id bigint references operator on delete set null; -- whose browser it is told by, also of one that is gone
create index message_person on message (person_id, create_time) where person_id is not null;
update message m set person_id = p.operator_id from push_subscription p where p.id = m.subscription_id;

-- What stands against one more message to browsers of a person: another address of a push service is no other person.
create function push_refusal(person bigint) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('plomb pushes ' || person, 0));
  return case when (select count(*) from message m where m.person_id = person and m.create_time > now() - interval '1 hour') >= 240
    then 'messagesOften' end;
end $$;
revoke execute on function push_refusal(bigint) from public;
grant execute on function push_refusal(bigint) to plomb_platform;
