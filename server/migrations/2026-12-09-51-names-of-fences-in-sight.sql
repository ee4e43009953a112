-- Whose each named fence is: an organisation below is told that a fence of one above rang, and not its name.
alter table alarm add column fence_orgs bigint[] not null default '{}';
-- by its name, the nearest above; of one that is gone since nobody knows whose it was
update alarm a set fence_orgs = array(
    select (select f.org_id from orgs_above(a.org_id) with ordinality o (id, n) join fence f on f.org_id = o.id
      where f.fence_name = named.name order by o.n limit 1)
    from unnest(a.fences) with ordinality named (name, n) order by named.n)
  where a.fences <> '{}';

-- The names that whoever reads may know; '' stands for one of an organisation above. The platform reads all of them.
create function fences_in_sight(fences text[], fence_orgs bigint[]) returns text[]
language sql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
  select case when fences = '{}' or plomb_orgs() is null then fences
    else array(select case when org is null or org = any (plomb_orgs()) then name else '' end
      from unnest(fences, fence_orgs) with ordinality f (name, org, n) where n <= cardinality(fences) order by n) end
$$;
revoke execute on function fences_in_sight(text[], bigint[]) from public;
grant execute on function fences_in_sight(text[], bigint[]) to plomb_app, plomb_platform;
