-- A card that is disabled or deleted comes to no lock by an order given before: what waits is taken back.
create function cards_taken_back(card ic_card) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  -- what somebody else decides about at this moment either goes out or ends by itself
  update command c set state = taken_back(c), cause = 'cardUnusable',
      finish_time = case when taken_back(c) = 'cancelled' then now() end
    where c.id in (select w.id from command w
      where w.kind = 'add_cards' and w.state = 'queued' and w.args -> 'cards' ? card.ic_no
        and w.org_id in (select card_orgs(card.id)) for update skip locked)
$$;
create function card_unusable() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform cards_taken_back(new);
  return null;
end $$;
create trigger card_unusable after update of status, removing_time on ic_card for each row
  when (new.status = 2 and old.status <> 2 or new.removing_time is not null and old.removing_time is null)
  execute function card_unusable();
revoke execute on function cards_taken_back(ic_card), card_unusable() from public;

select cards_taken_back(c) from ic_card c where status = 2 or removing_time is not null;
