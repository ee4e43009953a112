-- What somebody has to set up before anything else, as at the door; null: nothing. Asked also of people whose role is out of sight.
create function set_up_of(operator bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when o.must_change then 'password'
      when r.second_factor_required and not exists (
        select from second_factor f where f.operator_id = o.id and (f.channel = 'app' or r.second_factor_by_message)) then 'secondFactor'
    end
    from operator o join role r on r.id = o.role_id where o.id = set_up_of.operator
$$;
revoke execute on function set_up_of(bigint) from public;
grant execute on function set_up_of(bigint) to plomb_app, plomb_platform;
