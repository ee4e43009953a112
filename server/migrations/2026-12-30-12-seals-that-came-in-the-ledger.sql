-- As with a device, a seal that changes hands between organisations goes in a row of the giver's ledger and comes in one of the taker's; and that one is
-- missing was said by whoever took the others, not by whoever gave them.
create or replace function seal_movement_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, seal_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, case n.kind when 'missing' then 'seal.missing' when 'found' then 'seal.found' when 'received' then 'seal.came' else 'seal.handed' end,
    n.seal_id, 'seal_movement', n.id, n.at,
    coalesce(case n.kind when 'missing' then h.taker_id end, n.holder_id), coalesce(case n.kind when 'missing' then h.taker_name end, n.holder_name),
    'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', s.number, 'medium', n.medium, 'handover', n.handover_id,
      case when n.kind in ('missing', 'received') then 'giver' else 'receiver' end,
      case when n.kind in ('missing', 'received') then h.giver_name else h.taker_name end))
  from added n join seal s on s.id = n.seal_id left join seal_handover h on h.id = n.handover_id
  where n.kind in ('missing', 'found', 'given', 'returned')
    or n.kind = 'received' and n.handover_id is not null and n.other_org_id not in (0, n.org_id) order by n.id
  on conflict do nothing;
  return null;
end $$;
