-- Somebody has to look at what may have moved metal or changed who can open a lock; a text that may have been shown is none of it.
-- `contract/src/orders/orderQueue.ts` says the same.
alter table command drop column needs_person;
alter table command
  add column needs_person boolean not null generated always as (
    case evidence when 'confirmed' then false when 'contradicted' then settle_stage is distinct from 'contradicted'
      else state = 'uncertain' and settle_stage is null and kind in ('seal', 'unseal', 'factory_reset', 'set_unlock_password',
        'add_cards', 'query_cards') end) stored;
create index command_needs_person on command (org_id, id desc) where needs_person;
