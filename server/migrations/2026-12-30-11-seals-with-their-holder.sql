-- Whoever has seals in hand sees them: they are of its organisation, or of one below. Whoever gives somebody seals and whoever moves that person elsewhere
-- meanwhile wait for each other, and the second is refused (the other half: operator_holds_seals): nobody could hand such seals on.
-- A seal that arrives late is back with its giver for no longer than it takes to hand it on: that they went elsewhere meanwhile, or left, keeps nobody
-- from taking it. Whoever takes it is looked at as ever.
create function seals_with_holder() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken bigint[];
begin
  if tg_op = 'INSERT' then
    taken := array(select id from changed where state = 'blank' and holder_id is not null);
  else
    taken := array(select n.id from changed n join before o using (id) where n.state = 'blank' and n.holder_id is not null
      and (o.state <> 'blank' or o.holder_id is distinct from n.holder_id)
      and not (o.state = 'blank' and o.holder_id is null and exists (select from seal_handover_item i
        where i.handover_id = n.handover_id and i.seal_id = n.id and i.outcome = 'late')));
  end if;
  if taken = '{}' then return null; end if;
  perform from operator where id in (select holder_id from changed where id = any (taken)) order by id for share;
  if exists (select from (select distinct holder_id, org_id from changed where id = any (taken)) n left join operator p on p.id = n.holder_id
      where not exists (select from orgs_above(n.org_id) a(id) where a.id = p.org_id)) then
    raise check_violation using constraint = 'seal_holder_elsewhere', message = 'whoever has a seal in hand sees it';
  end if;
  return null;
end $$;
create trigger seals_with_new_holder after insert on seal referencing new table as changed
  for each statement execute function seals_with_holder();
create trigger seals_with_holder after update on seal referencing old table as before new table as changed
  for each statement execute function seals_with_holder();
revoke execute on function seals_with_holder() from public;
create or replace function hand_seals(handover bigint, wanted text[], becomes text) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  h seal_handover;
  moved bigint[];
begin
  select * into strict h from seal_handover where id = handover for update;
  perform from seal where id in (select seal_id from seal_handover_item where handover_id = handover and number = any (wanted))
    order by id for update;
  if becomes in ('received', 'missing') then
    select coalesce(array_agg(s.id), '{}') into moved from seal_handover_item i join seal s on s.id = i.seal_id
    where i.handover_id = handover and i.number = any (wanted) and i.outcome is null and s.state = 'blank' and s.holder_id = h.giver_id;
    if becomes = 'received' then
      update seal set holder_id = h.taker_id, holder_name = h.taker_name, org_id = h.to_org_id, handover_id = h.id where id = any (moved);
    else
      update seal set holder_id = null, holder_name = '', handover_id = h.id where id = any (moved);
    end if;
    update seal_handover_item set outcome = case when seal_id = any (moved) then becomes else 'gone' end
    where handover_id = handover and number = any (wanted) and outcome is null;
  elsif becomes in ('found', 'late') then
    select coalesce(array_agg(s.id), '{}') into moved from seal_handover_item i join seal s on s.id = i.seal_id
    where i.handover_id = handover and i.number = any (wanted) and i.outcome = 'missing' and s.state = 'blank' and s.holder_id is null
      and s.handover_id = handover;
    -- first, for seals_with_holder goes by it
    update seal_handover_item set outcome = becomes where handover_id = handover and seal_id = any (moved);
    update seal set holder_id = h.giver_id, holder_name = h.giver_name where id = any (moved);
    if becomes = 'late' then
      update seal set holder_id = h.taker_id, holder_name = h.taker_name, org_id = h.to_org_id where id = any (moved);
    end if;
  else
    raise exception 'seals are not handed so: %', becomes;
  end if;
  return cardinality(moved);
end $$;
