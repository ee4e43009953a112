-- Which orders a device is still handed: one rule for what is taken back when it changes, and for what is delivered. A lost
-- lock is asked where it is and told to report often; what opens it, or gives somebody what opens it, it does not get (`opens`
-- in contract/src/lock/orderKinds.ts, which a test holds against this).
create function is_handed(d device, c command) returns boolean language sql immutable
  as $$ select d.status = 1
    and (not d.lost or c.kind not in ('seal', 'unseal', 'factory_reset', 'set_unlock_password', 'add_cards', 'query_cards'))
    and (d.device_state = 'in_use' or d.device_state = 'maintenance' and not c.physical) $$;

create or replace function cancel_orders_of_unusable() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update command c set state = taken_back(c), cause = 'unusable', finish_time = case when taken_back(c) = 'cancelled' then now() end
    where device_id = new.id and state = 'queued' and not is_handed(new, c);
  return null;
end $$;
