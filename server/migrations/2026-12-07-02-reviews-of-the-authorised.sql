-- Who was authorised to order a device is told with the time since when that stands: a permanent one that nobody reviews ends by it.
drop function authorised_people(bigint);
create function authorised_people(device_id bigint)
returns table (id bigint, holder_id bigint, holder_name text, holder_login text, holder_org text, orders text, from_time timestamptz,
  until_time timestamptz, first_name text, second_name text, grants text[], max_uses integer, proved integer, open integer, areas jsonb,
  state text, step_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, a.holder_id, a.holder_name, a.holder_login, a.holder_org, a.orders, a.from_time, a.until_time, a.first_name, a.second_name,
    array(select m.menu_code || ':' || b.btn_code
            from operator p join role_button rb on rb.role_id = p.role_id join button b on b.id = rb.button_id
            join menu m on m.id = b.menu_id join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id
            join menu_enabled e on e.id = m.id
           where p.id = a.holder_id and p.status = 1), a.max_uses, u.proved, u.open, a.areas, a.state, a.step_time
    from authorisation_device d join authorisation a on a.id = d.authorisation_id, authorisation_uses(a.id) u
   where d.device_id = $1 and d.end_time is null and a.state in ('active', 'pending_first', 'pending_second') and (a.until_time is null or a.until_time > now())
   order by a.id
$$;
revoke execute on function authorised_people(bigint) from public;
grant execute on function authorised_people(bigint) to plomb_app, plomb_platform;
