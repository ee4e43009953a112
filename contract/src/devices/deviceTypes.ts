import { z } from 'zod';
import { call, Line, Time } from '../kit/call.ts';
import { Network } from '../kit/network.ts';
import { resource } from '../kit/resource.ts';
import { BatteryCurve, lithiumCell } from '../lock/batteryCurve.ts';
import { lockFamilies } from '../lock/codes.ts';
import { identityRules, unsealPasswords } from '../lock/identity.ts';
import { type IntervalName, widestIntervals } from '../lock/intervals.ts';
import { CatalogueCode, Owner, owner } from './owner.ts';

const Interval = (name: IntervalName) => z.int().min(widestIntervals[name][0]).max(widestIntervals[name][1]);

const deviceTypeFields = {
  device_type: CatalogueCode,
  device_type_name: Line(60).min(1, { error: 'required' }),
  /** which protocol profile speaks to it */
  family: z.enum(lockFamilies),
  /** minutes the lock's clock is ahead of UTC */
  utc_offset_minutes: z.int().min(-720).max(840),
  /** seconds between timed reports while awake */
  report_interval: Interval('report_interval'),
  /** seconds between wake-ups while asleep */
  sleep_interval: Interval('sleep_interval'),
  /** what its locks may be set to */
  report_interval_min: Interval('report_interval').default(widestIntervals.report_interval[0]),
  report_interval_max: Interval('report_interval').default(widestIntervals.report_interval[1]),
  sleep_interval_min: Interval('sleep_interval').default(widestIntervals.sleep_interval[0]),
  sleep_interval_max: Interval('sleep_interval').default(widestIntervals.sleep_interval[1]),
  /** by which the percent of a battery is told of locks that say volts only */
  battery_curve: BatteryCurve.default(lithiumCell),
  /** battery % at and below which a low-battery alarm rises */
  low_battery: z.int().min(1).max(90),
  /** what a connection must show before it counts as the lock */
  identity_rule: z.enum(identityRules).default('code'),
  /** where its locks connect from; where given, nobody from elsewhere counts as the lock */
  networks: z.array(Network).max(50).default([]),
  /** which password an unseal order carries */
  unseal_password: z.enum(unsealPasswords).default('none'),
  /** its locks can be sealed again once they were opened */
  reusable: z.boolean().default(true),
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
