-- Another lock holds nothing of what the former did: its cards are read anew.
create trigger card_list_of_exchanged after update of exchange_time on lock_state for each row
  when (old.exchange_time is distinct from new.exchange_time) execute function card_list_ends();

-- Since when an organisation stands where it stands: by the rules above it nothing is judged that was before.
alter table organisation add column placed_time timestamptz;
create function organisation_placed() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update organisation set placed_time = clock_timestamp() where id in (select orgs_below(new.id));
  return null;
end $$;
create trigger organisation_placed after update of parent_id on organisation for each row
  when (old.parent_id is distinct from new.parent_id) execute function organisation_placed();
revoke execute on function organisation_placed() from public;

-- Also whether a lock had been told to open inside its areas alone, when it was opened outside of them.
drop index command_cards_and_areas;
create index command_cards_and_areas on command (device_id, id)
  where kind in ('add_cards', 'delete_cards', 'set_area', 'delete_area', 'confine_cards', 'release_cards', 'factory_reset') and attempt > 0;
create or replace function area_orders(devices bigint[]) returns table (device_id bigint, kind text, number integer, at timestamptz, sure boolean, own boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.device_id, c.kind, (c.args ->> 'number')::integer, coalesce(c.answer_time, c.sent_time, c.create_time), c.state = 'answered_ok',
      c.org_id = d.org_id and c.idempotency_key like 'rule:%'
        and c.create_time > coalesce((select max(move_time) from device_move m where m.device_id = c.device_id), '-infinity')
    from command c join device d on d.id = c.device_id left join lock_state s on s.device_id = c.device_id
   where c.device_id = any(devices) and c.kind in ('set_area', 'delete_area', 'confine_cards', 'release_cards', 'factory_reset') and c.attempt > 0
     and c.state <> 'answered_fail' and c.create_time > coalesce(s.exchange_time, '-infinity')
   order by c.device_id, 4, c.id
$$;

-- Versions that name a card are found by it, however often a rule changes.
alter table regional_rule_version add column numbers text[] not null default '{}';
create function rule_version_numbers() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.numbers := array(select ltrim(c ->> 'number', '0') from jsonb_array_elements(new.cards) c);
  return new;
end $$;
create trigger rule_version_numbers before insert on regional_rule_version for each row execute function rule_version_numbers();
update regional_rule_version set numbers = array(select ltrim(c ->> 'number', '0') from jsonb_array_elements(cards) c);
create index regional_rule_version_numbers on regional_rule_version using gin (numbers);
