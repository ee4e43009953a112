import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing, Time } from './call.ts';
import { LockStatusCode } from './devices.ts';
import { alarmKinds, lockFamilies } from './lock.ts';

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
  lock_status: LockStatusCode,
  lock_since: Time.nullable(),
  /** who the lock says brought it into this status, and how (`msg_lso`) */
  lock_actor: z.string(),
  lock_source: z.int().nullable(),
  fault: z.int(),
  /** the most severe unprocessed alarm */
  alarm: z.enum(alarmKinds).nullable(),
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
  seen_time: Time.nullable(),
  /** an open socket, now */
  connected: z.boolean(),
  /** seconds between reports while awake, and between wake-ups while asleep: see connection.ts */
  report_interval: z.int(),
  sleep_interval: z.int(),
});
export type MapLock = z.output<typeof MapLock>;

export const fenceTypes = ['line', 'polygon', 'circle'] as const;
export const Fence = z.object({
  id: Id,
  fence_name: Line(60),
  fence_type: z.enum(fenceTypes),
  /** GeoJSON geometry in WGS-84: Point (circle), LineString (line), Polygon */
  fence_context: z.record(z.string(), z.unknown()),
  /** metres: of the circle, or of the corridor along the line; null for a polygon */
  radius: z.number().nullable(),
  is_show: z.boolean(),
});
export type Fence = z.output<typeof Fence>;

const title = (zh: string, en: string) => ({ zh, en });

export const map = {
  /** every lock the operator may see, and the point in the live stream from which changes follow */
  locks: call({
    path: '/map/locks',
    title: title('查询地图上的锁', 'Locks on the map'),
    permit: 'map:list',
    business: null,
    input: Nothing,
    output: z.object({ locks: z.array(MapLock), epoch: z.string(), seq: z.int() }),
  }),
  fences: call({
    path: '/map/fences',
    title: title('查询围栏', 'Fences on the map'),
    permit: 'map:list',
    business: null,
    input: Nothing,
    output: z.object({ fences: z.array(Fence) }),
  }),
};
