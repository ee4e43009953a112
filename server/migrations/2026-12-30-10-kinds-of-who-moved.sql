-- An organisation may be moved away from the owner of a kind, as from that of a device's type: its seals and meters stay whole. Whether a kind is known
-- by these is asked when it is neither of one's own nor of those above, and of one's own seals at once: the planner asks policies in no order that is
-- known, and each series of all other kinds would be looked through.
create index seal_series_sum_org on seal_series_sum (org_id, series_id);
create function kinds_of_own_seals() returns bigint[]
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select array_agg(distinct kind_id) from seal_series r
  where r.org_id = any (plomb_orgs()) or r.id in (select u.series_id from seal_series_sum u
    where u.org_id = any (plomb_orgs()) and u.used + u.in_hand + u.unexplained + u.scrapped > 0)
$$;
create function has_meters_of(kind bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from meter m where m.type_id = kind and m.org_id = any ((select plomb_orgs())::bigint[]))
$$;
comment on function kinds_of_own_seals is 'kinds of series that organisations in sight made, and of seals they have';
comment on function has_meters_of is 'a function, for the planner would read the meters of all types at once';
revoke execute on function kinds_of_own_seals(), has_meters_of(bigint) from public;
grant execute on function kinds_of_own_seals(), has_meters_of(bigint) to plomb_app, plomb_platform;
drop policy of_those_above on seal_kind;
create policy seen on seal_kind for select to plomb_app using (org_id = any ((select plomb_orgs())::bigint[])
  or org_id = any ((select organisations_above())::bigint[]) or id = any ((select kinds_of_own_seals())::bigint[]));
drop policy of_those_above on meter_type;
create policy seen on meter_type for select to plomb_app using (org_id = any ((select plomb_orgs())::bigint[])
  or org_id = any ((select organisations_above())::bigint[]) or has_meters_of(id));
