-- What was refused at a position of a batch is of its journey for whoever sees the batch, also where it rang of a seal of an organisation above, whose
-- record it is.
create function batch_refusals(batch bigint, most integer)
returns table (id bigint, operation smallint, refusal text, at timestamptz, device_time timestamptz, create_time timestamptz, number text,
  "position" text, operator_id bigint, oper_name text, org_name text, lat float8, lon float8, accuracy real, photos text[], step_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.operation, o.refusal, o.at, o.device_time, o.create_time, o.number, p.position, o.operator_id, o.oper_name, o.org_name,
    o.lat, o.lon, o.accuracy, o.photos, (select min(s.id) from batch_step s where s.seal_operation_id = o.id)
  from logistics_batch b join batch_position p on p.batch_id = b.id
    join seal_operation o on o.thing = 'position' and o.thing_id = p.id and o.outcome <> 'done'
  where b.id = batch and b.org_id = any ((select plomb_orgs())::bigint[])
  order by o.at desc, o.id desc limit most
$$;
comment on function batch_refusals is 'outside of row-level security: what rings is of whoever has the number';
revoke all on function batch_refusals from public;
grant execute on function batch_refusals to plomb_app, plomb_platform;
