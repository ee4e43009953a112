-- What a person can open is asked from the person: who it is, where it is a friend of an organisation out of sight, what it was
-- authorised to order, and which passwords in force it was shown or sent.
create function friend_of(me bigint, person bigint)
returns table (id bigint, name text, login_name text, org_id bigint, org_name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.oper_name, o.login_name, o.org_id, g.org_name from operator o join organisation g on g.id = o.org_id
   where o.id = $2 and exists (select from friendship f where f.low_id = least($1, $2) and f.high_id = greatest($1, $2))
$$;
-- The devices, each as `authorised_people` tells it: whoever asks names none that is out of sight.
create function authorised_to(holder bigint)
returns table (device_id bigint, device_org bigint, id bigint, holder_id bigint, holder_name text, holder_login text, holder_org text,
  orders text, from_time timestamptz, until_time timestamptz, first_name text, second_name text, grants text[], max_uses integer,
  proved integer, open integer, areas jsonb, state text, step_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select d.id, d.org_id, p.* from (select distinct x.device_id from authorisation a join authorisation_device x on x.authorisation_id = a.id
      where a.holder_id = $1 and a.end_time is null and x.end_time is null) its
    join device d on d.id = its.device_id, authorised_people(d.id) p
   where p.holder_id = $1 order by p.id, d.id
$$;
revoke execute on function friend_of(bigint, bigint), authorised_to(bigint) from public;
grant execute on function friend_of(bigint, bigint), authorised_to(bigint) to plomb_app;

create index password_disclosure_operator on password_disclosure (operator_id, id desc);
