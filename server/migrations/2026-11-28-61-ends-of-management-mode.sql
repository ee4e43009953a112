-- A lock that was sealed when somebody entered, by its words in their true order, never was in management mode: a seal from
-- out of reach that is told later, or by a slow clock. Judged when all that came with it is stored.
drop trigger seal_ends_management on lock_event;
create or replace function seal_ends_management() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update management_lease l set end_time = greatest(new.at, enter_time), ended_by = 'seal', told = false
    where device_id = new.device_id and new.at < coalesce(end_time, until_time)
      and coalesce(end_time, until_time) > enter_time
      and (enter_time <= new.at or not exists (select from lock_event e where e.device_id = new.device_id and e.counts
        and e.at > new.at and e.at <= l.enter_time and e.ls_after <> 2));
  return null;
end $$;
create constraint trigger seal_ends_management after insert or update of ls_after, at, counts on lock_event
  deferrable initially deferred for each row
  when (new.ls_after = 2 and new.counts) execute function seal_ends_management();

-- Whoever may put the device into management mode no longer does not have it.
alter table management_lease
  drop constraint management_lease_ended_by_check,
  add constraint management_lease_ended_by_check
    check (ended_by in ('exit', 'lease_end', 'signed_out', 'right', 'seal', 'offline', 'unusable'));
