-- An alarm whose time is found to be another is judged by that one, and what somebody escalated by hand stays due.
create or replace function alarm_became_graver() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from alarm_due where alarm_id = new.id and stage <> 3;
  insert into alarm_due (org_id, alarm_id) values (new.org_id, new.id);
  return null;
end $$;
drop trigger alarm_graver on alarm;
create trigger alarm_graver before update of hits, last_time on alarm for each row
  when (new.process_time is null and new.severity <> 'critical' and (new.hits > old.hits or new.last_time <> old.last_time))
  execute function alarm_graver();
drop trigger alarm_became_graver on alarm;
create trigger alarm_became_graver after update of hits, last_time on alarm for each row when (new.process_time is null
    and array_position(array['critical', 'warning', 'info'], new.severity) < array_position(array['critical', 'warning', 'info'], old.severity))
  execute function alarm_became_graver();
