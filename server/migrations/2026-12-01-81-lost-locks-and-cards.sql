-- A lost lock is not told to open for its cards everywhere either (`opens` in contract/src/lock/orderKinds.ts, which a test holds
-- against this).
create or replace function is_handed(d device, c command) returns boolean language sql immutable
  as $$ select d.status = 1
    and (not d.lost
      or c.kind not in ('seal', 'unseal', 'factory_reset', 'set_unlock_password', 'add_cards', 'query_cards', 'release_cards'))
    and (d.device_state = 'in_use' or d.device_state = 'maintenance' and not c.physical) $$;

-- And one that may have been told so without a word of it needs somebody (`contract/src/orders/orderQueue.ts` says the same).
alter table command drop column needs_person;
alter table command
  add column needs_person boolean not null generated always as (
    case evidence when 'confirmed' then false when 'contradicted' then settle_stage is distinct from 'contradicted'
      else state = 'uncertain' and settle_stage is null and kind in ('seal', 'unseal', 'factory_reset', 'set_unlock_password',
        'add_cards', 'query_cards', 'release_cards') end) stored;
create index command_needs_person on command (org_id, id desc) where needs_person;
