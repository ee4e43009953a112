-- Whether the password in force of a lock was shown to somebody whose disclosure the reader does not see: it opens the lock all
-- the same. Whose it was is not said.
create function disclosed_unseen(device bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from unlock_password p join password_disclosure x on x.password_id = p.id
      where p.device_id = device and p.end_time is null and not x.never_left and x.org_id <> all (plomb_orgs())
        and p.org_id = any (plomb_orgs()))
$$;
revoke execute on function disclosed_unseen(bigint) from public;
grant execute on function disclosed_unseen(bigint) to plomb_app, plomb_platform;
