-- An order in doubt that was settled asks for somebody again when its lock says the contrary afterwards, however long ago that was:
-- what was found answers what was known then. `contract/src/orders/orderQueue.ts` says the same.
alter table command drop column needs_person;
alter table command add column settle_stage text; -- where it stood when it was settled
-- of those settled before nobody knows it: one that has become the contrary is looked at once more
update command set settle_stage = case when state = 'uncertain' then 'uncertain' else stage end where settle_time is not null;
alter table command
  add constraint settled_as_something check ((settle_time is null) = (settle_stage is null)),
  add column needs_person boolean not null generated always as (
    case evidence when 'confirmed' then false when 'contradicted' then settle_stage is distinct from 'contradicted'
      else state = 'uncertain' and settle_stage is null end) stored;
create index command_needs_person on command (org_id, id desc) where needs_person;
