-- Whoever ended a batch, or called it off, is found by who they are in the ledger, too.
alter table logistics_batch add column ender_id bigint; -- stays told, also when that person has left
create or replace function batch_to_ledger() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into ledger (org_id, fact, journey_id, source, source_id, at, operator_id, oper_name, by_right, details)
  values (new.org_id, 'batch.' || case when tg_op = 'INSERT' then 'planned' when new.state = 'in_transit' then 'departed' else new.state end,
    new.id, 'logistics_batch', new.id,
    case when tg_op = 'INSERT' then new.create_time when new.state = 'in_transit' then new.transit_time else new.end_time end,
    case when tg_op = 'INSERT' then new.creator_id else new.ender_id end, case when tg_op = 'INSERT' then new.creator else new.ended_by end,
    case when tg_op = 'INSERT' or new.ender_id is not null then 'organisation' else '' end,
    jsonb_strip_nulls(jsonb_build_object('serial', new.serial, 'plate', new.plate, 'reason', nullif(new.end_reason, ''))))
  on conflict do nothing;
  return null;
end $$;
