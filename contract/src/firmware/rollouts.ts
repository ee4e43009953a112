import { z } from 'zod';
import { DeviceNumber } from '../devices/devices.ts';
import { call, Id, Line, Nothing, oneOrMore, Time } from '../kit/call.ts';
import { exportCall } from '../kit/exporting.ts';
import { Failures } from './failures.ts';
import { issueStates, rolloutDeeds, rolloutStates } from './steps.ts';

export const rolloutLimits = { devices: 20_000, numbers: 5000, canary: 50, wave: 2000, hours: 720 } as const;

/** Of later waves so many failures in a hundred are borne; of the canary none. */
export const FAILURES_BORNE = 10;
/** How many of a wave's locks may fail before it stops by itself; wave 0 is the canary. */
export const borneOf = (wave: number, locks: number): number =>
  wave === 0 ? 0 : Math.floor((locks * FAILURES_BORNE) / 100);
/** How long a lock may take from the first part until it has proved the version. */
export const UPGRADE_HOURS = 2;
/** Percent of its battery that a lock has to have left. */
export const UPGRADE_BATTERY = 40;

/** Why a lock gets none at all. */
export const issueRefusals = ['otherType', 'unsupported', 'disabled', 'outOfUse', 'sameVersion', 'underWay'] as const;
export type IssueRefusal = (typeof issueRefusals)[number];

/** What a lock that gets it waits for. */
export const issueWaits = ['offline', 'battery', 'sealed', 'onBatch', 'frozen'] as const;
export type IssueWait = (typeof issueWaits)[number];

const record = {
  firmware_id: Id,
  firmware_version: z.string(),
  device_type_name: z.string(),
  state: z.enum(rolloutStates),
  total: z.int(),
  /** of them those that get none */
  refused: z.int(),
  success: z.int(),
  failed: z.int(),
  /** neither */
  open: z.int(),
  canary: z.int(),
  wave_size: z.int(),
  /** hours from its start in which it begins with locks */
  hours: z.int(),
  deadline: Time.nullable(),
  reason: z.string(),
  oper_name: z.string(),
  login_name: z.string(),
  create_time: Time,
  start_time: Time.nullable(),
  end_time: Time.nullable(),
};
export const FirmwareRollout = z.object({ id: Id, ...record });
export type FirmwareRollout = z.output<typeof FirmwareRollout>;

const counts = z.object({ state: z.enum(issueStates), count: z.int() });
export const RolloutDetail = FirmwareRollout.extend({
  sha256: z.string(),
  /** the one that is under way; 0 is the canary */
  wave: z.int(),
  waves: z.array(z.object({ wave: z.int(), counts: z.array(counts) })),
  counts: z.array(counts),
  refusals: z.array(z.object({ refusal: z.enum(issueRefusals), count: z.int(), numbers: z.array(z.string()) })),
  /** of those that have not begun, what keeps them at this moment */
  waits: z.array(z.object({ wait: z.enum(issueWaits), count: z.int(), numbers: z.array(z.string()) })),
  /** steps people took, and those it took by itself, newest first */
  steps: z.array(
    z.object({
      step: z.enum(rolloutDeeds),
      /** '' = by itself */
      oper_name: z.string(),
      /** who approved it; '' = that took nobody */
      approver_name: z.string(),
      /** of a pause by itself: `right` or `key` */
      reason: z.string(),
      at: Time,
    }),
  ),
  /** what failed, by its cause */
  failures: z.array(Failures),
  /** it has stopped, and goes on when a second person approves that */
  by_two: z.boolean(),
  /** how long a request for that waits */
  minutes: z.int(),
  /** requests for it that wait */
  asked: z.array(
    z.object({ id: Id, oper_name: z.string(), login_name: z.string(), expire_time: Time, own: z.boolean() }),
  ),
});
export type RolloutDetail = z.output<typeof RolloutDetail>;

