-- A lock that is scrapped or out of service is told nothing any more, and keeps no record of a card.
create function still_serves(d device) returns boolean language sql immutable
  as $$ select d.retired_time is null and d.device_state <> 'scrapped' $$;

-- How many locks that still serve hold a card, may hold it, or are to get it, also those out of sight.
create or replace function card_locks(card bigint) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::int from (
    select h.device_id from device_card h join ic_card c on c.ic_no = h.number
      where c.id = card and h.org_id in (select card_orgs(card))
    union
    select m.device_id from command m join ic_card c on m.args -> 'cards' ? c.ic_no
      where c.id = card and m.kind = 'add_cards' and m.state in ('queued', 'sent') and m.org_id in (select card_orgs(card))) all_of_them
    join device d on d.id = all_of_them.device_id where still_serves(d)
$$;

-- Cards that were deleted while locks held them go with the last of these.
create or replace function cards_gone(numbers text[]) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- whoever deletes one right now comes first; those that nobody deletes keep nobody waiting
  perform from ic_card where ic_no = any(numbers) and removing_time is null order by id for key share;
  perform from ic_card where ic_no = any(numbers) and removing_time is not null order by id for update;
  delete from ic_card where ic_no = any(numbers) and removing_time is not null and card_locks(id) = 0;
end $$;

create function cards_of_unused() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform cards_gone(array(select distinct number from device_card where device_id = new.id));
  return null;
end $$;
create trigger cards_of_unused after update of retired_time, device_state on device for each row
  when (still_serves(old) and not still_serves(new)) execute function cards_of_unused();

-- A lock that tells all its cards at once holds no other of those it was sent before it was asked: also one of which nobody
-- knew whether it took it. Pages hold twenty; an answer to the first of several sendings may be older than it looks.
create function cards_not_told() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  numbers constant jsonb := coalesce(new.result -> 'cards' -> 'numbers', '[]');
  -- a lock may fill its numbers up with zeros
  told constant text[] := array(select ltrim(n, '0') from jsonb_array_elements_text(numbers) n);
begin
  if new.attempt > 1 or coalesce((new.args ->> 'page')::int, 1) <> 1
    or coalesce((new.result -> 'cards' ->> 'count')::int, -1) <> jsonb_array_length(numbers) or jsonb_array_length(numbers) >= 20
    -- the device has had another lock since
    or new.create_time <= (select s.exchange_time from lock_state s where s.device_id = new.device_id)
  then return null; end if;
  delete from device_card h where h.device_id = new.device_id and h.command_id < new.id and ltrim(h.number, '0') <> all(told)
    and not exists (select from command c where c.id = h.command_id and c.sent_time >= new.sent_time);
  return null;
end $$;
create trigger not_told after update of state on command for each row
  when (new.kind = 'query_cards' and new.state = 'answered_ok' and old.state <> 'answered_ok') execute function cards_not_told();

revoke execute on function cards_of_unused(), cards_not_told() from public;

select cards_gone(array(select distinct ic_no from ic_card where removing_time is not null));
