import type { ClientBase } from 'pg';
import type { AlarmOf, EventOf, EvidenceOf, StoredReport } from './batch.ts';
import type { AlarmTouched } from './changes.ts';
import { Column } from './columns.ts';

/** Ids of written events by the report they came with. */
export type EventIds = ReadonlyMap<StoredReport['report'], number>;

const insertEvents = {
  name: 'ingest-events',
  text: `insert into lock_event (device_id, org_id, device_time, receive_time, serial, hash, code, lst, lso, ls_before,
      ls_after, fault, actor, lon, lat, electric, replay, quality)
    select device_id, org_id, to_timestamp(device_time), to_timestamp(receive_time), serial, hash, code, lst, lso,
      ls_before, ls_after, fault, actor, lon, lat, electric, replay, quality
    from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::int[], $6::int[], $7::text[], $8::smallint[],
      $9::smallint[], $10::smallint[], $11::smallint[], $12::int[], $13::text[], $14::float8[], $15::float8[],
      $16::smallint[], $17::boolean[], $18::text[])
      as u(device_id, org_id, device_time, receive_time, serial, hash, code, lst, lso, ls_before, ls_after, fault, actor,
        lon, lat, electric, replay, quality)
    on conflict do nothing
    returning id, device_id as "deviceId", (extract(epoch from device_time) * 1000)::float8 as "deviceTime", serial, hash`,
};

export const writeEvents = async (client: ClientBase, events: readonly EventOf[]): Promise<EventIds> => {
  const ids = new Map<StoredReport['report'], number>();
  if (events.length === 0) return ids;
  const c = Array.from({ length: 18 }, () => new Column());
  const reports = new Map<string, StoredReport['report']>();
  for (const { deviceId, orgId, report, verdict, event } of events) {
    reports.set(`${deviceId}/${report.deviceTime}/${report.serial}/${verdict.hash}`, report);
    c[0]!.int(deviceId);
    c[1]!.int(orgId);
    c[2]!.real(report.deviceTime / 1000);
    c[3]!.real(report.receiveTime / 1000);
    c[4]!.int(report.serial);
    c[5]!.int(verdict.hash);
    c[6]!.text(event.code);
    c[7]!.int(event.lst);
    c[8]!.int(event.lso);
    c[9]!.int(event.lsBefore);
    c[10]!.int(event.lsAfter);
    c[11]!.int(event.fault);
    c[12]!.text(event.actor);
    c[13]!.real(verdict.place?.lon ?? null);
    c[14]!.real(verdict.place?.lat ?? null);
    c[15]!.int(report.electric);
    c[16]!.bool(verdict.replay);
    c[17]!.text(event.quality);
  }
  const { rows } = await client.query<{
    id: number;
    deviceId: number;
    deviceTime: number;
    serial: number;
    hash: number;
  }>({ ...insertEvents, values: c });
  for (const row of rows) {
    const report = reports.get(`${row.deviceId}/${row.deviceTime}/${row.serial}/${row.hash}`);
    if (report) ids.set(report, row.id);
  }
  return ids;
};

const raiseAlarms = {
  name: 'ingest-alarms',
  // `created` tells a new alarm from one that rang again: only a row not yet updated has xmax 0
  text: `insert into alarm as a (device_id, org_id, kind, severity, fault, first_time, last_time, hits, lon, lat, event_id)
    select device_id, org_id, kind, severity, fault, to_timestamp(first_time), to_timestamp(last_time), hits, lon, lat,
      event_id
    from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::int[], $6::float8[], $7::float8[], $8::int[],
      $9::float8[], $10::float8[], $11::bigint[])
      as u(device_id, org_id, kind, severity, fault, first_time, last_time, hits, lon, lat, event_id)
    order by device_id, kind
    on conflict (device_id, kind) where process_time is null do update set
      hits = a.hits + excluded.hits, first_time = least(a.first_time, excluded.first_time),
      last_time = greatest(a.last_time, excluded.last_time), lon = coalesce(excluded.lon, a.lon),
      lat = coalesce(excluded.lat, a.lat)
    returning id, device_id as "deviceId", org_id as "orgId", kind,
      case when xmax = 0 then 'raised' else 'again' end as what`,
};

