-- A lock may fill the number of a card up with zeros: its digits find it, by an index that rules of sight leave in use.
alter table device_card add column digits text not null generated always as (ltrim(number, '0')) stored;
create index device_card_digits on device_card (digits, device_id);
alter table ic_card add column digits text not null generated always as (ltrim(ic_no, '0')) stored;
create index ic_card_digits on ic_card (digits);

-- When one of these locks was last told of a card, in the sight of who asks.
create index lock_event_actor on lock_event (ltrim(actor, '0'), at desc) where actor <> '';
create function last_use_of_card(digits text, devices bigint[]) returns table (device_id bigint, at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.device_id, e.at from lock_event e
    where ltrim(e.actor, '0') = digits and e.actor <> '' and e.device_id = any (devices) and e.org_id = any (plomb_orgs())
    order by e.at desc limit 1
$$;
revoke execute on function last_use_of_card(text, bigint[]) from public;
grant execute on function last_use_of_card(text, bigint[]) to plomb_app;
create index device_card_doubted on device_card (device_id) where known = 'perhaps';
