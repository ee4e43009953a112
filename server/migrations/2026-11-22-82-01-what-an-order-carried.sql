-- What an order carried to its lock, so that a deed told by the lock can be held against it: another user's deed, or one
-- by another password, is not this order's. Null: it carried none, or was sent before this was kept.
alter table command
  add column order_user text,
  add column order_password text check (order_password in ('static', 'dynamic'));

-- A lock that is switched off or reported lost is given no order any more, also not the one that waits, when it is back.
create function cancel_orders_of_unusable() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update command set state = 'cancelled', cause = 'unusable', finish_time = now()
    where device_id = new.id and state = 'queued';
  return null;
end $$;
create trigger cancel_orders_of_unusable after update of status, lost on device for each row
  when (new.status <> 1 or new.lost) execute function cancel_orders_of_unusable();
update command c set state = 'cancelled', cause = 'unusable', finish_time = now()
  from device d where d.id = c.device_id and c.state = 'queued' and (d.status <> 1 or d.lost);
