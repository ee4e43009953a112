-- How an opening or a try with a card stands to the rules of its time.
alter table lock_event add column swipe jsonb;

-- Opened against the rule is opened without right.
alter table lock_event drop column without_right;
alter table lock_event
  add column without_right boolean not null generated always as (
    rang && array['illegal_unlock', 'illegal_unlocking', 'card_against_rule']) stored;
create index lock_event_without_right on lock_event (org_id, id desc) where without_right and opening_way is not null;

-- The first whole list a lock told of its cards since it is with whom it is with: what stands there was in it before anybody asked.
create table lock_card_list (
  device_id bigint primary key references device on delete cascade,
  time timestamptz not null,
  numbers text[] not null
);
grant select, insert on lock_card_list to plomb_platform;
create function card_list_ends() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from lock_card_list where device_id = new.device_id;
  return null;
end $$;
create trigger card_list_ends after insert on device_move for each row execute function card_list_ends();
revoke execute on function card_list_ends() from public;

-- Orders that changed which areas a lock may keep. `own`: of a rule of whoever has it; others may have left areas that no rule knows of.
create function area_orders(devices bigint[]) returns table (device_id bigint, kind text, number integer, at timestamptz, sure boolean, own boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.device_id, c.kind, (c.args ->> 'number')::integer, coalesce(c.answer_time, c.sent_time, c.create_time), c.state = 'answered_ok',
      c.org_id = d.org_id and c.idempotency_key like 'rule:%'
        and c.create_time > coalesce((select max(move_time) from device_move m where m.device_id = c.device_id), '-infinity')
    from command c join device d on d.id = c.device_id left join lock_state s on s.device_id = c.device_id
   where c.device_id = any(devices) and c.kind in ('set_area', 'delete_area', 'factory_reset') and c.attempt > 0
     and c.state <> 'answered_fail' and c.create_time > coalesce(s.exchange_time, '-infinity')
   order by c.device_id, 4, c.id
$$;
-- The same for whoever has them in sight.
create function area_orders_seen(devices bigint[]) returns table (device_id bigint, kind text, number integer, at timestamptz, sure boolean, own boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select * from area_orders(array(select d.id from device d where d.id = any(devices) and d.org_id = any (plomb_orgs())))
$$;
revoke execute on function area_orders(bigint[]), area_orders_seen(bigint[]) from public;
grant execute on function area_orders(bigint[]) to plomb_platform;
grant execute on function area_orders_seen(bigint[]) to plomb_app;
create index command_cards_and_areas on command (device_id, id)
  where kind in ('add_cards', 'delete_cards', 'set_area', 'delete_area', 'factory_reset') and attempt > 0;
