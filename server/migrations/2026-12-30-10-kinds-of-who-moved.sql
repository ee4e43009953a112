-- An organisation may be moved away from the owner of a kind, as from that of a device's type: its seals and meters stay whole.
create function has_seals_of(kind bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from seal_series r where r.kind_id = kind
    and exists (select from seal s where s.series_id = r.id and s.org_id = any ((select plomb_orgs())::bigint[])))
$$;
create function has_meters_of(kind bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from meter m where m.type_id = kind and m.org_id = any ((select plomb_orgs())::bigint[]))
$$;
comment on function has_seals_of is 'a function, for the planner would read the seals of all kinds at once';
comment on function has_meters_of is 'as has_seals_of';
revoke execute on function has_seals_of(bigint), has_meters_of(bigint) from public;
grant execute on function has_seals_of(bigint), has_meters_of(bigint) to plomb_app, plomb_platform;
-- policies are asked in the order of their names: of what is seen anyhow nothing is looked up
create policy seen_by_its_seals on seal_kind for select to plomb_app using (has_seals_of(id));
create policy seen_by_its_meters on meter_type for select to plomb_app using (has_meters_of(id));
