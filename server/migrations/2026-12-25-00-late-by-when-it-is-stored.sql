-- What waited to be stored is late however soon it was received: the batch may be judged without it by then.
create or replace function batch_told_late() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into batch_told (org_id, batch_id, next_time)
    select distinct b.org_id, b.id, case when b.end_time is null then now() + interval '1 minute' else now() end
    from (select s.device_id, least(s.device_time - coalesce(l.clock_offset_ms, 0) * interval '1 millisecond', s.receive_time) as at
        from stored s left join lock_state l on l.device_id = s.device_id) r
      join batch_position p on p.device_id = r.device_id and p.nth is not null
      join logistics_batch b on b.id = p.batch_id and b.transit_time is not null
    where now() - r.at > interval '5 minutes' and r.at between b.transit_time and coalesce(b.end_time, now());
  return null;
end $$;
