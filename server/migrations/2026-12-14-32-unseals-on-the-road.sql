-- A lock that is on a batch on the road is unsealed by one person alone inside the destination, or at a stop where its position may be opened:
-- areas like those of a rule (decision 0074), which hold besides them. So the decision, the claim, passwords and the backstop all go by it.

create function journey_places(devices bigint[]) returns table (device_id bigint, inside boolean, age double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.device_id, exists (
      select from (select b.destination as o union all
        select x.stop from jsonb_array_elements(b.stops) with ordinality x(stop, nth) where x.nth - 1 = any (p.open_stops)) a
       where in_shape(null, (o ->> 'lon')::float8, (o ->> 'lat')::float8, (o ->> 'radius')::float8, s.lon, s.lat)),
    case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end
    from batch_position p join logistics_batch b on b.id = p.batch_id and b.state = 'in_transit'
      join lock_state s on s.device_id = p.device_id
   where p.device_id = any($1) and p.open
$$;
revoke execute on function journey_places(bigint[]) from public;

-- Where locks are to the rules of an organisation and to the batches they are on; no row: neither says anything.
create or replace function unseal_places(org bigint, devices bigint[]) returns table (device_id bigint, inside boolean, age double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with shapes as materialized (
    select r.n, x.* from unseal_areas($1) with ordinality r(areas, n), area_shapes(r.areas) x),
  ruled as (
    select s.device_id,
      (select bool_and(rule.hit) from (
         select coalesce(bool_or(in_shape(h.ring, h.lon, h.lat, h.radius, s.lon, s.lat)), false) as hit from shapes h group by h.n) rule) as inside,
      case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end as age
      from lock_state s where s.device_id = any($2) and exists (select from shapes))
  select device_id, coalesce(r.inside, true) and coalesce(j.inside, true), coalesce(r.age, j.age)
    from ruled r full join journey_places($2) j using (device_id)
$$;
