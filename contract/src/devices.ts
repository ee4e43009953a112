import { z } from 'zod';
import { call, Id, Latitude, Line, Longitude, Nothing, oneOrMore, Time } from './call.ts';
import { identityRules, Network, unsealPasswords } from './identity.ts';
import { lockFamilies } from './lock.ts';
import { resource, statusCall } from './resource.ts';

const Code = Line(32)
  .min(1, { error: 'required' })
  .regex(/^[\w-]+$/, { error: 'code' });

export const Connection = z.enum(['online', 'sleeping', 'late', 'offline']);
export type Connection = z.output<typeof Connection>;
/** The specification's two values; the finer word stands beside it. */
export const CommunicateStatus = z.enum(['online', 'offline']);
export const LockStatusCode = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(255)]);

/**
 * Whose a device type or a manufacturer is. Those of an organisation are used, and not changed, by all below it; the
 * root's are used by everybody.
 */
const owner = {
  org_id: Id,
  /** empty when the owner is above the caller and out of sight */
  org_name: z.string(),
  /** an organisation above the caller owns it: it can be used, not changed */
  shared: z.boolean(),
};
/** The owner of a new one; without it the caller's own organisation. It stays with its owner. */
const Owner = { org_id: Id.optional() };

const manufacturerFields = {
  factoryCode: Code,
  factoryName: Line(60).min(1, { error: 'required' }),
};
const manufacturerPlain = resource({
  path: 'manufacturer',
  menu: 'manufacturer',
  title: { zh: '厂商', en: 'manufacturer' },
  row: { ...manufacturerFields, ...owner, create_time: Time },
  write: manufacturerFields,
  filter: {},
  sort: ['factoryCode', 'factoryName', 'create_time'],
});
export const manufacturers = {
  ...manufacturerPlain,
  add: call({ ...manufacturerPlain.add, input: manufacturerPlain.add.input.extend(Owner) }),
};

const deviceTypeFields = {
  device_type: Code,
  device_type_name: Line(60).min(1, { error: 'required' }),
  /** which protocol profile speaks to it */
  family: z.enum(lockFamilies),
  /** minutes the lock's clock is ahead of UTC */
  utc_offset_minutes: z.int().min(-720).max(840),
  /** seconds between timed reports while awake */
  report_interval: z.int().min(5).max(86_400),
  /** seconds between wake-ups while asleep */
  sleep_interval: z.int().min(60).max(604_800),
  /** battery % at and below which a low-battery alarm rises */
  low_battery: z.int().min(1).max(90),
  /** what a connection must show before it counts as the lock */
  identity_rule: z.enum(identityRules).default('code'),
  /** where its locks connect from; where given, nobody from elsewhere counts as the lock */
  networks: z.array(Network).max(50).default([]),
  /** which password an unseal order carries */
  unseal_password: z.enum(unsealPasswords).default('none'),
};
const deviceTypePlain = resource({
  path: 'deviceType',
  menu: 'deviceType',
  title: { zh: '设备类型', en: 'device type' },
  row: { ...deviceTypeFields, ...owner, create_time: Time },
  write: deviceTypeFields,
  filter: { family: deviceTypeFields.family.optional() },
  sort: ['device_type', 'device_type_name', 'family', 'create_time'],
});
export const deviceTypes = {
  ...deviceTypePlain,
  /** without `low_battery` the system parameter says it */
  add: call({ ...deviceTypePlain.add, input: deviceTypePlain.add.input.partial({ low_battery: true }).extend(Owner) }),
};

const deviceFields = {
  /** the identity on the wire: JT/T 808 phone without leading zeros, or Jointech terminal id; a few have letters a-f */
  sn: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{4,20}$/, { error: 'deviceNumber' }),
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
      stock_status: z.int().min(1).max(7),
      communicate_status: CommunicateStatus,
      connection: Connection,
      lock_status: LockStatusCode,
      /** false: the status is just the last that is known (`isFresh`) */
      fresh: z.boolean(),
      /** the status with what it rests on, as `stateCode` writes it */
      lock_state: z.string(),
      /** the lock's clock may have been set back: which of its words came last is in doubt until it reports again */
      clock_doubt: z.boolean(),
      lon: Longitude.nullable(),
      lat: Latitude.nullable(),
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
    input: z.object({ ids: z.array(Id).min(1).max(100), reason: Line(200).min(1, { error: 'required' }) }),
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
      deviceTypes: z.array(z.object({ id: Id, device_type: z.string(), device_type_name: z.string() })),
      manufacturers: z.array(z.object({ id: Id, factoryName: z.string() })),
    }),
  }),
};

/** Identities that knocked at the gateway without being registered. */
export const unregistered = {
  list: call({
    path: '/unregistered/list',
    title: { zh: '查询未登记设备', en: 'Search unregistered devices' },
    permit: 'unregistered:list',
    business: null,
    input: z.object({ keyword: Line(40).optional() }),
    output: z.object({
      rows: z.array(
        z.object({
          sn: z.string(),
          family: z.enum(lockFamilies),
          address: z.string(),
          tries: z.int(),
          first_time: Time,
          last_time: Time,
        }),
      ),
    }),
  }),
};