const clearAlarms = {
  name: 'ingest-alarms-cleared',
  text: `update alarm a set process_time = now(), result = 'handled'
    from unnest($1::bigint[], $2::text[]) as u(device_id, kind)
    where a.device_id = u.device_id and a.kind = u.kind and a.process_time is null
    returning a.id, a.device_id as "deviceId", a.org_id as "orgId", a.kind, 'cleared' as what`,
};

/** One open alarm of a kind for a device, held by a unique index; what comes again is counted on it. */
export const writeAlarms = async (
  client: ClientBase,
  alarms: readonly AlarmOf[],
  eventIds: EventIds,
): Promise<AlarmTouched[]> => {
  const touched: AlarmTouched[] = [];
  const raised = alarms.filter((alarm) => alarm.hits > 0);
  if (raised.length > 0) {
    const c = Array.from({ length: 11 }, () => new Column());
    for (const alarm of raised) {
      c[0]!.int(alarm.deviceId);
      c[1]!.int(alarm.orgId);
      c[2]!.text(alarm.kind);
      c[3]!.text(alarm.severity);
      c[4]!.int(alarm.fault);
      c[5]!.real(alarm.firstTime / 1000);
      c[6]!.real(alarm.lastTime / 1000);
      c[7]!.int(alarm.hits);
      c[8]!.real(alarm.place?.lon ?? null);
      c[9]!.real(alarm.place?.lat ?? null);
      c[10]!.int(eventIds.get(alarm.source.report) ?? null);
    }
    touched.push(...(await client.query<AlarmTouched>({ ...raiseAlarms, values: c })).rows);
  }
  const cleared = alarms.filter((alarm) => alarm.cleared);
  if (cleared.length > 0) {
    const [device, kind] = [new Column(), new Column()];
    for (const alarm of cleared) {
      device.int(alarm.deviceId);
      kind.text(alarm.kind);
    }
    touched.push(...(await client.query<AlarmTouched>({ ...clearAlarms, values: [device, kind] })).rows);
  }
  return touched;
};

const addEvidence = {
  name: 'ingest-evidence',
  // A command left uncertain is settled by what the lock did. One that has ended keeps its end; the evidence stands beside.
  text: `update command c set evidence = u.result, evidence_time = to_timestamp(u.at), evidence_event_id = u.event_id,
      state = case when c.state <> 'uncertain' then c.state when u.result = 'confirmed' then 'answered_ok' else 'answered_fail' end,
      finish_time = case when c.state = 'uncertain' then now() else c.finish_time end
    from unnest($1::bigint[], $2::text[], $3::float8[], $4::bigint[]) as u(id, result, at, event_id)
    where c.id = u.id and c.evidence is distinct from 'confirmed' returning c.id`,
};

/** What the lock did beside what it answered: evidence for the command, a fact of its own. */
export const writeEvidence = async (
  client: ClientBase,
  evidence: readonly EvidenceOf[],
  eventIds: EventIds,
): Promise<number[]> => {
  if (evidence.length === 0) return [];
  // an update takes one row for each command: a later proof of the same batch replaces a contradiction
  const last = new Map(evidence.map((e) => [e.commandId, e]));
  const [id, result, at, event] = [new Column(), new Column(), new Column(), new Column()];
  for (const e of [...last.values()].sort((a, b) => a.commandId - b.commandId)) {
    id.int(e.commandId);
    result.text(e.result);
    at.real(e.deviceTime / 1000);
    event.int(eventIds.get(e.source.report) ?? null);
  }
  const { rows } = await client.query<{ id: number }>({ ...addEvidence, values: [id, result, at, event] });
  return rows.map((row) => row.id);
};
