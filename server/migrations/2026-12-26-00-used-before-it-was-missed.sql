-- A seal that was missing at its hand-over and had been used before, or is scrapped, is explained: whoever gave it had it until then. The rest is
-- as it was in 2026-12-17-30.
create or replace function seal_moved_to_movement() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into seal_movement (org_id, seal_id, medium, holder_id, holder_name, kind, at, booked, handover_id, other_org_id, told_late)
  select m.org_id, m.seal_id, m.medium, m.holder_id, m.holder_name, m.kind, m.at, m.booked, m.handover_id, m.other_org_id,
    m.at < m.booked - interval '1 minute'
  from (
    select o.org_id, o.id as seal_id, o.medium, o.holder_id, o.holder_name, 1 as nth,
      case when n.state = 'sealed' then 'used' when n.state <> 'blank' then 'scrapped' when n.holder_id is null then 'missing'
        when h.purpose = 'return' then 'returned' else 'given' end as kind,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end as at,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.told_time is distinct from o.told_time then n.told_time else now() end as booked,
      case when n.state = 'blank' then n.handover_id end as handover_id,
      case when n.state = 'blank' and n.holder_id is not null then n.org_id else 0 end as other_org_id
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where o.state = 'blank' and o.holder_id is not null and (n.state <> 'blank' or n.holder_id is distinct from o.holder_id)
    union all
    select n.org_id, n.id, n.medium, n.holder_id, n.holder_name, 2,
      case when o.state = 'blank' and o.holder_id is null then 'found' else 'received' end,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.last_time is distinct from o.last_time then n.last_time else now() end,
      case when n.handover_id is distinct from o.handover_id then coalesce(h.answer_time, now())
        when n.told_time is distinct from o.told_time then n.told_time else now() end,
      case when o.state = 'blank' then n.handover_id end,
      case when o.state = 'blank' and o.holder_id is not null then o.org_id else 0 end
    from before o join changed n on n.id = o.id left join seal_handover h on h.id = n.handover_id
    where n.state = 'blank' and n.holder_id is not null and (o.state <> 'blank' or o.holder_id is distinct from n.holder_id)
    union all
    select h.org_id, n.id, n.medium, h.giver_id, h.giver_name, k.nth, k.kind, n.last_time, n.told_time, null, 0
    from before o join changed n on n.id = o.id join seal_handover h on h.id = n.handover_id
      cross join lateral (values (1, 'found'), (2, case when n.state = 'sealed' then 'used' else 'scrapped' end)) k(nth, kind)
    where o.state = 'blank' and o.holder_id is null and n.state <> 'blank'
  ) m order by m.seal_id, m.nth;
  update seal_handover_item i set outcome = 'gone' from before o join changed n on n.id = o.id
  where o.state = 'blank' and o.holder_id is null and n.state <> 'blank' and i.seal_id = n.id and i.handover_id = n.handover_id and i.outcome = 'missing';
  return null;
end $$;
