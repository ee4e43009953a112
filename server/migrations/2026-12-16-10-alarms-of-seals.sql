-- An alarm is of a device, or of a lead seal that somebody has to look into: applied again, applied elsewhere while it is on, or with a
-- number that nobody knows. See docs/decisions/0128-alarms-of-seals.md.

alter table alarm
  alter column device_id drop not null,
  add column seal_operation_id bigint references seal_operation, -- the first that rang it
  add column seal_id bigint references seal, -- null: nobody knows the number
  add column seal_medium text check (seal_medium in ('qr', 'nfc', 'rfid')),
  add column seal_number text not null default '', -- as it was read last
  add column seal_object text not null default '', -- what it was said to be on
  -- which seal; of numbers that nobody knows, who reads them: a thousand of them are one person's doing
  add column seal_about text,
  add constraint alarm_of check ((device_id is null) = (seal_operation_id is not null)
    and (device_id is null) = (seal_about is not null) and (device_id is null) = (seal_medium is not null) and (device_id is null) = (seal_number <> ''));
-- as `one_open_alarm` holds it of devices
create unique index one_open_alarm_of_seal on alarm (org_id, kind, seal_about) where process_time is null and seal_about is not null;
create index alarm_seal on alarm (seal_id, id desc) where seal_id is not null;

-- Rings what was refused, if it is to ring; what rings already is counted. Tells the alarm; null: none rings.
create function ring_seal(operation bigint, severity text) returns bigint
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into alarm as a (org_id, kind, severity, first_time, last_time, lon, lat, late, seal_operation_id, seal_id, seal_medium, seal_number,
      seal_object, seal_about)
    select o.org_id, o.alarm, ring_seal.severity, o.at, o.at, o.lon, o.lat, o.late, o.id, o.seal_id, o.medium, o.number, o.object,
        coalesce('seal ' || o.seal_id, 'person ' || o.operator_id)
      from seal_operation o where o.id = ring_seal.operation and o.alarm is not null
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
revoke execute on function ring_seal(bigint, text) from public;
grant execute on function ring_seal(bigint, text) to plomb_app, plomb_platform;

-- Of a seal too: whoever was refused it does not close it.
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
$$;
