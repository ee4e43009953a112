-- The order of verifications of a day: by their time; one of which only the day is known was no later than it was told.
create function verified_at(v meter_verification) returns timestamp language sql stable as $$
  select coalesce(v.verify_date + v.verify_time, least(date_trunc('minute', v.create_time at time zone o.time_zone), v.verify_date + time '24:00'))
  from organisation o where o.id = v.org_id
$$;
create or replace function work_verified(work bigint) returns boolean language sql stable as $$
  select coalesce((select passed from meter_verification v where work_id = work order by verify_date desc, verified_at(v) desc, id desc limit 1), false)
$$;
create or replace function work_failed(work bigint) returns boolean language sql stable as $$
  select coalesce((select not passed from meter_verification v where work_id = work order by verify_date desc, verified_at(v) desc, id desc limit 1), false)
$$;
