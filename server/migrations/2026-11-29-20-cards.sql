-- IC cards as records. Which locks hold one stands in device_card, by its number.
create table ic_card (
  id bigint generated always as identity primary key,
  org_id bigint not null references organisation,
  ic_no text not null,
  ic_name text not null default '',
  card_no text not null default '',
  card_type text not null default 'single' check (card_type in ('single', 'group')),
  lon double precision,
  lat double precision,
  radius integer,
  status smallint not null default 1 check (status in (1, 2)),
  removing_time timestamptz, -- deleted while locks held it
  create_time timestamptz not null default now(),
  unique (org_id, ic_no),
  check ((lon is null) = (lat is null) and (radius is null or lon is not null))
);
comment on table ic_card is 'managed: deleted by its organisation, and gone when no lock holds it';
select isolate('ic_card', 'org_id');
grant select, insert, update, delete on ic_card to plomb_app, plomb_platform;
create index ic_card_number on ic_card (ic_no);
create index device_card_number on device_card (number);
create index command_cards on command using gin ((args -> 'cards'))
  where kind in ('add_cards', 'delete_cards') and state in ('queued', 'sent');

-- The organisations whose locks a card is for: its own and all below.
create function card_orgs(card bigint) returns setof bigint
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive below as (
    select org_id as id from ic_card where ic_card.id = card
    union
    select o.id from organisation o join below b on o.parent_id = b.id)
  select id from below
$$;

-- How many locks hold a card, may hold it, or are to get it, also those out of sight.
create function card_locks(card bigint) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::int from (
    select h.device_id from device_card h join ic_card c on c.ic_no = h.number
      where c.id = card and h.org_id in (select card_orgs(card))
    union
    select m.device_id from command m join ic_card c on m.args -> 'cards' ? c.ic_no
      where c.id = card and m.kind = 'add_cards' and m.state in ('queued', 'sent') and m.org_id in (select card_orgs(card))) all_of_them
$$;

-- Of these devices those that may not be given one of these cards: it is disabled or being removed. Held, so that none becomes
-- so before the order is written.
create function devices_without_cards(named bigint[], numbers text[]) returns setof bigint
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from ic_card where ic_no = any(numbers) order by id for share;
  return query select d.id from device d where d.id = any(named) and exists (
    select from ic_card c where c.ic_no = any(numbers) and (c.status = 2 or c.removing_time is not null)
      and d.org_id in (select card_orgs(c.id)));
end $$;

-- Cards that were deleted while locks held them go with the last of these.
create function cards_gone(numbers text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- whoever deletes one right now comes first
  perform from ic_card where ic_no = any(numbers) order by id for update;
  delete from ic_card where ic_no = any(numbers) and removing_time is not null and card_locks(id) = 0;
end $$;

create function cards_let_go() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform cards_gone(array(select distinct number from gone));
  return null;
end $$;
create trigger cards_let_go after delete on device_card
  referencing old table as gone for each statement execute function cards_let_go();

-- One that was never sent was not taken. After `lock_holds`, which says what is in doubt.
create function cards_not_given() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform cards_gone(array(select jsonb_array_elements_text(coalesce(new.args -> 'cards', '[]'))));
  return null;
end $$;
create trigger not_given after update of state on command for each row
  when (new.kind = 'add_cards' and old.state in ('queued', 'sent') and new.state not in ('queued', 'sent'))
  execute function cards_not_given();

revoke execute on function card_orgs(bigint), card_locks(bigint), devices_without_cards(bigint[], text[]), cards_gone(text[]),
  cards_let_go(), cards_not_given() from public;
grant execute on function card_orgs(bigint), card_locks(bigint), devices_without_cards(bigint[], text[]) to plomb_app;
