-- A series of its own is one whose kind an organisation knows, wherever its seals have gone.
create or replace function has_seals_of(kind bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from seal_series r where r.kind_id = kind and (r.org_id = any ((select plomb_orgs())::bigint[])
    or exists (select from seal s where s.series_id = r.id and s.org_id = any ((select plomb_orgs())::bigint[]))))
$$;
