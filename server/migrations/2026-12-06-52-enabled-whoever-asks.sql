-- Whether an organisation is enabled hangs on all above it, also on those that whoever asks does not see.
create or replace function organisation_enabled(org bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive above as (
    select parent_id, status from organisation where id = org
    union all select o.parent_id, o.status from organisation o join above a on o.id = a.parent_id)
  select bool_and(status = 1) from above
$$;
revoke execute on function organisation_enabled(bigint) from public;
grant execute on function organisation_enabled(bigint) to plomb_app, plomb_platform;
