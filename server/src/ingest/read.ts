import { Fault, type LockFamily, LockStatus } from '@plomb/contract/lock';
import type { CommandKind, CommandState } from '@plomb/contract/locks';
import { sealModel } from '@plomb/contract/operable';
import type { ClientBase } from 'pg';
import type { Item, KnownDevice } from './batch.ts';
import { Column } from './columns.ts';
import type { SentCommand } from './evidence.ts';
import type { Area } from './fences.ts';
import { hashOf, keyOf, mayRepeat } from './judge.ts';
import type { Authorised } from './lockState.ts';
import type { Present } from './present.ts';

interface StateRow extends Present {
  deviceId: number;
  orgId: number;
  family: LockFamily;
  lowBatteryAt: number;
  lockStatus: LockStatus;
}

const millis = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Locks the rows in the order of their ids, so that two writers never wait for each other in a circle. */
const states = {
  name: 'ingest-states',
  text: `select s.device_id as "deviceId", s.org_id as "orgId", t.family, t.low_battery as "lowBatteryAt",
      s.lock_status as "lockStatus", ${millis('s.lock_since')} as "lockSince", s.lock_actor as "lockActor",
      s.lock_source as "lockSource", s.sealed_by_platform as "sealedByPlatform", ${millis('s.unseal_time')} as "unsealTime",
      ${millis('s.device_time')} as "deviceTime", s.serial, s.fault, s.outside_fence as "outsideFence",
      s.low_battery as "lowBattery", s.clock_offset_ms as "clockOffset"
    from device_state s join device d on d.id = s.device_id join device_type t on t.id = d.device_type_id
    where s.device_id = any($1::bigint[]) order by s.device_id for no key update of s`,
};

/** Only what was written to the lock, lately enough to be proved still; of a long history only the end is looked at. */
const commands = {
  name: 'ingest-commands',
  text: `select c.id, c.device_id as "deviceId", c.kind, c.state, ${millis('c.sent_time')} as "sentTime",
      ${millis('c.expire_time')} as "expireTime", c.evidence
    from unnest($1::bigint[]) as d(id)
      cross join lateral (select * from command where device_id = d.id order by id desc limit 20) c
    where c.physical and c.sent_time is not null and c.expire_time > now() - interval '2 days'`,
};

const repeats = {
  name: 'ingest-repeats',
  text: `select p.device_id as "deviceId", ${millis('p.device_time')} as "deviceTime", p.serial, p.hash
    from unnest($1::bigint[], $2::float8[], $3::int[], $4::int[]) as u(device_id, at, serial, hash)
    join position p on p.device_id = u.device_id and p.device_time = to_timestamp(u.at / 1000)
      and p.serial = u.serial and p.hash = u.hash`,
};

export interface Surroundings {
  acceptDays: number;
  authorised: Authorised;
  areasOf(deviceId: number): readonly Area[];
}

/** What the database knows of the devices of a batch, their rows locked until the end of the transaction. */
export const readKnown = async (
  client: ClientBase,
  items: readonly Item[],
  { acceptDays, authorised, areasOf }: Surroundings,
): Promise<{ devices: Map<number, KnownDevice>; stored: Map<number, Set<string>> }> => {
  const ids = [...new Set(items.map((item) => item.deviceId))];
  const { rows } = await client.query<StateRow>({ ...states, values: [ids] });
  const devices = new Map<number, KnownDevice>();
  for (const { orgId, family, lowBatteryAt, ...present } of rows)
    devices.set(present.deviceId, {
      deviceId: present.deviceId,
      orgId,
      present,
      commands: none,
      rules: {
        sealModel: sealModel[family],
        lowBattery: lowBatteryAt,
        areas: areasOf(present.deviceId),
        acceptDays,
        authorised,
      },
    });
  await addCommands(client, items, devices);
  return { devices, stored: await readRepeats(client, items, devices) };
};

const none: readonly SentCommand[] = [];

/** Timed reports prove nothing: commands are fetched for devices whose lock tells of something, most batches have few. */
const addCommands = async (
  client: ClientBase,
  items: readonly Item[],
  devices: Map<number, KnownDevice>,
): Promise<void> => {
  const telling = new Set<number>();
  for (const { deviceId, report } of items) if (tells(report)) telling.add(deviceId);
  if (telling.size === 0) return;
  const { rows } = await client.query<SentCommand & { deviceId: number; kind: CommandKind; state: CommandState }>({
    ...commands,
    values: [[...telling]],
  });
  for (const { deviceId, ...command } of rows) {
    const device = devices.get(deviceId);
    if (device) devices.set(deviceId, { ...device, commands: [...device.commands, command] });
  }
};

/** An open bar stated without an event may be what our command did. */
const tells = ({ event, fault, ls }: Item['report']): boolean =>
  event !== null || fault !== Fault.none || ls === LockStatus.unsealedOpen;

const readRepeats = async (
  client: ClientBase,
  items: readonly Item[],
  devices: ReadonlyMap<number, KnownDevice>,
): Promise<Map<number, Set<string>>> => {
  const stored = new Map<number, Set<string>>();
  const [ids, times, serials, hashes] = [new Column(), new Column(), new Column(), new Column()];
  for (const { deviceId, report } of items) {
    const device = devices.get(deviceId);
    if (!device || !mayRepeat(device.present, report)) continue;
    if (!stored.has(deviceId)) stored.set(deviceId, new Set());
    ids.int(deviceId);
    times.real(report.deviceTime);
    serials.int(report.serial);
    hashes.int(hashOf(report));
  }
  if (stored.size === 0) return stored;
  const { rows } = await client.query<{ deviceId: number; deviceTime: number; serial: number; hash: number }>({
    ...repeats,
    values: [ids, times, serials, hashes],
  });
  for (const row of rows) stored.get(row.deviceId)?.add(keyOf(row, row.hash));
  return stored;
};
