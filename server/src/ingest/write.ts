import type { ClientBase } from 'pg';
import { waiting } from './again.ts';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import { Column } from './columns.ts';
import type { DeviceAfter, Effects, Quarantined, StoredReport } from './effects.ts';
import { writeSubLocks } from './subLocks.ts';
import { writeAlarms } from './writeAlarms.ts';
import { endDoubts, writeEvents, writeEvidence } from './writeRare.ts';

/** Writes what a batch amounts to. Most batches are two statements, of the positions and of the present. */
export const writeEffects = async (client: ClientBase, effects: Effects): Promise<Changes> => {
  if (effects.stored.length > 0) await writePositions(client, effects.stored);
  const { devices } = effects;
  // each row is written once: a second update of it costs more than all its columns
  const still = devices.filter((device) => !device.lockMoved);
  if (still.length > 0) await client.query({ ...updatePresent, values: filled(present, still) });
  const told = devices.filter((device) => device.lockMoved);
  if (told.length > 0) await client.query({ ...updatePresentAndLock, values: filled([...present, ...lock], told) });
  const timed = devices.filter((device) => device.clockMoved);
  if (timed.length > 0) await client.query({ ...updateClock, values: filled(clock, timed) });
  const aside = devices.filter((device) => device.asideMoved);
  if (aside.length > 0) await client.query({ ...updateAside, values: filled(asideColumns, aside) });
  await writeSubLocks(client, effects.stored);
  if (effects.quarantined.length > 0) await writeQuarantine(client, effects.quarantined);
  const certain = await endDoubts(client, effects.cleared);
  const events = await writeEvents(client, effects);
  return {
    devices,
    alarms: await writeAlarms(client, effects, certain, events),
    commands: await writeEvidence(client, effects.evidence, events),
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
  ['device_time', 'float8', (c, r) => c.real(r.taken.report.deviceTime / 1000)],
  ['serial', 'int', (c, r) => c.int(r.taken.report.serial)],
  ['hash', 'int', (c, r) => c.int(r.taken.hash)],
  ['org_id', 'bigint', (c, r) => c.int(r.orgId)],
  ['receive_time', 'float8', (c, r) => c.real(r.taken.report.receiveTime / 1000)],
  ['msg_type', 'smallint', (c, r) => c.int(r.taken.report.msg_type)],
  ['replay', 'boolean', (c, r) => c.bool(r.late)],
  ['authenticated', 'boolean', (c, r) => c.bool(r.taken.report.authenticated)],
  ['ls', 'smallint', (c, r) => c.int(r.taken.report.ls)],
  ['eventful', 'boolean', (c, r) => c.bool(r.taken.report.event !== null)],
  ['at', 'float8', (c, r) => c.real(r.taken.at === r.taken.report.deviceTime ? null : r.taken.at / 1000)],
  ['part', 'smallint', (c, r) => c.int(r.taken.report.part)],
  ['lon', 'float8', (c, r) => c.real(r.taken.place?.lon ?? null)],
  ['lat', 'float8', (c, r) => c.real(r.taken.place?.lat ?? null)],
  ['velocity', 'real', (c, r) => c.real(r.taken.place?.velocity ?? null)],
  ['heading', 'smallint', (c, r) => c.int(r.taken.place?.heading ?? null)],
  ['altitude', 'real', (c, r) => c.real(r.taken.place?.altitude ?? null)],
  ['satellites', 'smallint', (c, r) => c.int(r.taken.report.position?.satellites ?? null)],
  ['lock_status', 'smallint', (c, r) => c.int(r.lockStatus)],
  ['fault', 'int', (c, r) => c.int(r.taken.report.fault)],
  ['electric', 'smallint', (c, r) => c.int(r.taken.report.electric)],
  ['voltage', 'real', (c, r) => c.real(r.taken.report.voltage)],
  ['temperature', 'real', (c, r) => c.real(r.taken.report.temperature)],
  ['mileage', 'float8', (c, r) => c.real(r.taken.report.mileage)],
  ['signal', 'smallint', (c, r) => c.int(r.taken.report.signal)],
  ['mcc', 'int', (c, r) => c.int(r.taken.report.mcc)],
  ['mnc', 'int', (c, r) => c.int(r.taken.report.mnc)],
  ['lac', 'int', (c, r) => c.int(r.taken.report.lac)],
  ['cid', 'bigint', (c, r) => c.int(r.taken.report.cid)],
  ['report_reson', 'text', (c, r) => c.text(r.taken.report.report_reson)],
  // The frames travel as one binary parameter and are cut apart there: as hexadecimal array elements they would be
  // four times as long.
  ['raw_from', 'int', () => undefined],
  ['raw_length', 'int', (c, r) => c.int(r.taken.report.raw.length)],
];

const moments = new Set([
  ...['at', 'device_time', 'receive_time', 'present_time', 'fence_time', 'battery_time', 'place_time'],
  ...['lock_since', 'lock_time', 'unseal_time'],
]);
const value = (name: string): string => (moments.has(name) ? `to_timestamp(u.${name})` : `u.${name}`);
const plain = positions.map(([name]) => name).filter((name) => !name.startsWith('raw_'));

const identity = new Set(['device_id', 'device_time', 'serial', 'hash']);
const contents = [...plain.filter((name) => !identity.has(name)), 'raw'];

const insertPositions = {
  name: 'ingest-positions',
  text: `insert into position (${plain}, raw)
    select ${plain.map(value)}, substring($${positions.length + 1}::bytea from u.raw_from for u.raw_length)
    from ${unnest(positions)} on conflict (device_id, device_time, serial, hash)
      do update set ${contents.map((name) => `${name} = excluded.${name}`)}
        where excluded.authenticated and not position.authenticated`,
};

const writePositions = async (client: ClientBase, rows: readonly StoredReport[]): Promise<void> => {
  const values = filled(positions, rows);
  const starts = values[positions.length - 2]!;
  let from = 1;
  for (const { taken } of rows) {
    starts.int(from);
    from += taken.report.raw.length;
  }
  await client.query({ ...insertPositions, values: [...values, Buffer.concat(rows.map((r) => r.taken.report.raw))] });
};

/** What the present is, and what was read: a reading that is null was not given, and the one before stands. */
const judged: Table<DeviceAfter> = [
  ['present_time', 'float8', (c, d) => c.real(seconds(d.present.presentTime))],
  ['device_time', 'float8', (c, d) => c.real(seconds(d.present.deviceTime))],
  ['serial', 'int', (c, d) => c.int(d.present.serial)],
  ['fault', 'int', (c, d) => c.int(d.present.fault)],
  ['fence_time', 'float8', (c, d) => c.real(seconds(d.present.fence?.at ?? null))],
  ['fence_lon', 'float8', (c, d) => c.real(d.present.fence?.lon ?? null)],
  ['fence_lat', 'float8', (c, d) => c.real(d.present.fence?.lat ?? null)],
  ['fence_edges', 'jsonb', (c, d) => c.json(d.present.fence?.edges.length ? d.present.fence.edges : null)],
  ['low_battery', 'boolean', (c, d) => c.bool(d.present.lowBattery)],
  ['battery_time', 'float8', (c, d) => c.real(seconds(d.present.batteryTime))],
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
  ['place_time', 'float8', (c, d) => c.real(seconds(d.readings?.placeTime ?? null))],
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
  ['receive_time', 'float8', (c, d) => c.real(seconds(d.receiveTime))],
  ...judged,
  ...read,
  ...located,
];

/** What the metal does: only of devices whose lock told of it. */
const lock: Table<DeviceAfter> = [
  ['lock_status', 'smallint', (c, d) => c.int(d.present.lockStatus)],
  ['lock_since', 'float8', (c, d) => c.real(seconds(d.present.lockSince))],
  ['lock_actor', 'text', (c, d) => c.text(d.present.lockActor)],
  ['lock_source', 'smallint', (c, d) => c.int(d.present.lockSource)],
  ['sealed_by_platform', 'boolean', (c, d) => c.bool(d.present.sealedByPlatform)],
  ['unseal_time', 'float8', (c, d) => c.real(seconds(d.present.unsealTime))],
  ['lock_fault', 'int', (c, d) => c.int(d.present.lockFault)],
  ['lock_time', 'float8', (c, d) => c.real(seconds(d.present.lockTime))],
  ['lock_serial', 'int', (c, d) => c.int(d.present.lockSerial)],
];

const updateOf = (name: string, also: Table<DeviceAfter>) => ({
  name,
  text: `update lock_state d set ${[
    'receive_time = greatest(d.receive_time, to_timestamp(u.receive_time))',
    ...[...judged, ...also].map(([column]) => `${column} = ${value(column)}`),
    ...read.map(([column]) => `${column} = coalesce(u.${column}, d.${column})`),
    ...located.map(([column]) => `${column} = case when u.lon is null then d.${column} else ${value(column)} end`),
  ]}
    from ${unnest([...present, ...also])} where d.device_id = u.device_id`,
});
const updatePresent = updateOf('ingest-present', []);
const updatePresentAndLock = updateOf('ingest-present-lock', lock);

/** What is learnt of a clock changes seldom: a clock that is right teaches nothing. */
const clock: Table<DeviceAfter> = [
  ['device_id', 'bigint', (c, d) => c.int(d.deviceId)],
  ['clock_offset_ms', 'bigint', (c, d) => c.int(d.present.clock.offset)],
  ['clock', 'text', (c, d) => c.json(trialsOf(d.present.clock))],
];
const trialsOf = ({ trial, doubt }: Clock): object | null =>
  trial === null && doubt === null ? null : { trial, doubt };
const updateClock = {
  name: 'ingest-clock',
  text: `update lock_state d set clock_offset_ms = u.clock_offset_ms, clock = u.clock::jsonb
    from ${unnest(clock)} where d.device_id = u.device_id`,
};

const asideColumns: Table<DeviceAfter> = [
  ['device_id', 'bigint', (c, d) => c.int(d.deviceId)],
  ['aside_since', 'float8', (c, d) => c.real(seconds(d.present.asideSince))],
];
const updateAside = {
  name: 'ingest-aside',
  text: `update lock_state d set aside_since = to_timestamp(u.aside_since)
    from ${unnest(asideColumns)} where d.device_id = u.device_id`,
};

const insertQuarantine = {
  name: 'ingest-quarantine',
  text: `insert into quarantine (device_id, device_time, receive_time, reason, raw, report, authenticated)
    select device_id, to_timestamp(device_time), to_timestamp(receive_time), reason, decode(raw, 'hex'), report::jsonb,
      authenticated
    from unnest($1::bigint[], $2::float8[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::boolean[])
      as u(device_id, device_time, receive_time, reason, raw, report, authenticated)`,
};
const farthest = Date.UTC(9999, 0, 1);

/** A report that is not believed is kept with the reason, as it came. */
export const writeQuarantine = async (client: ClientBase, rows: readonly Quarantined[]): Promise<void> => {
  const [device, deviceTime, receiveTime, reason, raw, kept, authenticated] = Array.from(
    { length: 7 },
    () => new Column(),
  );
  for (const { deviceId, report, ...row } of rows) {
    device!.int(deviceId);
    deviceTime!.real(Math.abs(report.deviceTime) < farthest ? report.deviceTime / 1000 : null);
    receiveTime!.real(report.receiveTime / 1000);
    reason!.text(row.reason);
    raw!.text(Buffer.from(report.raw).toString('hex'));
    kept!.text(waiting(report));
    authenticated!.bool(report.authenticated);
  }
  await client.query({
    ...insertQuarantine,
    values: [device, deviceTime, receiveTime, reason, raw, kept, authenticated],
  });
};
