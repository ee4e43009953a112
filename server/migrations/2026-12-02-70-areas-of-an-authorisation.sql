-- An authorisation may open locks inside some areas alone. What decides is where the lock was by its last valid fix; one older than
-- half an hour, and none at all, is as outside.

-- Corners are longitude and latitude, in degrees.
create function corners_sound(points jsonb) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select not exists (select from jsonb_array_elements(points) p
    where coalesce(not (jsonb_typeof(p) = 'array' and jsonb_array_length(p) = 2
      and jsonb_typeof(p -> 0) = 'number' and jsonb_typeof(p -> 1) = 'number'
      and (p ->> 0)::numeric between -180 and 180 and (p ->> 1)::numeric between -90 and 90), true))
$$;
create function areas_sound(areas jsonb) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_typeof(areas) = 'array' and jsonb_array_length(areas) between 1 and 10 and not exists (
    select from jsonb_array_elements(areas) a, lateral (select a -> 'area' as o) x
     where coalesce(char_length(a ->> 'name') not between 1 and 12, true)
        or coalesce(case o ->> 'shape'
             when 'circle' then not (jsonb_typeof(o -> 'radius') = 'number' and (o ->> 'radius')::numeric between 20 and 100000
               and corners_sound(jsonb_build_array(o -> 'centre')))
             when 'polygon' then not (jsonb_typeof(o -> 'points') = 'array' and jsonb_array_length(o -> 'points') between 3 and 50
               and corners_sound(o -> 'points'))
             else true end, true))
$$;
alter table authorisation add column areas jsonb,
  add constraint authorisation_areas check (areas is null or orders = 'unseal' and areas_sound(areas));
comment on column authorisation.areas is 'unseals inside them alone: [{name, area}], as they were drawn; null: anywhere';

create function inside_areas(areas jsonb, lon double precision, lat double precision) returns boolean
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from jsonb_array_elements(areas) a, lateral (select a -> 'area' as o) x
     where case o ->> 'shape'
       when 'circle' then 2 * 6371008.8 * asin(least(1, sqrt(
           power(sind((lat - (o -> 'centre' ->> 1)::float8) / 2), 2)
           + cosd(lat) * cosd((o -> 'centre' ->> 1)::float8) * power(sind((lon - (o -> 'centre' ->> 0)::float8) / 2), 2))))
         <= (o ->> 'radius')::float8
       else (select ('(' || string_agg(format('(%s,%s)', p ->> 0, p ->> 1), ',' order by n) || ')')::polygon
               from jsonb_array_elements(o -> 'points') with ordinality c(p, n)) @> point(lon, lat) end)
$$;

-- Where a lock is to the areas of an authorisation, and how many seconds ago; no row: it opens anywhere.
create function authorisation_place(authorisation_id bigint, device_id bigint, out inside boolean, out age double precision)
returns setof record language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(inside_areas(a.areas, s.lon, s.lat), false), case when s.lon is not null and s.place_time is not null then greatest(extract(epoch from now() - s.place_time), 0) end
    from authorisation a, lock_state s where a.id = $1 and a.areas is not null and s.device_id = $2
$$;
-- What keeps an unseal by it from leaving: that nobody knows where its lock is ('place'), or that it is elsewhere ('outside').
create function authorisation_barred(authorisation_id bigint, device_id bigint) returns text
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when coalesce(p.age > 1800, true) then 'place' when not p.inside then 'outside' end from authorisation_place($1, $2) p
$$;

-- The backstop, whatever code writes the order.
create function no_opening_outside() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if authorisation_barred(new.authorisation_id, new.device_id) is not null then
    raise check_violation using constraint = 'authorisation_outside',
      message = format('lock %s is not known to be inside the areas of authorisation %s', new.device_id, new.authorisation_id);
  end if;
  return new;
end $$;
create trigger no_opening_outside before insert on command for each row
  when (new.authorisation_id is not null and new.kind = 'unseal') execute function no_opening_outside();

revoke execute on function corners_sound(jsonb), areas_sound(jsonb), inside_areas(jsonb, double precision, double precision),
  authorisation_place(bigint, bigint), authorisation_barred(bigint, bigint), no_opening_outside() from public;
grant execute on function corners_sound(jsonb), areas_sound(jsonb), inside_areas(jsonb, double precision, double precision)
  to plomb_platform;
grant execute on function authorisation_place(bigint, bigint), authorisation_barred(bigint, bigint) to plomb_app, plomb_platform;
