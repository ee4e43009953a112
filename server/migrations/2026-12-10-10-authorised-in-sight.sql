-- What somebody was authorised to order is read of the devices alone that whoever asks is told of: others are out of the count, too.
drop function authorised_to(bigint);
create function authorised_to(holder bigint, orgs bigint[])
returns table (device_id bigint, device_org bigint, id bigint, holder_id bigint, holder_name text, holder_login text, holder_org text,
  orders text, from_time timestamptz, until_time timestamptz, first_name text, second_name text, grants text[], max_uses integer,
  proved integer, open integer, areas jsonb, state text, step_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, d.org_id, p.* from (select distinct x.device_id from authorisation a join authorisation_device x on x.authorisation_id = a.id
      where a.holder_id = $1 and a.end_time is null and x.end_time is null) its
    join device d on d.id = its.device_id and ($2 is null or d.org_id = any($2)), authorised_people(d.id) p
   where p.holder_id = $1 order by p.id, d.id
$$;
revoke execute on function authorised_to(bigint, bigint[]) from public;
grant execute on function authorised_to(bigint, bigint[]) to plomb_app;
