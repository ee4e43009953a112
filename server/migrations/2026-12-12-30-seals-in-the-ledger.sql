-- Lead seals in the ledger of custody: that numbers were made, and each operation, also those that were refused.

create function ledger_of_seal_operation(operation smallint) returns text language sql immutable as $$
  select (array['seal.sealed', 'seal.patrolled', 'seal.unsealed', 'seal.scrapped', 'seal.abnormal'])[operation + 1]
$$;

create function seal_operation_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, seal_id, source, source_id, at, device_time, operator_id, oper_name, by_right, lat, lon, accuracy,
    details, rests_on)
  select n.org_id, case n.outcome when 'done' then ledger_of_seal_operation(n.operation) when 'refused' then 'seal.refused'
      else 'seal.contradicted' end,
    n.seal_id, 'seal_operation', n.id, n.at, n.device_time, n.operator_id, n.oper_name,
    case n.outcome when 'done' then 'organisation' else '' end || case when n.outcome = 'done' and n.api_key_id is not null
      then ', key ' || n.api_key_id else '' end,
    n.lat, n.lon, n.accuracy,
    jsonb_strip_nulls(jsonb_build_object('number', n.number, 'medium', n.medium, 'operation', n.operation, 'refusal', n.refusal,
      'object', nullif(n.object, ''), 'abnormal', n.abnormal_kind, 'witness', nullif(n.witness, ''), 'reason', nullif(n.reason, ''),
      'late', nullif(n.late, false))),
    coalesce((select array_agg(f.sha256 order by u.nth) from unnest(n.photos) with ordinality u(id, nth) join file f on f.id = u.id), '{}')
  from added n order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_seal_operations after insert on seal_operation referencing new table as added
  for each statement execute function seal_operation_to_ledger();

create function seal_series_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, source, source_id, at, operator_id, oper_name, by_right, details)
  select n.org_id, 'seal.made', 'seal_series', n.id, n.create_time, n.operator_id, n.oper_name, 'organisation',
    jsonb_strip_nulls(jsonb_build_object('number', n.prefix, 'medium', n.medium, 'first', n.first, 'count', n.count))
  from added n order by n.id
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_of_seal_series after insert on seal_series referencing new table as added
  for each statement execute function seal_series_to_ledger();

revoke execute on function seal_operation_to_ledger(), seal_series_to_ledger() from public;
