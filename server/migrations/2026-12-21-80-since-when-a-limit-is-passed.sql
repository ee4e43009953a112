-- Since when the locks of a batch are beyond its limits, for whoever sees it: docs/decisions/0160-an-alarm-says-how-far.md.
create function batch_beyond(batch bigint) returns table (device_id bigint, kind text, since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select w.device_id, k.kind,
    to_timestamp((case k.kind when 'off_route' then w.state #>> '{off_route,since}' else w.state #>> '{long_stop,at}' end)::double precision / 1000)
  from logistics_batch b join batch_position p on p.batch_id = b.id join batch_watch w on w.position_id = p.id
    cross join unnest(array['off_route', 'long_stop']) k(kind)
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[]) and k.kind = any (w.rang)
$$;
comment on function batch_beyond is 'outside of row-level security: rows of batch_watch are the platform''s own';
revoke all on function batch_beyond from public;
grant execute on function batch_beyond to plomb_app, plomb_platform;
