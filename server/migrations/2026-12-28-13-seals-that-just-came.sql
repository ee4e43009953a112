-- Also of the last minutes before a seal came to them: what they did by a clock that is behind they did when they had it, and no load of others is
-- any the worse for it. The rest is as it was in 2026-12-28-10.
create or replace function seal_came_since(of_seal bigint, since timestamptz) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select min(f.at) filter (where f.own and f.at > since)
  from (select h.at, h.org_id = any (plomb_orgs()) as own from seal_movement h where h.seal_id = of_seal and h.kind in ('received', 'found')
    union all select o.at, o.org_id = any (plomb_orgs()) from seal_operation o
      where o.seal_id = of_seal and o.outcome = 'done' and o.operation = 0) f
  having max(f.at) filter (where not f.own and f.at <= since) > coalesce(max(f.at) filter (where f.own and f.at <= since), '-infinity')
$$;
