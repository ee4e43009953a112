-- Why a session ended, where somebody ended it: whoever sat at it is told.
alter table session add column end_reason text
  check (end_reason in ('signedOut', 'elsewhere', 'password', 'secondFactor', 'beyond'));

create function end_sessions(operators bigint[], why text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update session set end_time = now(), end_reason = why where end_time is null
    and operator_id in (select id from operator where id = any (operators) and org_id = any (plomb_orgs()))
$$;
revoke execute on function end_sessions(bigint[], text) from public;
grant execute on function end_sessions(bigint[], text) to plomb_app;
