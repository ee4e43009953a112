-- When a seal came to the caller's organisations after a time at which others had it; null: it was theirs by then. What they tell of that time is no
-- word of a load that it was on with others, nor what they did in the last minutes before, by a clock that is behind (0124).
create function seal_came_since(of_seal bigint, since timestamptz) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select min(f.at) filter (where f.own and f.at > since)
  from (select h.at, h.org_id = any (plomb_orgs()) as own from seal_movement h where h.seal_id = of_seal and h.kind in ('received', 'found')
    union all select o.at, o.org_id = any (plomb_orgs()) from seal_operation o
      where o.seal_id = of_seal and o.outcome = 'done' and o.operation = 0) f
  having max(f.at) filter (where not f.own and f.at <= since) > coalesce(max(f.at) filter (where f.own and f.at <= since), '-infinity')
$$;
revoke execute on function seal_came_since(bigint, timestamptz) from public;
grant execute on function seal_came_since(bigint, timestamptz) to plomb_app, plomb_platform;
