import type { ClientBase } from 'pg';
import { waiting } from './again.ts';
import type { DeviceAfter, Effects, Quarantined, StoredReport } from './batch.ts';
import type { Changes } from './changes.ts';
import { Column } from './columns.ts';
import { writeAlarms, writeEvents, writeEvidence } from './writeRare.ts';

/** Writes what a batch amounts to. Most batches are two statements, of the positions and of the present. */
export const writeEffects = async (client: ClientBase, effects: Effects): Promise<Changes> => {
  if (effects.stored.length > 0) await writePositions(client, effects.stored);
  if (effects.devices.length > 0) await writePresent(client, effects.devices);
  if (effects.quarantined.length > 0) await writeQuarantine(client, effects.quarantined);
  const eventIds = await writeEvents(client, effects.events);
  return {
    devices: effects.devices,
    alarms: await writeAlarms(client, effects.alarms, eventIds),
    commands: await writeEvidence(client, effects.evidence, eventIds),
  };
};

type Fill<T> = (column: Column, row: T) => void;
type Table<T> = [name: string, type: string, fill: Fill<T>][];

/** A statement's arrays: one parameter for each column, filled row by row. */
const filled = <T>(table: Table<T>, rows: readonly T[]): Column[] =>
  table.map(([, , fill]) => {
    const column = new Column();
    for (const row of rows) fill(column, row);
    return column;
  });
const unnest = (table: Table<never>, from = 1): string =>
  `unnest(${table.map(([, type], i) => `$${i + from}::${type}[]`)}) as u(${table.map(([name]) => name)})`;

const positions: Table<StoredReport> = [
  ['device_id', 'bigint', (c, r) => c.int(r.deviceId)],
  ['device_time', 'float8', (c, r) => c.real(r.report.deviceTime / 1000)],
  ['serial', 'int', (c, r) => c.int(r.report.serial)],
  ['hash', 'int', (c, r) => c.int(r.verdict.hash)],
  ['org_id', 'bigint', (c, r) => c.int(r.orgId)],
  ['receive_time', 'float8', (c, r) => c.real(r.report.receiveTime / 1000)],
  ['msg_type', 'smallint', (c, r) => c.int(r.report.msg_type)],
  ['replay', 'boolean', (c, r) => c.bool(r.verdict.replay)],
  ['authenticated', 'boolean', (c, r) => c.bool(r.report.authenticated)],
  ['lon', 'float8', (c, r) => c.real(r.verdict.place?.lon ?? null)],
  ['lat', 'float8', (c, r) => c.real(r.verdict.place?.lat ?? null)],
  ['velocity', 'real', (c, r) => c.real(r.verdict.place?.velocity ?? null)],
  ['heading', 'smallint', (c, r) => c.int(r.verdict.place?.heading ?? null)],
  ['altitude', 'real', (c, r) => c.real(r.verdict.place?.altitude ?? null)],
  ['satellites', 'smallint', (c, r) => c.int(r.report.position?.satellites ?? null)],
  ['lock_status', 'smallint', (c, r) => c.int(r.verdict.lockStatus)],
  ['fault', 'int', (c, r) => c.int(r.report.fault)],
  ['electric', 'smallint', (c, r) => c.int(r.report.electric)],
  ['voltage', 'real', (c, r) => c.real(r.report.voltage)],
  ['temperature', 'real', (c, r) => c.real(r.report.temperature)],
  ['mileage', 'float8', (c, r) => c.real(r.report.mileage)],
  ['signal', 'smallint', (c, r) => c.int(r.report.signal)],
  ['mcc', 'int', (c, r) => c.int(r.report.mcc)],
  ['mnc', 'int', (c, r) => c.int(r.report.mnc)],
  ['lac', 'int', (c, r) => c.int(r.report.lac)],
  ['cid', 'bigint', (c, r) => c.int(r.report.cid)],
  ['report_reson', 'text', (c, r) => c.text(r.report.report_reson)],
  // The frames travel as one binary parameter and are cut apart there: as hexadecimal array elements they would be
  // four times as long.
  ['raw_from', 'int', () => undefined],
  ['raw_length', 'int', (c, r) => c.int(r.report.raw.length)],
];

const moments = new Set(['device_time', 'receive_time', 'lock_since', 'unseal_time']);
const value = (name: string): string => (moments.has(name) ? `to_timestamp(u.${name})` : `u.${name}`);
const plain = positions.map(([name]) => name).filter((name) => !name.startsWith('raw_'));

const insertPositions = {
  name: 'ingest-positions',
  text: `insert into position (${plain}, raw)
    select ${plain.map(value)}, substring($${positions.length + 1}::bytea from u.raw_from for u.raw_length)
    from ${unnest(positions)} on conflict do nothing`,
};

const writePositions = async (client: ClientBase, rows: readonly StoredReport[]): Promise<void> => {
  const values = filled(positions, rows);
  const starts = values[positions.length - 2]!;
  let from = 1;
  for (const { report } of rows) {
    starts.int(from);
    from += report.raw.length;
  }
  await client.query({ ...insertPositions, values: [...values, Buffer.concat(rows.map((r) => r.report.raw))] });
};

