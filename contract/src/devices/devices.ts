import { z } from 'zod';
import { call, EnableStatus, Id, Latitude, Line, Longitude, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { resource, statusCall } from '../kit/resource.ts';
import { LockStatusCode, lockFamilies } from '../lock/codes.ts';
import { Astray, CommunicateStatus, Connection, Heard } from '../lock/connection.ts';
import { identityRules, unsealPasswords } from '../lock/identity.ts';
import { PLACE } from '../lock/place.ts';
import { managementShown } from './management.ts';
import { deviceStates, StockStatusCode } from './stockSteps.ts';

/** The identity on the wire: JT/T 808 phone without leading zeros, or Jointech terminal id; a few have letters a-f. */
export const DeviceNumber = z
  .string()
  // as it is grouped on screens and labels
  .overwrite((number) => number.replace(/[\s\u200b\ufeff-]/g, ''))
  .toLowerCase()
  .regex(/^[0-9a-f]{4,20}$/, { error: 'deviceNumber' });

const deviceFields = {
  sn: DeviceNumber,
  device_name: Line(60).min(1, { error: 'required' }),
  device_type_id: Id,
  manufacturer_id: Id.nullable(),
  org_id: Id,
  device_no: Line(32),
  sim_card: Line(32),
  mobileID: Line(32),
  device_address: Line(200),
  /** whom or what it guards: a person, a vehicle, a container */
  subject: Line(60),
};

export const devices = {
  ...resource({
    path: 'device',
    menu: 'device',
    title: { zh: '设备', en: 'device' },
    fileFields: [PLACE],
    row: {
      ...deviceFields,
      device_type: z.string(),
      family: z.enum(lockFamilies),
      /** of its type: `open` and `factory` are warned of */
      identity_rule: z.enum(identityRules),
      unseal_password: z.enum(unsealPasswords),
      factory: z.string(),
      org_name: z.string(),
      status: z.union([z.literal(1), z.literal(2)]),
      stock_status: StockStatusCode,
      device_state: z.enum(deviceStates),
      lost: z.boolean(),
      ...managementShown,
      communicate_status: CommunicateStatus,
      connection: Connection,
      lock_status: LockStatusCode,
      /** false: the status is just the last that is known (`isFresh`) */
      fresh: z.boolean(),
      /** the status with what it rests on, as `stateCode` writes it */
      lock_state: z.string(),
      /** its clock may be slow: when it said its last word, and which was the last, is in doubt until its next reports */
      clock_doubt: z.boolean(),
      /** since when what it reports is put aside: its place and readings are those of before; null = they are taken */
      aside_since: Time.nullable(),
      lon: Longitude.nullable(),
      lat: Latitude.nullable(),
      /** when it was there; null: not known */
      place_time: Time.nullable(),
      velocity: z.number().nullable(),
      mileage: z.number().nullable(),
      /** battery % */
      electric: z.int().nullable(),
      voltage: z.number().nullable(),
      temperature: z.number().nullable(),
      /** CSQ 0-31 */
      signal: z.int().nullable(),
      fault: z.int(),
      ver: z.string(),
      icc_card_no: z.string(),
      report_reson: z.string(),
      mcc: z.int().nullable(),
      mnc: z.int().nullable(),
      lac: z.int().nullable(),
      cid: z.int().nullable(),
      /** the network it last counted as the lock from, that before it, and when it changed; '' = none yet */
      network: z.string(),
      network_before: z.string(),
      network_time: Time.nullable(),
      /** when the lock last said something, and when it entered its present lock status */
      seen_time: Time.nullable(),
      lock_since: Time.nullable(),
      create_time: Time,
      /** out of service for good, with its history kept; null: in service */
      retired_time: Time.nullable(),
    },
    write: deviceFields,
    filter: {
      /** one, or any of several */
      lock_status: oneOrMore(LockStatusCode).optional(),
      connection: oneOrMore(Connection).optional(),
      device_type_id: Id.optional(),
      org_id: Id.optional(),
      /** those out of service instead of those in service */
      retired: z.boolean().optional(),
      stock_status: oneOrMore(StockStatusCode).optional(),
      device_state: z.enum(deviceStates).optional(),
      /** enabled or disabled */
      status: EnableStatus.optional(),
      /** how long ago the lock last said something */
      heard: oneOrMore(Heard).optional(),
      /** off its route, or silent */
      astray: oneOrMore(Astray).optional(),
      /** at or below the limit of its type */
      low_battery: z.boolean().optional(),
      /** this subject and no other, however it is spaced */
      guards: Line(60).optional(),
    },
    sort: ['sn', 'device_name', 'lock_status', 'electric', 'seen_time', 'create_time'],
  }),
  status: statusCall('device', 'device', { zh: '设备', en: 'device' }),
  /**
   * Takes devices out of service: they leave lists, map and gateway, what is known of them stays, their numbers are
   * never given again. Devices without any history are deleted instead.
   */
  retire: call({
    path: '/device/retire',
    title: { zh: '退役设备', en: 'Retire device' },
    permit: 'device:retire',
    business: 'update',
    input: z.object({
      ids: z.array(Id).min(1).max(100),
      reason: Line(200).min(1, { error: 'required' }),
      /** those of them that are sealed by their own word, as one knows and says: any other such device is refused */
      sealed: z.array(DeviceNumber).max(100).default([]),
    }),
    output: Nothing,
  }),
  /** Back from retirement, disabled as it was. */
  reinstate: call({
    path: '/device/reinstate',
    title: { zh: '恢复退役设备', en: 'Reinstate device' },
    permit: 'device:retire',
    business: 'update',
    input: z.object({ ids: z.array(Id).min(1).max(100) }),
    output: Nothing,
  }),
  /** the lock was exchanged or its board replaced: the next terminal that registers under its number is the one */
  forgetTerminal: call({
    path: '/device/forgetTerminal',
    title: { zh: '允许终端重新注册', en: 'Let another terminal register' },
    permit: 'device:update',
    business: 'update',
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  /** what the device form offers: the caller's organisations, the device types and the manufacturers */
  options: call({
    path: '/device/options',
    title: { zh: '设备选项', en: 'Device form options' },
    permit: 'device:list',
    business: null,
    input: Nothing,
    output: z.object({
      organizations: z.array(z.object({ id: Id, org_name: z.string(), parent_id: Id.nullable() })),
      deviceTypes: z.array(
        z.object({ id: Id, device_type: z.string(), device_type_name: z.string(), family: z.enum(lockFamilies) }),
      ),
      manufacturers: z.array(z.object({ id: Id, factoryName: z.string() })),
    }),
  }),
};
