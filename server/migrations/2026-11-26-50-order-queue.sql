-- The queue over all locks. What people read of an order, in one word: how far it came, and above that what the metal did.
-- `contract/src/orders/orderQueue.ts` says the same, and a test holds the two against each other.
alter table command
  add column stage text not null generated always as (
    case evidence when 'confirmed' then 'proved' when 'possible' then 'possible' when 'contradicted' then 'contradicted'
      when 'held' then 'held' else state end) stored,
  -- who looked what became of one that nobody knew of, and what was found; the order itself stays what it is
  add column settle_time timestamptz,
  add column settler_id bigint references operator,
  add column settler text not null default '',
  add column settler_login text not null default '',
  add column settlement text not null default '',
  add constraint settled_by_somebody check ((settle_time is null) = (settler_id is null));
alter table command
  add column needs_person boolean not null generated always as (
    settle_time is null and (state = 'uncertain' and evidence is distinct from 'confirmed'
      or evidence is not distinct from 'contradicted')) stored;

-- The newest of one organisation, by each thing the queue is narrowed by; several organisations are read one by one.
create index command_org on command (org_id, id desc);
create index command_org_stage on command (org_id, stage, id desc);
create index command_org_kind on command (org_id, kind, stage, id desc);
create index command_org_time on command (org_id, create_time);
create index command_org_operator on command (org_id, operator_id, id desc);
create index command_needs_person on command (org_id, id desc) where needs_person;
