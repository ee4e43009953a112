import { z } from 'zod';
import { deviceStates } from '../devices/stockSteps.ts';
import { call, Id, Latitude, Line, Longitude, Time } from '../kit/call.ts';
import { lockFamilies } from '../lock/codes.ts';
import { Connection } from '../lock/connection.ts';

/** How one has a device: it was issued and is to be received, it was received, or one has it in management mode now. */
export const deviceHolds = ['issued', 'received', 'management'] as const;
export type DeviceHold = (typeof deviceHolds)[number];

export const MyDevice = z.object({
  id: Id,
  sn: z.string(),
  device_name: z.string(),
  subject: z.string(),
  device_type: z.string(),
  org_name: z.string(),
  held: z.enum(deviceHolds),
  since: Time,
  stock_status: z.int(),
  device_state: z.enum(deviceStates),
  lost: z.boolean(),
  /** what the reader may see of the lock besides; all of it empty where it may not */
  seen: z.boolean(),
  family: z.enum(lockFamilies).nullable(),
  lock_status: z.int().nullable(),
  /** its state is the present one; of one that is switched off nobody knows */
  fresh: z.boolean(),
  /** as of when */
  lock_time: Time.nullable(),
  connection: Connection.nullable(),
  lon: Longitude.nullable(),
  lat: Latitude.nullable(),
  place_time: Time.nullable(),
});
export type MyDevice = z.output<typeof MyDevice>;

/** The devices that the reader is the holder or user of. It shows no more of them than the device list and the map do. */
export const myDevices = {
  list: call({
    path: '/myDevice/list',
    title: { zh: '查询我的设备', en: 'Search my devices' },
    permit: 'myDevice:list',
    business: null,
    input: z.object({
      held: z.enum(deviceHolds).optional(),
      /** of the number, the name or what it guards */
      keyword: Line(60).optional(),
      before: Id.optional(),
      size: z.int().min(1).max(100).default(20),
    }),
    output: z.object({ rows: z.array(MyDevice), more: z.boolean() }),
  }),
};
