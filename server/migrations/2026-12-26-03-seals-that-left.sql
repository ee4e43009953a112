-- A seal that left the caller's organisations is known to them as it was until then: what is told late of that time is no number that nobody made.
create function seal_that_left(of_medium text, of_key text, since timestamptz)
returns table (id bigint, number text, reusable boolean, create_time timestamptz, handed_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.id, s.number, k.reusable, s.create_time, max(m.at)
  from seal s join seal_series r on r.id = s.series_id join seal_kind k on k.id = r.kind_id join seal_movement m on m.seal_id = s.id
  where s.medium = of_medium and s.key = of_key and m.kind in ('given', 'returned') and m.org_id = any (plomb_orgs()) and m.at > since
  group by s.id, k.id
$$;
revoke execute on function seal_that_left(text, text, timestamptz) from public;
grant execute on function seal_that_left(text, text, timestamptz) to plomb_app, plomb_platform;
