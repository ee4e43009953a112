-- Where thousands of locks are to the areas of their organisation is asked at once (decision 0095 judges a fleet whole): each area is read
-- once, and not for each lock. Of 5,000 locks and two rules of five areas it took 3.6 s.

-- Areas as they are looked into: a ring, or a circle around a place, its radius in metres.
create function area_shapes(areas jsonb) returns table (ring polygon, lon double precision, lat double precision, radius double precision)
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case when o ->> 'shape' <> 'circle' then (
      select ('(' || string_agg(format('(%s,%s)', p ->> 0, p ->> 1), ',' order by n) || ')')::polygon
        from jsonb_array_elements(o -> 'points') with ordinality c(p, n)) end,
    (o -> 'centre' ->> 0)::float8, (o -> 'centre' ->> 1)::float8, (o ->> 'radius')::float8
    from jsonb_array_elements(areas) a, lateral (select a -> 'area' as o) x
$$;
create function in_shape(ring polygon, centre_lon double precision, centre_lat double precision, radius double precision,
  lon double precision, lat double precision) returns boolean
language sql immutable as $$
  select case when ring is null then 2 * 6371008.8 * asin(least(1, sqrt(power(sind((lat - centre_lat) / 2), 2)
      + cosd(lat) * cosd(centre_lat) * power(sind((lon - centre_lon) / 2), 2)))) <= radius
    else ring @> point(lon, lat) end
$$;
create or replace function inside_areas(areas jsonb, lon double precision, lat double precision) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from area_shapes($1) s where in_shape(s.ring, s.lon, s.lat, s.radius, $2, $3))
$$;

-- Where locks are to the rules of an organisation: inside areas of every such rule or not, and how many seconds ago; no row: there is no such rule.
create function unseal_places(org bigint, devices bigint[]) returns table (device_id bigint, inside boolean, age double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with shapes as materialized (
    select r.n, x.* from unseal_areas($1) with ordinality r(areas, n), area_shapes(r.areas) x)
  select s.device_id,
    (select bool_and(rule.hit) from (
       select coalesce(bool_or(in_shape(h.ring, h.lon, h.lat, h.radius, s.lon, s.lat)), false) as hit from shapes h group by h.n) rule),
    case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end
    from lock_state s where s.device_id = any($2) and exists (select from shapes)
$$;
create or replace function unseal_place(org bigint, device_id bigint, out inside boolean, out age double precision)
returns setof record language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.inside, p.age from unseal_places($1, array[$2]) p
$$;
revoke execute on function area_shapes(jsonb), in_shape(polygon, double precision, double precision, double precision, double precision,
  double precision), unseal_places(bigint, bigint[]) from public;
grant execute on function area_shapes(jsonb), in_shape(polygon, double precision, double precision, double precision, double precision,
  double precision), unseal_places(bigint, bigint[]) to plomb_app, plomb_platform;

-- What somebody was authorised to order is read of that person alone: until now each device's holders were all read, and what role and
-- openings each has asked for each device. Of 3,000 devices with five holders each it took 7 s. What stands in it is authorised_people's.
create or replace function authorised_to(holder bigint, orgs bigint[])
returns table (device_id bigint, device_org bigint, id bigint, holder_id bigint, holder_name text, holder_login text, holder_org text,
  orders text, from_time timestamptz, until_time timestamptz, first_name text, second_name text, grants text[], max_uses integer,
  proved integer, open integer, areas jsonb, state text, step_time timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with its as materialized (
    select a.*, u.proved, u.open, array(select m.menu_code || ':' || b.btn_code
            from operator p join role_button rb on rb.role_id = p.role_id join button b on b.id = rb.button_id
            join menu m on m.id = b.menu_id join role_menu rm on rm.role_id = rb.role_id and rm.menu_id = m.id
            join menu_enabled e on e.id = m.id
           where p.id = $1 and p.status = 1) as grants
      from authorisation a, authorisation_uses(a.id) u
     where a.holder_id = $1 and a.state in ('active', 'pending_first', 'pending_second') and (a.until_time is null or a.until_time > now()))
  select d.id, d.org_id, a.id, a.holder_id, a.holder_name, a.holder_login, a.holder_org, a.orders, a.from_time, a.until_time, a.first_name,
    a.second_name, a.grants, a.max_uses, a.proved, a.open, a.areas, a.state, a.step_time
    from its a join authorisation_device x on x.authorisation_id = a.id and x.end_time is null
      join device d on d.id = x.device_id and ($2 is null or d.org_id = any($2))
   order by a.id, d.id
$$;
