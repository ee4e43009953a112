import { Fault, type LockFamily, LockStatus } from '@plomb/contract/lock/codes';
import type { CommandEvidence } from '@plomb/contract/lock/command';
import { sealModel } from '@plomb/contract/lock/operable';
import type { PhysicalKind } from '@plomb/contract/lock/orderKinds';
import type { ClientBase } from 'pg';
import { byDevice } from './batch.ts';
import { type Clock, clockTrouble, trustedClock } from './clock.ts';
import { Column, millis, ofThisLock } from './columns.ts';
import type { Deeds } from './deeds.ts';
import type { DeviceBatch, DeviceBefore, Item } from './deviceBatch.ts';
import type { SentCommand } from './evidence.ts';
import type { Bound, LockFences } from './fenceCache.ts';
import {
  hashOf,
  type Intake,
  keyOf,
  mayRepeat,
  takeIn,
  unprovedKeyOf,
  untimedKeyOf,
  untimedSayingOf,
} from './intake.ts';
import type { FenceEdge, FencePlace } from './judgeFences.ts';
import type { LockState } from './lockFold.ts';
import type { Authorised } from './lockState.ts';
import type { Managed } from './management.ts';
import type { Present } from './present.ts';
import { readDeeds } from './readDeeds.ts';
import { readAround } from './readFences.ts';
import { lateWordsOf, readHistories, readSince } from './readHistory.ts';
import { readAuthorisations, readFrozen, readSwipes } from './readRights.ts';
import { type KeptWord, saysMetal } from './word.ts';

interface FenceRow {
  fenceTime: number | null;
  fenceLon: number | null;
  fenceLat: number | null;
  fenceEdges: FenceEdge[] | null;
  lon: number | null;
  lat: number | null;
  placeTime: number | null;
}
type ClockRow = { clockOffset: number; trials: Omit<Clock, 'offset'> | null };
type StateRow = Omit<Present, 'clock' | 'fence'> &
  FenceRow &
  ClockRow & {
    deviceId: number;
    orgId: number;
    deviceTypeId: number;
    family: LockFamily;
    lowBatteryAt: number;
    managed: readonly Managed[] | null;
    exchangeTime: number | null;
  };

/** Locks the rows in the order of their ids, so that two writers never wait for each other in a circle. */
const states = {
  name: 'ingest-states',
  text: `select s.device_id as "deviceId", s.org_id as "orgId", t.family, t.low_battery as "lowBatteryAt",
      s.lock_status as "lockStatus", ${millis('s.lock_since')} as "lockSince", s.lock_actor as "lockActor",
      s.lock_source as "lockSource", s.sealed_by_platform as "sealedByPlatform", ${millis('s.unseal_time')} as "unsealTime",
      s.lock_fault as "lockFault", ${millis('s.lock_time')} as "lockTime", s.lock_serial as "lockSerial",
      ${millis('s.present_time')} as "presentTime", ${millis('s.device_time')} as "deviceTime", s.serial, s.fault,
      ${millis('s.fence_time')} as "fenceTime", s.fence_lon as "fenceLon", s.fence_lat as "fenceLat",
      s.fence_edges as "fenceEdges", s.lon, s.lat, ${millis('s.place_time')} as "placeTime", t.id as "deviceTypeId", s.low_battery as "lowBattery",
      ${millis('s.battery_time')} as "batteryTime", s.clock_offset_ms as "clockOffset", s.clock as trials,
      ${millis('s.aside_since')} as "asideSince", ${millis('s.receive_time')} as "heardTime",
      ${millis('s.exchange_time')} as "exchangeTime",
      (select jsonb_agg(jsonb_build_object('from', ${millis('l.enter_time')}, 'until', ${millis('coalesce(l.end_time, l.until_time)')}))
        from management_lease l where l.device_id = s.device_id
          and l.until_time > now() - make_interval(days => $2)) as managed
    from lock_state s join device d on d.id = s.device_id join device_type t on t.id = d.device_type_id
    where s.device_id = any($1::bigint[]) order by s.device_id for no key update of s`,
};

