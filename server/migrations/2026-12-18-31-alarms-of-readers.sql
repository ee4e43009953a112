-- Readers that fail at one lock again and again ring, once for a run of failures: docs/decisions/0128-alarms-of-seals.md.

alter table alarm
  add column rfid_record_id bigint references rfid_record, -- the failure that rang it
  drop constraint alarm_of,
  add constraint alarm_of check ((device_id is null) = (num_nonnulls(seal_operation_id, rfid_record_id) = 1)
    and (device_id is not null) = (num_nonnulls(seal_operation_id, rfid_record_id) = 0)
    and (device_id is null) = (seal_about is not null) and (device_id is null) = (seal_medium is not null) and (device_id is null) = (seal_number <> ''));

-- Rings with the failure that makes so many in a row; those after it are counted while it is open, and ring nothing once somebody closed it.
-- Tells the alarm; null: none rings.
create function ring_reader(record bigint, failures integer, severity text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into alarm as a (org_id, kind, severity, first_time, last_time, lon, lat, late, hits, rfid_record_id, seal_id, seal_medium, seal_number,
      seal_object, seal_about)
    select r.org_id, 'rfid_failures', ring_reader.severity, r.at, r.at, r.lon, r.lat, r.late, 1, r.id, r.seal_id, 'rfid', r.number, r.object,
        'seal ' || r.seal_id
      from rfid_record r where r.id = record and r.seal_id is not null and not r.good and (r.failures = ring_reader.failures
        or r.failures > ring_reader.failures and exists (select from alarm o where o.org_id = r.org_id and o.kind = 'rfid_failures'
          and o.seal_about = 'seal ' || r.seal_id and o.process_time is null))
    on conflict (org_id, kind, seal_about) where process_time is null and seal_about is not null do update set
      hits = a.hits + 1, first_time = least(a.first_time, excluded.first_time), last_time = greatest(a.last_time, excluded.last_time),
      late = a.late and excluded.late, lon = excluded.lon, lat = excluded.lat, seal_object = excluded.seal_object
    returning id
$$;
-- A success ends it, whoever had taken it.
create function reader_works(seal bigint) returns setof bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update alarm set process_time = now(), result = 'handled'
   where seal_id = reader_works.seal and kind = 'rfid_failures' and process_time is null returning id
$$;
revoke execute on function ring_reader(bigint, integer, text), reader_works(bigint) from public;
grant execute on function ring_reader(bigint, integer, text), reader_works(bigint) to plomb_app, plomb_platform;
