-- On the day of a repair the time of a verification says whether it followed it: docs/decisions/0138-what-readers-and-handsets-tell.md.
alter table meter_verification add column verify_time time; -- by the clock of its organisation; null: nobody said, and it is of no moment of that day
create or replace function work_verified(work bigint) returns boolean language sql stable as $$
  select coalesce((select passed from meter_verification where work_id = work
    order by verify_date desc, coalesce(verify_time, '24:00'::time) desc, id desc limit 1), false)
$$;
create or replace function work_failed(work bigint) returns boolean language sql stable as $$
  select coalesce((select not passed from meter_verification where work_id = work
    order by verify_date desc, coalesce(verify_time, '24:00'::time) desc, id desc limit 1), false)
$$;