/** The contract's `personNamed`. */
const person =
  "case when c.login_name in ('', c.oper_name) then c.oper_name else c.oper_name || ' (' || c.login_name || ')' end";

/**
 * Only what was written to the lock, or what the platform carried out by its own word, lately enough to be proved still:
 * an index of each holds them by when they expired.
 */
const commands = {
  name: 'ingest-commands',
  text: `select c.id, c.device_id as "deviceId", c.kind, ${person} as by, ${millis('coalesce(c.sent_time, c.finish_time)')} as "sentTime",
      ${millis('c.expire_time')} as "expireTime", c.evidence, c.evidence_event_id as "eventId",
      c.order_user as "user", c.order_password as password,
      ${millis('stay.since')} as since, ${millis('stay.until')} as until,
      c.state in ('sent', 'uncertain', 'answered_ok')
        or (c.state = 'answered_fail' and c.answer_time is null and c.evidence is not null) as provable
    from unnest($1::bigint[], $2::float8[]) as d(id, since)
      cross join lateral (
        select * from command where device_id = d.id and physical and sent_time is not null
          and expire_time > to_timestamp(d.since / 1000)
        union all
        select * from command where device_id = d.id and physical and state = 'held'
          and expire_time > to_timestamp(d.since / 1000)) c
      cross join lateral (
        select max(move_time) filter (where move_time <= c.create_time) as since,
          min(move_time) filter (where move_time > c.create_time) as until
        from device_move where device_id = c.device_id) stay`,
};
/** After an order has expired a deed may still belong to it for a day. */
const belongs = 86_400_000 + 60_000;

const repeats = {
  name: 'ingest-repeats',
  text: `select p.device_id as "deviceId", ${millis('p.device_time')} as "deviceTime", p.serial, p.hash, p.authenticated
    from unnest($1::bigint[], $2::float8[], $3::int[], $4::int[], $5::boolean[]) as u(device_id, at, serial, hash, authenticated)
    join position p on p.device_id = u.device_id and p.device_time = to_timestamp(u.at / 1000)
      and p.serial = u.serial and p.hash = u.hash and (p.authenticated or not u.authenticated)`,
};

/**
 * The same frame without a time of its own is a repeat only when it comes soon after: a lock without a clock may say the
 * same of two deeds.
 */
const untimedRepeats = {
  name: 'ingest-untimed-repeats',
  text: `select e.device_id as "deviceId", e.serial, e.hash, e.authenticated
    from unnest($1::bigint[], $2::float8[], $3::int[], $4::int[], $5::boolean[]) as u(device_id, at, serial, hash, authenticated)
    join lock_event e on e.device_id = u.device_id and not e.timed and e.serial = u.serial and e.hash = u.hash
      and (e.authenticated or not u.authenticated)
      and e.receive_time between to_timestamp(u.at / 1000) - interval '10 minutes' and to_timestamp(u.at / 1000) + interval '10 minutes'`,
};

/** What locks said last, if they said it without a time of their own. */
const untimedSayings = {
  name: 'ingest-untimed-sayings',
  text: `select e.device_id as "deviceId", e.word from (select distinct unnest($1::bigint[])) as u(device_id)
    cross join lateral (select device_id, timed, word from lock_event where device_id = u.device_id and counts
      and ${ofThisLock('lock_event')} order by at desc limit 1) e
    where not e.timed and e.word ? 'fault'`,
};

export interface Surroundings {
  acceptDays: number;
  authorised: Authorised;
  fencesOf(lock: Bound): LockFences | null;
}

export interface Known {
  devices: DeviceBatch[];
  /** their device was deleted while they were on the way */
  orphans: Item[];
}

/**
 * Lets a batch in and reads all it is judged by; the devices' rows are locked until the end of the transaction. Most
 * batches are one query: commands are read for locks that tell of something, history for words that come late.
 */
