-- The opening log. By what a lock was opened, as far as it says; null: the event is no opening. Every deed that ended a
-- seal, moved the bolt open or forced the metal is one, also told late or by a sender that has not proved to be the lock.
-- `contract/src/orders/openings.ts` names the ways.
alter table lock_event
  add column opening_way text generated always as (case
    when lst = 3 or fault in (1008, 1010) then 'forced'
    when lst <> 1 and not (ls_before = 2 and ls_after in (0, 1)) and not (ls_before <> 1 and ls_after = 1) then null
    when code like 'hhd:0009%' then 'sms'
    when lso = 1 then 'remote'
    when lso = 3 then 'password'
    when lso = 4 then 'bluetooth'
    when lso = 5 then 'card'
    when lso = 7 then 'automatic'
    when lso = 13 then 'authorised'
    when lst = 1 and quality = 'direct' then 'hand'
    else 'unknown' end) stored;
alter table lock_event
  -- it rang as forced, or as opened while sealed although nobody had unsealed it
  add column without_right boolean not null generated always as (rang && array['illegal_unlock', 'illegal_unlocking']) stored;

create index lock_event_openings on lock_event (org_id, id desc) where opening_way is not null;
create index lock_event_opening_way on lock_event (org_id, opening_way, id desc) where opening_way is not null;
create index lock_event_without_right on lock_event (org_id, id desc) where without_right and opening_way is not null;
create index lock_event_opening_time on lock_event (org_id, receive_time) where opening_way is not null;
