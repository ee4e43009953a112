-- What a stranger to the kept verdicts and limits found: docs/decisions/0158-verdicts-and-limits-read-again.md.

-- A lock whose clock runs ahead tells of the past with times that look new: what is late is said by its clock as it is known.
create or replace function batch_told_late() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id, next_time)
    select distinct b.org_id, b.id, case when b.end_time is null then now() + interval '1 minute' else now() end
    from (select s.device_id, s.receive_time, s.device_time - coalesce(l.clock_offset_ms, 0) * interval '1 millisecond' as at
        from stored s left join lock_state l on l.device_id = s.device_id) r
      join batch_position p on p.device_id = r.device_id and p.nth is not null
      join logistics_batch b on b.id = p.batch_id and b.transit_time is not null
    where r.receive_time - r.at > interval '5 minutes' and r.at between b.transit_time and coalesce(b.end_time, now());
  return null;
end $$;

-- Start and end of the drive are circles in which nothing is off the route: they are changed by two, as is what is watched.
create or replace function batch_is_amended() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from batch_amendment where batch_id = new.id and at = now()
    and (witness_id is not null or old.state <> 'in_transit'
      or (new.start_place, new.end_place, new.destination, new.stops, new.limits)
        = (old.start_place, old.end_place, old.destination, old.stops, old.limits))) then
    raise check_violation using constraint = case when new.state = 'in_transit' then 'batch_amend_two' else 'batch_step' end,
      message = 'what is changed of a plan stands beside it';
  end if;
  return null;
end $$;

-- The places of the plan that a lock was held to last: it is held to another at once.
alter table batch_watch add column places jsonb;