export const readKnown = async (client: ClientBase, came: readonly Item[], around: Surroundings): Promise<Known> => {
  const ids = new Column();
  for (const id of new Set(came.map(({ deviceId }) => deviceId))) ids.int(id);
  const { rows } = await client.query<StateRow>({ ...states, values: [ids, around.acceptDays] });
  const before = new Map<number, DeviceBefore>();
  for (const row of rows) before.set(row.deviceId, deviceOf(row, around));
  const items = ofThoseHere(came, rows);
  const stored = await readRepeats(client, items, before, around.acceptDays);
  const deeds = await readDeeds(client, items, before);

  const devices: DeviceBatch[] = [];
  const orphans: Item[] = [];
  for (const [deviceId, reports] of byDevice(items)) {
    const device = before.get(deviceId);
    if (!device) for (const report of reports) orphans.push({ deviceId, report });
    else {
      const known = deeds.get(deviceId) ?? noDeeds;
      const intake = takeIn(device.present, stored.get(deviceId) ?? nothing, reports, device.rules, known);
      devices.push({ ...device, intake, commands: none, history: null, around: nowhere });
    }
  }
  const late = devices.flatMap((device) => {
    const words = lateWordsOf(device);
    const again = words.length > 0 || device.intake.settled === 'set back' || device.intake.retold.length > 0;
    return again ? [{ device, words }] : [];
  });
  const since = late.length > 0 ? await readSince(client, late) : fromNow;
  await readCommands(client, devices, since);
  if (late.length > 0) await readHistories(client, late, since);
  await readSwipes(client, devices);
  await readAuthorisations(client, devices);
  await readFrozen(client, devices);
  await readAround(client, devices);
  return { devices, orphans };
};

/** What a lock told that another has taken the place of since is kept, and is no word of the one that is there now. */
const ofThoseHere = (items: readonly Item[], rows: readonly StateRow[]): readonly Item[] => {
  const since = new Map(rows.flatMap((row) => (row.exchangeTime === null ? [] : [[row.deviceId, row.exchangeTime]])));
  if (since.size === 0) return items;
  return items.map(({ deviceId, report }) =>
    report.receiveTime > (since.get(deviceId) ?? Number.NEGATIVE_INFINITY)
      ? { deviceId, report }
      : { deviceId, report: { ...report, authenticated: false } },
  );
};

const none: readonly SentCommand[] = [];
const never: readonly Managed[] = [];
const fromNow: ReadonlyMap<number, number> = new Map();
const nothing: ReadonlySet<string> = new Set();
const noDeeds: Deeds = new Map();
const nowhere: DeviceBatch['around'] = [];
const oldest = (words: readonly { at: number }[]): number => Math.min(...words.map(({ at }) => at));

/** Of a lock that no fence was for until now: where it is shown to be. */
const fencePlaceOf = ({
  fenceTime,
  fenceLon,
  fenceLat,
  fenceEdges,
  lon,
  lat,
  placeTime,
}: FenceRow): FencePlace | null => {
  if (fenceTime !== null && fenceLon !== null && fenceLat !== null)
    return { at: fenceTime, lon: fenceLon, lat: fenceLat, edges: fenceEdges ?? [] };
  return placeTime !== null && lon !== null && lat !== null ? { at: placeTime, lon, lat, edges: [] } : null;
};

const deviceOf = (row: StateRow, { acceptDays, authorised, fencesOf }: Surroundings): DeviceBefore => {
  const {
    deviceId,
    orgId,
    deviceTypeId,
    family,
    lowBatteryAt,
    clockOffset,
    trials,
    managed,
    exchangeTime: _,
    ...rest
  } = row;
  const { fenceTime, fenceLon, fenceLat, fenceEdges, lon, lat, placeTime, ...present } = rest;
  return {
    deviceId,
    orgId,
    present: {
      ...present,
      fence: fencePlaceOf(row),
      clock:
        clockOffset === 0 && trials === null
          ? trustedClock
          : { trial: null, doubt: null, ...trials, offset: clockOffset },
    },
    rules: {
      family,
      sealModel: sealModel[family],
      lowBattery: lowBatteryAt,
      fences: fencesOf({ deviceId, orgId, deviceTypeId }),
      acceptDays,
      authorised,
      managed: managed ?? never,
      swipes: null,
      authorisations: [],
      frozen: [],
    },
  };
};