/** What the present is, and what was read: a reading that is null was not given, and the one before stands. */
const judged: Table<DeviceAfter> = [
  ['lock_status', 'smallint', (c, d) => c.int(d.present.lockStatus)],
  ['lock_since', 'float8', (c, d) => c.real(seconds(d.present.lockSince))],
  ['lock_actor', 'text', (c, d) => c.text(d.present.lockActor)],
  ['lock_source', 'smallint', (c, d) => c.int(d.present.lockSource)],
  ['sealed_by_platform', 'boolean', (c, d) => c.bool(d.present.sealedByPlatform)],
  ['unseal_time', 'float8', (c, d) => c.real(seconds(d.present.unsealTime))],
  ['device_time', 'float8', (c, d) => c.real(seconds(d.present.deviceTime))],
  ['serial', 'int', (c, d) => c.int(d.present.serial)],
  ['fault', 'int', (c, d) => c.int(d.present.fault)],
  ['outside_fence', 'boolean', (c, d) => c.bool(d.present.outsideFence)],
  ['low_battery', 'boolean', (c, d) => c.bool(d.present.lowBattery)],
  ['clock_offset_ms', 'bigint', (c, d) => c.int(d.present.clockOffset)],
];
const read: Table<DeviceAfter> = [
  ['fix', 'boolean', (c, d) => c.bool(d.readings?.fix ?? null)],
  ['electric', 'smallint', (c, d) => c.int(d.readings?.electric ?? null)],
  ['charging', 'boolean', (c, d) => c.bool(d.readings?.charging ?? null)],
  ['voltage', 'real', (c, d) => c.real(d.readings?.voltage ?? null)],
  ['temperature', 'real', (c, d) => c.real(d.readings?.temperature ?? null)],
  ['mileage', 'float8', (c, d) => c.real(d.readings?.mileage ?? null)],
  ['signal', 'smallint', (c, d) => c.int(d.readings?.signal ?? null)],
  ['mcc', 'int', (c, d) => c.int(d.readings?.mcc ?? null)],
  ['mnc', 'int', (c, d) => c.int(d.readings?.mnc ?? null)],
  ['lac', 'int', (c, d) => c.int(d.readings?.lac ?? null)],
  ['cid', 'bigint', (c, d) => c.int(d.readings?.cid ?? null)],
  ['icc_card_no', 'text', (c, d) => c.text(d.readings?.icc_card_no ?? null)],
  ['sim_card', 'text', (c, d) => c.text(d.readings?.sim_card ?? null)],
  ['ver', 'text', (c, d) => c.text(d.readings?.ver ?? null)],
  ['report_reson', 'text', (c, d) => c.text(d.readings?.report_reson ?? null)],
];
/** A place is one thing: with a new one all of it is new, an altitude that was not given included. */
const located: Table<DeviceAfter> = [
  ['lon', 'float8', (c, d) => c.real(d.readings?.place?.lon ?? null)],
  ['lat', 'float8', (c, d) => c.real(d.readings?.place?.lat ?? null)],
  ['velocity', 'real', (c, d) => c.real(d.readings?.place?.velocity ?? null)],
  ['heading', 'smallint', (c, d) => c.int(d.readings?.place?.heading ?? null)],
  ['altitude', 'real', (c, d) => c.real(d.readings?.place?.altitude ?? null)],
  ['satellites', 'smallint', (c, d) => c.int(d.readings?.place?.satellites ?? null)],
];
const seconds = (time: number | null): number | null => (time === null ? null : time / 1000);
const present: Table<DeviceAfter> = [
  ['device_id', 'bigint', (c, d) => c.int(d.deviceId)],
  ['receive_time', 'float8', (c, d) => c.real(d.receiveTime / 1000)],
  ...judged,
  ...read,
  ...located,
];

const updatePresent = {
  name: 'ingest-present',
  text: `update device_state d set ${[
    'receive_time = greatest(d.receive_time, to_timestamp(u.receive_time))',
    ...judged.map(([name]) => `${name} = ${value(name)}`),
    ...read.map(([name]) => `${name} = coalesce(u.${name}, d.${name})`),
    ...located.map(([name]) => `${name} = case when u.lon is null then d.${name} else u.${name} end`),
  ]}
    from ${unnest(present)}
    where d.device_id = u.device_id and (d.device_time is null or d.device_time <= to_timestamp(u.device_time))`,
};

const writePresent = async (client: ClientBase, devices: readonly DeviceAfter[]): Promise<void> => {
  await client.query({ ...updatePresent, values: filled(present, devices) });
};

const insertQuarantine = {
  name: 'ingest-quarantine',
  text: `insert into quarantine (device_id, device_time, receive_time, reason, raw, report)
    select device_id, to_timestamp(device_time), to_timestamp(receive_time), reason, decode(raw, 'hex'), report::jsonb
    from unnest($1::bigint[], $2::float8[], $3::float8[], $4::text[], $5::text[], $6::text[])
      as u(device_id, device_time, receive_time, reason, raw, report)`,
};
const farthest = Date.UTC(9999, 0, 1);

/** A report that is not believed is kept with the reason, as it came. */
export const writeQuarantine = async (client: ClientBase, rows: readonly Quarantined[]): Promise<void> => {
  const [device, deviceTime, receiveTime, reason, raw, kept] = [1, 2, 3, 4, 5, 6].map(() => new Column());
  for (const { deviceId, report, ...row } of rows) {
    device!.int(deviceId);
    deviceTime!.real(Math.abs(report.deviceTime) < farthest ? report.deviceTime / 1000 : null);
    receiveTime!.real(report.receiveTime / 1000);
    reason!.text(row.reason);
    raw!.text(Buffer.from(report.raw).toString('hex'));
    kept!.text(waiting(report));
  }
  await client.query({ ...insertQuarantine, values: [device, deviceTime, receiveTime, reason, raw, kept] });
};
