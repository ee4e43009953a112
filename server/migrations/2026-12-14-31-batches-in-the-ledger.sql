-- Batches in the ledger of custody: that they were planned, left, ended and were amended, and each of their steps.

create function batch_step_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, device_id, seal_id, journey_id, source, source_id, at, device_time, operator_id, oper_name, by_right,
    lat, lon, accuracy, details, rests_on)
  select n.org_id, 'batch.' || (array['sealed', 'inspected', 'unsealed', 'scrapped', 'forced_end', 'abnormal'])[n.step + 1],
    n.device_id, n.seal_id, n.batch_id, 'batch_step', n.id, n.at, n.device_time, n.operator_id, n.oper_name,
    case when n.operator_id is not null then 'organisation' else '' end, n.lat, n.lon, n.accuracy,
    jsonb_strip_nulls(jsonb_build_object('serial', b.serial, 'plate', b.plate, 'position', nullif(n.position, ''),
      'number', nullif(n.number, ''), 'cause', n.cause, 'witness', nullif(n.witness, ''), 'reason', nullif(n.reason, ''),
      'late', nullif(n.late, false))),
    coalesce((select array_agg(f.sha256 order by u.nth) from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}')
  from added n join logistics_batch b on b.id = n.batch_id order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_batch_steps after insert on batch_step referencing new table as added
  for each statement execute function batch_step_to_ledger();

create function batch_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, journey_id, source, source_id, at, operator_id, oper_name, by_right, details)
  values (new.org_id, 'batch.' || case when tg_op = 'INSERT' then 'planned' when new.state = 'in_transit' then 'departed' else new.state end,
    new.id, 'logistics_batch', new.id,
    case when tg_op = 'INSERT' then new.create_time when new.state = 'in_transit' then new.transit_time else new.end_time end,
    case when tg_op = 'INSERT' then new.creator_id end, case when tg_op = 'INSERT' then new.creator else new.ended_by end,
    case when tg_op = 'INSERT' then 'organisation' else '' end,
    jsonb_strip_nulls(jsonb_build_object('serial', new.serial, 'plate', new.plate, 'reason', nullif(new.end_reason, ''))))
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_batch_plans after insert on logistics_batch for each row execute function batch_to_ledger();
create trigger ledger_of_batches after update of state on logistics_batch for each row when (new.state <> old.state)
  execute function batch_to_ledger();

create function batch_amendment_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, journey_id, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'batch.amended', n.batch_id, 'batch_amendment', n.id, n.at, n.operator_id, n.oper_name, 'organisation',
    jsonb_build_object('serial', b.serial, 'plate', b.plate, 'reason', n.reason)
  from added n join logistics_batch b on b.id = n.batch_id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_batch_amendments after insert on batch_amendment referencing new table as added
  for each statement execute function batch_amendment_to_ledger();

revoke execute on function batch_step_to_ledger(), batch_to_ledger(), batch_amendment_to_ledger() from public;