/** Timed reports prove nothing: commands are fetched for devices whose lock tells of something, most batches have few. */
const readCommands = async (
  client: ClientBase,
  devices: DeviceBatch[],
  lateSince: ReadonlyMap<number, number>,
): Promise<void> => {
  const [ids, since] = [new Column(), new Column()];
  let telling = 0;
  for (const { deviceId, intake } of devices) {
    const late = lateSince.get(deviceId);
    const words = intake.taken.flatMap((one) => (one.word && one.counts && proves(one.word) ? [one.word] : []));
    if (late === undefined && words.length === 0) continue;
    telling++;
    ids.int(deviceId);
    since.real(Math.min(late ?? Number.POSITIVE_INFINITY, oldest(words)) - belongs);
  }
  if (telling === 0) return;
  const { rows } = await client.query<
    SentCommand & { deviceId: number; kind: PhysicalKind; evidence: CommandEvidence | null }
  >({ ...commands, values: [ids, since] });
  const own = new Map<number, SentCommand[]>();
  for (const { deviceId, ...command } of rows) {
    const all = own.get(deviceId);
    if (all) all.push(command);
    else own.set(deviceId, [command]);
  }
  for (const device of devices) device.commands = own.get(device.deviceId) ?? none;
};

/** An open bar stated without an event may be what our command did. */
const proves = ({ event, fault, ls }: Item['report'] | NonNullable<Intake['taken'][number]['word']>): boolean =>
  event !== null || fault !== Fault.none || ls === LockStatus.unsealedOpen;

const readRepeats = async (
  client: ClientBase,
  items: readonly Item[],
  devices: ReadonlyMap<number, DeviceBefore>,
  acceptDays: number,
): Promise<Map<number, Set<string>>> => {
  const stored = new Map<number, Set<string>>();
  const timed = new Asked();
  const untimed = new Asked();
  for (const { deviceId, report } of items) {
    const device = devices.get(deviceId);
    if (!device) continue;
    if (clockTrouble(report.deviceTime, report.receiveTime, acceptDays) !== null) {
      if (saysMetal(report)) untimed.add(deviceId, report, report.receiveTime);
    } else if (mayRepeat(device.present, report)) timed.add(deviceId, report, report.deviceTime);
  }
  const note = (deviceId: number, key: string) => {
    const keys = stored.get(deviceId);
    if (keys) keys.add(key);
    else stored.set(deviceId, new Set([key]));
  };
  if (timed.count > 0) {
    const { rows } = await client.query<Repeat & { deviceTime: number }>({ ...repeats, values: timed.columns });
    for (const row of rows) note(row.deviceId, nameOf(row, keyOf(row, row.hash)));
  }
  if (untimed.count > 0) {
    const { rows } = await client.query<Repeat>({ ...untimedRepeats, values: untimed.columns });
    for (const row of rows) note(row.deviceId, nameOf(row, untimedKeyOf(row.serial, row.hash)));
    const said = await client.query<{ deviceId: number; word: KeptWord }>({
      ...untimedSayings,
      values: [untimed.columns[0]],
    });
    for (const { deviceId, word } of said.rows) {
      const saying = untimedSayingOf(word);
      if (saying) note(deviceId, saying);
    }
  }
  return stored;
};

interface Repeat {
  deviceId: number;
  serial: number;
  hash: number;
  authenticated: boolean;
}

/** What anybody sent in the lock's name is not repeated by the lock itself. */
const nameOf = ({ authenticated }: Repeat, key: string): string => (authenticated ? key : unprovedKeyOf(key));

/** Reports asked for, as a statement's arrays. */
class Asked {
  readonly columns = [new Column(), new Column(), new Column(), new Column(), new Column()] as const;
  count = 0;

  add(deviceId: number, report: Item['report'], at: number): void {
    const [ids, times, serials, hashes, authenticated] = this.columns;
    ids.int(deviceId);
    times.real(at);
    serials.int(report.serial);
    hashes.int(hashOf(report));
    authenticated.bool(report.authenticated);
    this.count++;
  }
}

export type { LockState };