const filter = {
  state: oneOrMore(z.enum(rolloutStates)).optional(),
  /** a version, or who began it */
  keyword: Line(60).optional(),
};
const Reason = Line(200).min(4, { error: 'reasonShort' });
const step = <const N extends string, const P extends string>(name: N, zh: string, en: string, permit: P) =>
  call({
    path: `/firmwareRollout/${name}`,
    title: { zh, en },
    permit: `firmwareRollout:${permit}`,
    business: 'command',
    input: z.object({ id: Id, reason: Reason }),
    output: Nothing,
  });

/** A firmware for many locks: a few first, then wave by wave. */
export const firmwareRollouts = {
  /** Newest first, by cursor. */
  list: call({
    path: '/firmwareRollout/list',
    title: { zh: '查询固件升级', en: 'Search firmware roll-outs' },
    permit: 'firmwareRollout:list',
    business: null,
    input: z.object({ ...filter, before: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({ rows: z.array(FirmwareRollout), more: z.boolean() }),
  }),
  detail: call({
    path: '/firmwareRollout/detail',
    title: { zh: '查看固件升级', en: 'View a firmware roll-out' },
    permit: 'firmwareRollout:list',
    business: null,
    input: z.object({ id: Id }),
    output: RolloutDetail,
  }),
  export: exportCall({
    path: 'firmwareRollout',
    menu: 'firmwareRollout',
    title: { zh: '固件升级', en: 'firmware roll-outs' },
    filter,
    fields: Object.keys(record),
  }),
  /** What whoever begins one may choose from: published versions, organisations. */
  options: call({
    path: '/firmwareRollout/options',
    title: { zh: '查看可升级的固件', en: 'View firmware to roll out' },
    permit: 'firmwareRollout:add',
    business: null,
    input: z.object({}),
    output: z.object({
      firmware: z.array(
        z.object({ id: Id, firmware_version: z.string(), device_type_name: z.string(), devices: z.int() }),
      ),
      organisations: z.array(z.object({ id: Id, org_name: z.string() })),
    }),
  }),
  /** Fixes which locks are meant, in which wave, and says of each whether it would get it; nothing goes out. Whoever prepares another gives up the one before. */
  prepare: call({
    path: '/firmwareRollout/prepare',
    title: { zh: '预检固件升级', en: 'Preview a firmware roll-out' },
    permit: 'firmwareRollout:add',
    business: 'other',
    input: z.object({
      firmware_id: Id,
      of: z.discriminatedUnion('by', [
        /** all of its type, in this organisation and below */
        z.object({ by: z.literal('type'), org_id: Id.nullable() }),
        z.object({
          by: z.literal('numbers'),
          numbers: z.array(DeviceNumber).min(1, { error: 'selectOne' }).max(rolloutLimits.numbers),
        }),
      ]),
      canary: z.int().min(1).max(rolloutLimits.canary).default(5),
      wave_size: z.int().min(1).max(rolloutLimits.wave).default(50),
      hours: z.int().min(1).max(rolloutLimits.hours).default(72),
    }),
    output: z.object({ id: Id, /** numbers that none of the caller's devices has */ unknown: z.array(z.string()) }),
  }),
  /** Begins with the canary. What is typed is how many locks get it. */
  start: call({
    path: '/firmwareRollout/start',
    title: { zh: '开始固件升级', en: 'Start a firmware roll-out' },
    permit: 'firmwareRollout:add',
    business: 'command',
    input: z.object({ id: Id, count: z.int().min(1), reason: Reason }),
    output: Nothing,
  }),
  /** Nothing more begins; what is being sent comes to its end. */
  pause: step('pause', '暂停固件升级', 'Pause a firmware roll-out', 'pause'),
  /** Goes on; of one that stopped, the failures there are by now accepted. */
  resume: step('resume', '继续固件升级', 'Resume a firmware roll-out', 'resume'),
  /** What has not begun never does. */
  end: step('end', '结束固件升级', 'End a firmware roll-out', 'end'),
  /** Locks that failed get another try, in the wave under way; of one that is done, from the first wave of these on. */
  again: call({
    path: '/firmwareRollout/again',
    title: { zh: '重试失败的锁', en: 'Try failed locks again' },
    permit: 'firmwareRollout:add',
    business: 'command',
    input: z.object({ id: Id, reason: Reason }),
    output: z.object({ count: z.int() }),
  }),
};
