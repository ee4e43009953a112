import { z } from 'zod';
import { alarmSeverities } from '../alarms/severity.ts';
import { managementShown } from '../devices/management.ts';
import { call, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { alarmKinds, LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';
import { outOfUse } from '../lock/operable.ts';
import { LockFence, ShownFence } from './fences.ts';
import { heards } from './fleetFilter.ts';
import { ShownInterest } from './interests.ts';

/** A lock as the live map knows it. */
export const MapLock = z.object({
  id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  org_id: Id,
  org_name: z.string(),
  device_type_name: z.string(),
  family: z.enum(lockFamilies),
  /** null: it is in use, and takes orders */
  out_of_use: z.enum(outOfUse).nullable(),
  ...managementShown,
  lock_status: LockStatusCode,
  lock_since: Time.nullable(),
  /** of its newest word about its metal, by our clock: see `wordTimeOf` */
  lock_time: Time.nullable(),
  /** its clock may be slow: when it said its last word, and which was the last, is in doubt until its next reports */
  clock_doubt: z.boolean(),
  /** since when what it reports is put aside: its place and readings are those of before; null = they are taken */
  aside_since: Time.nullable(),
  /** who the lock says brought it into this status, and how (`msg_lso`) */
  lock_actor: z.string(),
  lock_source: z.int().nullable(),
  fault: z.int(),
  /** the most severe unprocessed alarm, and how grave the rules of its organisation have it */
  alarm: z.enum(alarmKinds).nullable(),
  alarm_severity: z.enum(alarmSeverities).nullable(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  velocity: z.number().nullable(),
  heading: z.int().nullable(),
  electric: z.int().nullable(),
  charging: z.boolean().nullable(),
  voltage: z.number().nullable(),
  temperature: z.number().nullable(),
  signal: z.int().nullable(),
  mileage: z.number().nullable(),
  ver: z.string(),
  /** the device's own time of what is shown, and the server's time of the last word from it */
  report_time: Time.nullable(),
  /** when it was where it is shown to be: before `report_time` where it said no place since; null: not known */
  place_time: Time.nullable(),
  seen_time: Time.nullable(),
  /** an open socket, now */
  connected: z.boolean(),
  /** seconds between reports while awake, and between wake-ups while asleep: see connection.ts */
  report_interval: z.int(),
  sleep_interval: z.int(),
});
export type MapLock = z.output<typeof MapLock>;

/**
 * What the map and its list show of every lock; the rest of a `MapLock` is asked for when one is opened. Kept short,
 * because it is sent for a hundred thousand locks at once.
 */
export const FleetLock = MapLock.pick({
  id: true,
  sn: true,
  device_name: true,
  subject: true,
  org_id: true,
  org_name: true,
  device_type_name: true,
  family: true,
  out_of_use: true,
  lock_status: true,
  lock_time: true,
  fault: true,
  alarm: true,
  alarm_severity: true,
  lon: true,
  lat: true,
  velocity: true,
  heading: true,
  electric: true,
  charging: true,
  aside_since: true,
  report_time: true,
  place_time: true,
  seen_time: true,
  connected: true,
  report_interval: true,
  sleep_interval: true,
});
export type FleetLock = z.output<typeof FleetLock>;

const Age = z.int().nullable();
/**
 * Locks by column: one array for each field, a lock being one place in all of them. A third of the size of rows, and
 * read without a check of every field's name.
 */
export const FleetColumns = z.object({
  id: z.array(z.int()),
  sn: z.array(z.string()),
  device_name: z.array(z.string()),
  subject: z.array(z.string()),
  /** ids of the rows in `orgs` and `types` */
  org: z.array(z.int()),
  type: z.array(z.int()),
  out_of_use: z.array(z.enum(outOfUse).nullable()),
  lock_status: z.array(z.int()),
  fault: z.array(z.int()),
  alarm: z.array(z.enum(alarmKinds).nullable()),
  alarm_severity: z.array(z.enum(alarmSeverities).nullable()),
  /** hundred-thousandths of a degree, about a metre */
  lon: z.array(z.int().nullable()),
  lat: z.array(z.int().nullable()),
  velocity: z.array(z.int().nullable()),
  heading: z.array(z.int().nullable()),
  electric: z.array(z.int().nullable()),
  charging: z.array(z.boolean().nullable()),
  /** seconds before `now` */
  aside: z.array(Age),
  report: z.array(Age),
  /** seconds between its newest place and `report`: none for nearly all */
  unplaced: z.array(Age),
  seen: z.array(Age),
  /** seconds between its newest word about its metal and `seen`: next to nothing for nearly all */
  unsaid: z.array(Age),
  connected: z.array(z.boolean()),
  /** as the lock said itself; null, as of nearly all: as its type says */
  report_interval: z.array(z.int().nullable()),
  sleep_interval: z.array(z.int().nullable()),
});
export type FleetColumns = z.output<typeof FleetColumns>;

/** What a browser holds of a fleet without growing slow. Of a larger one it asks for what its view shows. */
export const MOST_HELD = 100_000;
/** Locks that a view draws one by one; of more the server answers cells. */
export const MOST_DRAWN = 800;
/** Locks that stand in the list beside a view, and the matches of a search that are looked at. */
export const MOST_LISTED = 200;
export const MOST_FOUND = 10_000;

/** A part of the fleet: locks in the order of their ids. */
export const FleetPart = z.object({
  columns: FleetColumns,
  orgs: z.array(z.object({ org_id: Id, org_name: z.string() })),
  types: z.array(
    z.object({
      id: Id,
      device_type_name: z.string(),
      family: z.enum(lockFamilies),
      report_interval: z.int(),
      sleep_interval: z.int(),
    }),
  ),
  /** ms since 1970: what the ages are counted back from */
  now: z.int(),
  /** ask for the next part `after` this id; null: this was the last */
  next: Id.nullable(),
  /** how many devices the operator may see; more than `MOST_HELD` are asked for by `/map/view` */
  registered: z.int(),
  /** the point in the live stream from which changes to this part follow */
  epoch: z.string(),
  seq: z.int(),
});
export type FleetPart = z.output<typeof FleetPart>;

const DEGREE = 1e5;
const timeAt = (now: number, age: number | null | undefined): string | null =>
  age === null || age === undefined ? null : new Date(now - age * 1000).toISOString();
const sum = (a: number | null | undefined, b: number | null | undefined): number | null =>
  a === null || a === undefined || b === null || b === undefined ? null : a + b;
const degrees = (n: number | null | undefined): number | null => (n === null || n === undefined ? null : n / DEGREE);

/** The locks of a part as rows. */
export const fleetLocks = ({
  columns: c,
  orgs,
  types,
  now,
}: Pick<FleetPart, 'columns' | 'orgs' | 'types' | 'now'>): FleetLock[] => {
  const orgOf = new Map(orgs.map((org) => [org.org_id, org]));
  const typeOf = new Map(types.map(({ id, ...type }) => [id, type]));
  return c.id.map((id, i) => {
    const org = orgOf.get(c.org[i] ?? 0);
    const type = typeOf.get(c.type[i] ?? 0);
    if (!org || !type) throw new Error(`A part of the fleet does not say what lock ${id} is.`);
    return {
      id,
      sn: c.sn[i] ?? '',
      device_name: c.device_name[i] ?? '',
      subject: c.subject[i] ?? '',
      ...org,
      ...type,
      out_of_use: c.out_of_use[i] ?? null,
      lock_status: (c.lock_status[i] ?? 255) as FleetLock['lock_status'],
      fault: c.fault[i] ?? 0,
      alarm: c.alarm[i] ?? null,
      alarm_severity: c.alarm_severity[i] ?? null,
      lon: degrees(c.lon[i]),
      lat: degrees(c.lat[i]),
      velocity: c.velocity[i] ?? null,
      heading: c.heading[i] ?? null,
      electric: c.electric[i] ?? null,
      charging: c.charging[i] ?? null,
      aside_since: timeAt(now, c.aside[i]),
      report_time: timeAt(now, c.report[i]),
      place_time: timeAt(now, sum(c.report[i], c.unplaced[i])),
      seen_time: timeAt(now, c.seen[i]),
      lock_time: timeAt(now, sum(c.seen[i], c.unsaid[i])),
      connected: c.connected[i] ?? false,
      report_interval: c.report_interval[i] ?? type.report_interval,
      sleep_interval: c.sleep_interval[i] ?? type.sleep_interval,
    };
  });
};

/** West, south, east, north, in degrees; west and east may run past ±180. */
const Turned = z.number().min(-540).max(540);
const Box = z.tuple([Turned, Latitude, Turned, Latitude]);
const Count = z.int().min(0);

/** Several locks close together, counted: the middle of them, the box they lie in, and the worst that is among them. */
export const FleetCell = z.object({
  at: z.tuple([z.number(), z.number()]),
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  count: Count,
  /** 0 calm … 4 worst, see stateSigns.ts */
  severity: z.int(),
  /** how many there are of each severity, 0 … 4 */
  shares: z.array(Count).length(5),
  /** a critical alarm */
  alarm: z.boolean(),
});
export type FleetCell = z.output<typeof FleetCell>;

const byStatus = z.object({ 0: Count, 1: Count, 2: Count, 3: Count, 255: Count });

/** A part of the world as a fleet too large to be held is seen there. */
export const FleetView = z.object({
  /** all locks the operator may see on the map; those that pass the choice; those of them within `free` */
  total: Count,
  passed: Count,
  inView: Count,
  /** of what is listed or would be by another choice: with `listFree` of those within `free` */
  counts: z.object({
    statuses: byStatus,
    held: Count,
    stale: byStatus,
    connections: z.record(Connection, Count),
    alarm: Count,
  }),
  /** the box all that pass lie in; null: none of them has a place */
  extent: Box.nullable(),
  cells: z.array(FleetCell),
  /** ids of the locks drawn one by one, and of the first of the list in its order; `rows` has them all */
  drawn: z.array(Id),
  listed: z.array(Id),
  rows: FleetPart.pick({ columns: true, orgs: true, types: true }),
  /** the text was found in more locks than are looked at */
  cut: z.boolean(),
  /** ms since 1970: now, and since when the figures may be old; null: they are current */
  now: z.int(),
  asOf: z.int().nullable(),
});
export type FleetView = z.output<typeof FleetView>;

export const viewSorts = ['severity', 'silence', 'battery'] as const;

const title = (zh: string, en: string) => ({ zh, en });

export const map = {
  /** every lock the operator may see, part by part: a single answer of a large fleet would hold up everybody else */
  locks: call({
    path: '/map/locks',
    title: title('查询地图上的锁', 'Locks on the map'),
    permit: 'map:list',
    onWalls: true,
    business: null,
    input: z.object({ after: Id.optional(), size: z.int().min(1).max(5000).default(2500) }),
    output: FleetPart,
  }),
  /** for a fleet of more than `MOST_HELD`: what of it lies in a part of the world, counted where it is close together */
  view: call({
    path: '/map/view',
    title: title('查询地图视野内的锁', 'Locks in a view of the map'),
    permit: 'map:list',
    onWalls: true,
    business: null,
    input: z.object({
      box: Box,
      zoom: z.number().min(0).max(24),
      /** the part of the view that no panel covers */
      free: Box,
      text: Line(60).default(''),
      statuses: z.array(LockStatusCode).max(5).default([]),
      connections: z.array(Connection).max(4).default([]),
      alarm: z.boolean().default(false),
      heard: z.enum(heards).optional(),
      /** only locks of this organisation and of those below it */
      org: Id.optional(),
      /** only these */
      only: z.array(Id).max(200).optional(),
      sort: z.enum(viewSorts).default('severity'),
      /** list and count only what is within `free` */
      listFree: z.boolean().default(false),
      /** its row is wanted wherever it is, and no cell counts it: it stands apart */
      chosen: Id.optional(),
    }),
    output: FleetView,
  }),
  /** one lock with everything its panel shows */
  lock: call({
    path: '/map/lock',
    title: title('查看地图上的锁', 'A lock on the map'),
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: MapLock,
  }),
  fences: call({
    path: '/map/fences',
    title: title('查询围栏', 'Fences on the map'),
    permit: 'map:list',
    onWalls: true,
    business: null,
    input: Nothing,
    /** of very many the first that were drawn; `total`: how many there are */
    output: z.object({ fences: z.array(ShownFence), total: z.int() }),
  }),
  /** what lies on the map beside the locks: points of interest that are shown */
  interests: call({
    path: '/map/interests',
    title: title('查询地图上的兴趣点', 'Points of interest on the map'),
    permit: 'map:list',
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({ interests: z.array(ShownInterest), total: z.int() }),
  }),
  /** the fences in sight that a lock is judged by, those first that it is in now, and how many there are */
  lockFences: call({
    path: '/map/lockFences',
    title: title('查询锁所在围栏', 'Fences a lock is in'),
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ fences: z.array(LockFence), total: z.int() }),
  }),
};
