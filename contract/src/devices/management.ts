import { z } from 'zod';
import { call, Id, Line, Nothing, Time } from '../kit/call.ts';
import { LockStatus } from '../lock/codes.ts';
import { type ConnectionFacts, offlineFrom } from '../lock/connection.ts';
import type { lockRefusals } from '../lock/errors.ts';
import type { deviceRefusals } from './errors.ts';
import { type DeviceState, StockStatus } from './stockSteps.ts';

/** Minutes that entering and renewing give at most, hours that a lease lasts at most, and minutes out of reach that end it. */
export const LEASE_MINUTES = 30;
export const LEASE_HOURS = 4;
export const OFFLINE_MINUTES = 30;

/** Why a device is out of management mode again. `right`: its holder may not have it any more. `unusable`: it was disabled, retired, lost, scrapped or went to another organisation. */
export const managementEnds = ['exit', 'lease_end', 'signed_out', 'right', 'seal', 'offline', 'unusable'] as const;
export type ManagementEnd = (typeof managementEnds)[number];

/** All that decides whether a device can be put into management mode. */
export interface Enterable {
  retired_time: string | null;
  status: 1 | 2;
  device_state: DeviceState;
  lost: boolean;
  lock_status: number;
  stock_status: number;
  /** somebody has it in management mode, whoever that is */
  held: boolean;
}

const { inventory, issued, used, opening } = StockStatus;
const managed: readonly number[] = [inventory, issued, used, opening];

type Refused = keyof typeof deviceRefusals | keyof typeof lockRefusals;
/** Why a device cannot be put into management mode; null = it can. One rule for the server and the console. */
export const refusalToEnter = (device: Enterable, connection: ConnectionFacts, now: number): Refused | null => {
  if (device.retired_time !== null) return 'deviceRetired';
  if (device.status !== 1) return 'deviceDisabled';
  if (device.device_state === 'scrapped') return 'deviceScrapped';
  if (device.lost) return 'deviceLost';
  if (device.held) return 'managementHeld';
  if (device.lock_status === LockStatus.sealedLocked) return 'stockSealed';
  if (!managed.includes(device.stock_status)) return 'stockStep';
  return isGone(connection, now) ? 'managementOffline' : null;
};

const isGone = (connection: ConnectionFacts, now: number): boolean =>
  now > offlineFrom(connection) + OFFLINE_MINUTES * 60_000;

/** A lease, times in ms since 1970. */
export interface HeldLease {
  until: number;
  /** whoever holds it is signed in still; of an API key: it is in force */
  present: boolean;
  /** and may put the device into management mode still */
  able: boolean;
  connection: ConnectionFacts;
}

/** What has ended a lease by itself; null = nothing. Seals and what makes a device unusable end it in the database. */
export const endOf = ({ until, present, able, connection }: HeldLease, now: number): ManagementEnd | null => {
  if (now >= until) return 'lease_end';
  if (!present) return 'signed_out';
  if (!able) return 'right';
  return isGone(connection, now) ? 'offline' : null;
};

/** A time in which one person had a device in management mode. */
export const Management = z.object({
  id: Id,
  oper_name: z.string(),
  login_name: z.string(),
  /** whoever asks holds it */
  mine: z.boolean(),
  reason: z.string(),
  enter_time: Time,
  /** when it ends if it is not renewed */
  until_time: Time,
  /** null: it is in management mode */
  end_time: Time.nullable(),
  ended_by: z.enum(managementEnds).nullable(),
  /** what the lock did and what it was told meanwhile: also what came late */
  events: z.int(),
  orders: z.int(),
});
export type Management = z.output<typeof Management>;

/** What a device in management mode shows wherever it is shown: who has it ('' = nobody) and until when. */
export const managementShown = { management_by: z.string(), management_until: Time.nullable() };

/**
 * Management mode, a lease on one device for commissioning and repair: what is done to its lock meanwhile is kept, and
 * rings nothing but what is forced.
 */
export const deviceManagement = {
  /** Newest first, by cursor. */
  list: call({
    path: '/device/management/list',
    title: { zh: '查询管理模式记录', en: 'Search times of management mode' },
    permit: 'device:list',
    business: null,
    input: z.object({ device_id: Id, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(Management), more: z.boolean() }),
  }),
  enter: call({
    path: '/device/management/enter',
    title: { zh: '进入管理模式', en: 'Enter management mode' },
    permit: 'device:manage',
    business: 'update',
    input: z.object({
      device_id: Id,
      minutes: z.int().min(1).max(LEASE_MINUTES).default(LEASE_MINUTES),
      reason: Line(200).min(1, { error: 'required' }),
    }),
    output: Nothing,
  }),
  renew: call({
    path: '/device/management/renew',
    title: { zh: '延长管理模式', en: 'Renew management mode' },
    permit: 'device:manage',
    business: 'update',
    input: z.object({ device_id: Id }),
    output: Nothing,
  }),
  exit: call({
    path: '/device/management/exit',
    title: { zh: '退出管理模式', en: 'Exit management mode' },
    permit: 'device:manage',
    business: 'update',
    input: z.object({ device_id: Id }),
    output: Nothing,
  }),
};
