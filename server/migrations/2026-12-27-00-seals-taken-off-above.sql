-- A seal that can be used again is of whoever took it off: where that was somebody above, it has left those whose load it was on, too, and nobody
-- has signed since that it was blank. The rest is as in 2026-12-26-03.
drop function seal_that_left(text, text, timestamptz);
create function seal_that_left(of_medium text, of_key text, since timestamptz)
returns table (id bigint, number text, reusable boolean, create_time timestamptz, handed_time timestamptz, left_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.number, k.reusable, s.create_time, max(m.at) filter (where m.kind <> 'received'), max(m.at)
  from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id join seal_movement m on m.seal_id = s.id
  where s.medium = of_medium and s.key = of_key and m.at > since and (m.kind in ('given', 'returned') and m.org_id = any (plomb_orgs())
    or m.kind = 'received' and m.handover_id is null and m.org_id <> all (plomb_orgs()) and exists (select from seal_operation o
      where o.seal_id = s.id and o.outcome = 'done' and o.operation = 0 and o.org_id = any (plomb_orgs()) and o.at < m.at))
  group by s.id, k.id
$$;
revoke execute on function seal_that_left(text, text, timestamptz) from public;
grant execute on function seal_that_left(text, text, timestamptz) to plomb_app, plomb_platform;
