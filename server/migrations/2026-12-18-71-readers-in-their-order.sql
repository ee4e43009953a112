-- What readers say, in its order, and what it is for the tasks that it names: docs/decisions/0138-what-readers-and-handsets-tell.md.

-- Where the lock of a chip stood with a record, and how often it had failed since: by the newest success until then, however late that was told,
-- and whosever chip it was. No further than to a thousand.
create index rfid_record_good on rfid_record (seal_id, at desc, id desc) where good and seal_id is not null;
create function reader_standing(seal bigint, by timestamptz, record bigint) returns table (result smallint, failures integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select g.result, (select count(*)::integer from (select from rfid_record f where f.seal_id = reader_standing.seal and not f.good
      and (f.at, f.id) <= (reader_standing.by, reader_standing.record) and (f.at, f.id) > (coalesce(g.at, '-infinity'), coalesce(g.id, 0)) limit 1000) f)
  from (select) one left join lateral (select r.at, r.id, r.result from rfid_record r where r.seal_id = reader_standing.seal and r.good
    and (r.at, r.id) <= (reader_standing.by, reader_standing.record) order by r.at desc, r.id desc limit 1) g on true
$$;
comment on column rfid_record.failures is 'as it was counted when it was told: the same key has the same answer';

-- `run`: how many there are in a row now, of which the record is one.
drop function ring_reader(bigint, integer, text);
create function ring_reader(record bigint, run integer, failures integer, severity text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into alarm as a (org_id, kind, severity, first_time, last_time, lon, lat, late, hits, rfid_record_id, seal_id, seal_medium, seal_number,
      seal_object, seal_about)
    select r.org_id, 'rfid_failures', ring_reader.severity, r.at, r.at, r.lon, r.lat, r.late, 1, r.id, r.seal_id, 'rfid', r.number, r.object,
        'seal ' || r.seal_id
      from rfid_record r where r.id = record and r.seal_id is not null and not r.good and (ring_reader.run = ring_reader.failures
        or ring_reader.run > ring_reader.failures and exists (select from alarm o where o.org_id = r.org_id and o.kind = 'rfid_failures'
          and o.seal_about = 'seal ' || r.seal_id and o.process_time is null))
    on conflict (org_id, kind, seal_about) where process_time is null and seal_about is not null do update set
      hits = a.hits + 1, first_time = least(a.first_time, excluded.first_time), last_time = greatest(a.last_time, excluded.last_time),
      late = a.late and excluded.late, lon = excluded.lon, lat = excluded.lat, seal_object = excluded.seal_object
    returning id
$$;
-- A number that nobody knows rings like one of any other medium, of whoever read it.
create function ring_unknown_chip(record bigint, severity text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into alarm as a (org_id, kind, severity, first_time, last_time, lon, lat, late, rfid_record_id, seal_medium, seal_number, seal_object, seal_about)
    select r.org_id, 'unknown_seal', ring_unknown_chip.severity, r.at, r.at, r.lon, r.lat, r.late, r.id, 'rfid', r.number, r.object,
        'person ' || r.operator_id
      from rfid_record r where r.id = record and r.seal_id is null
    on conflict (org_id, kind, seal_about) where process_time is null and seal_about is not null do update set
      hits = a.hits + 1, first_time = least(a.first_time, excluded.first_time), last_time = greatest(a.last_time, excluded.last_time),
      late = a.late and excluded.late, (lon, lat, seal_medium, seal_number, seal_object) = (
        select case when n.newer then excluded.lon else a.lon end, case when n.newer then excluded.lat else a.lat end,
            case when n.newer then excluded.seal_medium else a.seal_medium end,
            case when n.newer then excluded.seal_number else a.seal_number end,
            case when n.newer then excluded.seal_object else a.seal_object end
          from (select excluded.last_time >= a.last_time as newer) n)
    returning id
$$;
revoke execute on function reader_standing(bigint, timestamptz, bigint), ring_reader(bigint, integer, integer, text), ring_unknown_chip(bigint, text)
  from public;
grant execute on function reader_standing(bigint, timestamptz, bigint), ring_reader(bigint, integer, integer, text), ring_unknown_chip(bigint, text)
  to plomb_app, plomb_platform;
-- Nobody closes what the own reading rang, by whichever call it came.
create or replace function is_own_alarm(alarm_id bigint, operator bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from alarm a join command c on c.operator_id = is_own_alarm.operator and c.device_id = a.device_id
      join lock_event e on e.id = c.evidence_event_id
    where a.id = is_own_alarm.alarm_id and (e.id = a.event_id
      or e.org_id = a.org_id and e.rang_time >= a.create_time and (a.kind = any(e.rang) or a.kind = any(e.doubt_rang))))
  or exists (
    select from alarm a join seal_operation o on o.operator_id = is_own_alarm.operator and o.alarm = a.kind
        and (o.id = a.seal_operation_id or o.org_id = a.org_id and o.create_time >= a.create_time
          and coalesce('seal ' || o.seal_id, 'person ' || o.operator_id) = a.seal_about)
    where a.id = is_own_alarm.alarm_id and a.seal_operation_id is not null)
  or exists (
    select from alarm a where a.id = is_own_alarm.alarm_id and a.seal_about = 'person ' || is_own_alarm.operator)
$$;
-- Numbers that nobody knows have a measure for each person and day.
create index rfid_record_unknown on rfid_record (operator_id, create_time) where seal_id is null;
create index seal_operation_unknown on seal_operation (operator_id, create_time) where seal_id is null;

-- What a record was for the task that it names: of before it was asked, or after it was over, it ends nothing.
alter table rfid_record add column task_outcome text check (task_outcome in ('done', 'tried', 'early', 'over')),
  add constraint rfid_record_of_task check (task_outcome is null or task_id is not null);
-- A chip that goes where whoever asked does not see it takes no task along: nobody of theirs can do it any more.
alter table rfid_task drop constraint rfid_task_state_check, add check (state in ('open', 'done', 'cancelled', 'moved'));
create function rfid_tasks_of_moved() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update rfid_task set state = 'moved', end_time = now()
   where seal_id = new.id and state = 'open' and org_id not in (select orgs_above(new.org_id));
  return null;
end $$;
revoke execute on function rfid_tasks_of_moved() from public;
create trigger rfid_tasks_of_moved after update of org_id on seal for each row when (new.medium = 'rfid' and new.org_id <> old.org_id)
  execute function rfid_tasks_of_moved();
update rfid_task t set state = 'moved', end_time = now() from seal s
 where s.id = t.seal_id and t.state = 'open' and t.org_id not in (select orgs_above(s.org_id));
