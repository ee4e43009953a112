-- What failed before an order was opened again says nothing of what was repaired after: it neither opens that again nor proves it.
create or replace function work_verified(work bigint) returns boolean language sql stable as $$
  select coalesce((select passed from meter_verification v join meter_work_order w on w.id = v.work_id
    where v.work_id = work_verified.work and v.create_time >= coalesce(w.reopen_time, '-infinity')
    order by v.verify_date desc, verified_at(v) desc, v.id desc limit 1), false)
$$;
create or replace function work_failed(work bigint) returns boolean language sql stable as $$
  select coalesce((select not passed from meter_verification v join meter_work_order w on w.id = v.work_id
    where v.work_id = work_failed.work and v.create_time >= coalesce(w.reopen_time, '-infinity')
    order by v.verify_date desc, verified_at(v) desc, v.id desc limit 1), false)
$$;
