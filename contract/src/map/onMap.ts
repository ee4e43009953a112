import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing, Time } from '../kit/call.ts';
import { LockStatusCode } from '../lock/codes.ts';
import { Schedule } from '../lock/schedule.ts';
import { fenceAlarms, ShownFence } from './fences.ts';
import { ShownInterest } from './interests.ts';

/** Metres around a point of interest within which a lock is at it. */
export const AT_POINT = 500;
/** Of each kind so many are found; of the locks at a place so many are named. */
export const onMapLimit = { organisations: 5000, found: 5, locks: 50 } as const;

const Text = z.object({ zh: z.string(), en: z.string() });
/** A town of the offline map. */
export const FoundTown = z.object({ name: Text, region: Text, lon: Longitude, lat: Latitude });
export type FoundTown = z.output<typeof FoundTown>;

const There = {
  locks: z.array(
    z.object({
      id: Id,
      sn: z.string(),
      device_name: z.string(),
      subject: z.string(),
      lock_status: LockStatusCode,
      place_time: Time.nullable(),
    }),
  ),
  /** all that are there, of which `locks` are the first */
  total: z.int().min(0),
  /** there may be more: so many lie about there that not all were looked at */
  atLeast: z.boolean(),
};

const title = (zh: string, en: string) => ({ zh, en });
/** What the map shows, narrows and finds beside its locks. */
export const onMap = {
  /** by which the locks on the map may be narrowed */
  organisations: call({
    path: '/map/organisations',
    title: title('查询地图上的组织', 'Organisations on the map'),
    permit: 'map:list',
    onWalls: true,
    business: null,
    input: Nothing,
    output: z.object({
      organisations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
    }),
  }),
  /** the first of each kind whose name has the text in it: towns, enabled fences, points of interest, shown on the map or not */
  find: call({
    path: '/map/find',
    title: title('在地图上查找地点', 'Find a place on the map'),
    permit: 'map:list',
    business: null,
    input: z.object({ text: Line(60).min(1, { error: 'required' }) }),
    output: z.object({
      towns: z.array(FoundTown),
      fences: z.array(z.object({ id: Id, fence_name: z.string() })),
      interests: z.array(ShownInterest),
    }),
  }),
  /** a fence, and which locks are in it by their newest place */
  fence: call({
    path: '/map/fence',
    title: title('查看地图上的围栏', 'A fence on the map'),
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({
      ...ShownFence.shape,
      org_name: z.string(),
      alarm_on: z.enum(fenceAlarms),
      schedule: Schedule.nullable(),
      ...There,
    }),
  }),
  /** a point of interest, and which locks are near it by their newest place */
  interest: call({
    path: '/map/interest',
    title: title('查看地图上的兴趣点', 'A point of interest on the map'),
    permit: 'map:list',
    business: null,
    input: z.object({ id: Id }),
    output: z.object({ ...ShownInterest.shape, org_name: z.string(), ...There }),
  }),
};
