-- Lists of very many batches: docs/decisions/0129-what-batches-hold-to.md.

alter table logistics_batch add column search_text text not null generated always as (search_key(serial || e'\n' || plate || e'\n' || carrier)) stored;
do $$
begin
  create index logistics_batch_search on logistics_batch using gin (search_text gin_trgm_ops);
exception when undefined_object then
  raise notice 'pg_trgm is not there: searches among very many batches are slow';
end $$;
create index batch_position_number on batch_position (number) where number <> '';
create index batch_position_planned on batch_position (planned_number) where planned_number <> '';
create index batch_step_seal on batch_step (seal_id) where seal_id is not null;
create index logistics_batch_open on logistics_batch (org_id) where end_time is null;
create index logistics_batch_listed on logistics_batch (end_time desc, id desc) include (org_id) where end_time is not null;

-- What is generated is not there yet when a trigger sees the row.
create or replace function batch_goes_on() returns trigger language plpgsql as $$
begin
  if (new.serial, new.org_id, new.creator_id) is distinct from (old.serial, old.org_id, old.creator_id)
    or old.state <> 'draft' and new.vehicle_id <> old.vehicle_id then
    raise check_violation using constraint = 'batch_stays', message = 'what a batch is called and carried by stays';
  end if;
  if old.abnormal and not new.abnormal or old.scrapped and not new.scrapped or new.abnormal_info is distinct from old.abnormal_info and old.abnormal then
    raise check_violation using constraint = 'batch_flag', message = 'a flag of a batch never clears';
  end if;
  if new.state <> old.state and not (old.state = 'draft' and new.state in ('in_transit', 'cancelled') or old.state = 'in_transit' and new.state = 'completed') then
    raise check_violation using constraint = 'batch_step', message = 'a batch does not go from ' || old.state || ' to ' || new.state;
  end if;
  if old.state in ('completed', 'cancelled') and
    (to_jsonb(new) - array['abnormal', 'abnormal_info', 'search_text']) is distinct from (to_jsonb(old) - array['abnormal', 'abnormal_info', 'search_text']) then
    raise check_violation using constraint = 'batch_step', message = 'a batch that is over stays as it was';
  end if;
  return new;
end $$;
