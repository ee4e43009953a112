-- What readers tried at a chip while it was on a batch, and could not, is of its journey for whoever sees the batch, also where the chip was
-- somebody else's by the time it was told. Photos of both are, too.
create function batch_failures(batch bigint, most integer)
returns table (id bigint, at timestamptz, device_time timestamptz, create_time timestamptz, number text, "position" text, operator_id bigint,
  oper_name text, org_name text, lat float8, lon float8, accuracy real, photos text[], result smallint, reason text, seal_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct on (r.at, r.id) r.id, r.at, r.device_time, r.create_time, r.number, s.position, r.operator_id, r.oper_name, r.org_name,
    r.lat, r.lon, r.accuracy, r.photos, r.result, r.reason, r.seal_id
  from logistics_batch b join batch_step s on s.batch_id = b.id and s.step = 0
    join rfid_record r on r.seal_id = s.seal_id and not r.good
      and r.at between s.at and coalesce((select min(k.at) from batch_step k where k.position_id = s.position_id and k.seal_id = s.seal_id
        and k.step in (2, 3) and k.at > s.at), b.end_time, now())
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[])
  order by r.at desc, r.id desc limit most
$$;
comment on function batch_failures is 'outside of row-level security: a chip may be another''s by now';
revoke all on function batch_failures from public;
grant execute on function batch_failures to plomb_app, plomb_platform;
create or replace function photos_of_batch(batch bigint) returns setof file
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.* from file f
  where exists (select from logistics_batch b where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[]))
    and f.id in (
      select unnest(s.photos) from batch_step s where s.batch_id = batch
      union all
      select unnest(o.photos) from batch_position p join seal_operation o on o.thing = 'position' and o.thing_id = p.id
        where p.batch_id = batch
      union all
      select unnest(r.photos) from batch_step s join rfid_record r on r.seal_id = s.seal_id and r.at >= s.at
        where s.batch_id = batch and s.step = 0 and r.org_id = any ((select plomb_orgs())::bigint[])
      union all
      select unnest(r.photos) from batch_failures(batch, null) r)
$$;
