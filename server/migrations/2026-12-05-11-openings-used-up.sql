-- An authorisation whose openings are used up seals until its time is over: nothing looks for those any more.
drop index authorisation_counted;

-- How many it is good for, and how they are taken; what is judged by it is held by authorisation_right before.
create function authorisation_openings(authorisation_id bigint, out max_uses integer, out proved integer, out open integer)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.max_uses, u.proved, u.open from authorisation a, authorisation_uses(a.id) u where a.id = $1
$$;
revoke execute on function authorisation_openings(bigint) from public;
grant execute on function authorisation_openings(bigint) to plomb_app, plomb_platform;
