import { type AlarmKind, Fault, type LockAction, type LockSource, type LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport, ReportEvent } from '@plomb/contract/lock/report';
import { judgeBatch } from '../batch.ts';
import type { Clock } from '../clock.ts';
import type { DeviceBatch } from '../deviceBatch.ts';
import { authorisedByTheLock, type Rules } from '../deviceRules.ts';
import type { DeviceAfter, Effects } from '../effects.ts';
import type { SentCommand } from '../evidence.ts';
import type { Fence, LockFences } from '../fenceCache.ts';
import type { Area } from '../fences.ts';
import { takeIn } from '../intake.ts';
import type { EventRow } from '../lockFold.ts';
import { firstContact, type Present } from '../present.ts';

/** A moment at which nothing special happens; tests count from it. */
export const noon = Date.UTC(2026, 5, 15, 12);
export const minutes = (n: number): number => n * 60_000;

let frames = 0;

/** A timed report with a fix and nothing to tell. Each has a frame of its own unless one is given. */
export const aReport = (changes: Partial<LockReport> = {}): LockReport => {
  frames++;
  const deviceTime = changes.deviceTime ?? noon;
  return {
    sn: '13912344323',
    family: 'hhd',
    msg_type: 0,
    replay: false,
    authenticated: true,
    deviceTime,
    receiveTime: changes.receiveTime ?? deviceTime + 800,
    serial: frames % 65_536,
    part: 0,
    position: { lon: 121.47, lat: 31.23, fix: true, altitude: 12, velocity: 36.5, heading: 90, satellites: 9 },
    event: null,
    ls: null,
    fault: Fault.none,
    electric: 80,
    charging: null,
    voltage: 4.03,
    temperature: null,
    mileage: 120.5,
    signal: 20,
    mcc: 460,
    mnc: 0,
    lac: 10_160,
    cid: 217_643_815,
    icc_card_no: null,
    sim_card: null,
    imsi: null,
    ver: null,
    subLocks: [],
    wifi: [],
    notUnderstood: [],
    unlockPassword: null,
    report_reson: '0200',
    raw: Buffer.from(`frame ${frames}`),
    ...changes,
  };
};

export const anEvent = (
  lst: LockAction,
  lso: LockSource | null,
  ls: LockStatus | null,
  rest: Partial<ReportEvent> = {},
) => ({
  code: `test:${lst}/${lso}`,
  lst,
  lso,
  ls,
  alarms: [] as AlarmKind[],
  actor: null,
  ...rest,
});

export const present = (changes: Partial<Present> = {}): Present => ({
  ...firstContact,
  presentTime: noon - minutes(1),
  deviceTime: noon - minutes(1),
  lockTime: noon - minutes(60),
  lockSince: noon - minutes(60),
  ...changes,
});

export const rules = (changes: Partial<Rules> = {}): Rules => ({
  family: changes.sealModel === 'platform' ? 'jt701' : 'hhd',
  sealModel: 'native',
  lowBattery: 20,
  fences: null,
  acceptDays: 31,
  managed: [],
  swipes: null,
  authorisations: [],
  frozen: [],
  authorised: authorisedByTheLock,
  ...changes,
});

let fences = 0;
/** Fences near every place, which ring when they are left. */
export const fencesOf = (...areas: (Area | (Partial<Fence> & { area: Area }))[]): LockFences => {
  const all = areas.map((one): Fence => {
    const id = ++fences;
    const usual = { id, name: `fence ${id}`, orgId: 1, alarmOn: 'leave' as const, schedule: null };
    return typeof one === 'function' ? { ...usual, area: one } : { ...usual, ...one };
  });
  const near: LockFences = () => all;
  near.by = (id) => all.find((one) => one.id === id);
  return near;
};

/** A command written to the lock half a minute before noon. */
export const sent = (kind: SentCommand['kind'], changes: Partial<SentCommand> = {}): SentCommand => ({
  id: 7,
  kind,
  by: 'Zhou Min',
  provable: true,
  sentTime: noon - 30_000,
  expireTime: noon + minutes(30),
  evidence: null,
  eventId: null,
  user: null,
  password: null,
  since: null,
  until: null,
  ...changes,
});

/** A device before a batch, and reports that come while nothing stored is newer. */
export const aBatch = (
  reports: readonly LockReport[],
  { state = {}, commands = [], given = rules(), stored = [] }: Given = {},
): DeviceBatch => {
  const before = present(state);
  return {
    deviceId: 1,
    orgId: 1,
    present: before,
    rules: given,
    commands,
    intake: takeIn(before, new Set(stored), reports, given),
    history: null,
    around: [],
  };
};
interface Given {
  state?: Partial<Present>;
  commands?: readonly SentCommand[];
  given?: Rules;
  stored?: readonly string[];
}

/** What one report comes to, in the words of the tests. */
export const judged = (told: Partial<LockReport>, given: Given = {}): Judged => {
  const effects = judgeBatch([aBatch([aReport(told)], given)]);
  const after = effects.devices[0];
  return {
    effects,
    next: after?.present ?? present(given.state),
    after,
    event: effects.events[0]?.judged.row ?? null,
    kinds: effects.alarms.map((alarm) => (alarm.cleared ? `-${alarm.kind}` : alarm.kind)),
    evidence: effects.evidence.map(({ commandId, evidence }) => [commandId, evidence?.result ?? null]),
  };
};
interface Judged {
  effects: Effects;
  next: Present & { clock: Clock };
  after: DeviceAfter | undefined;
  event: EventRow | null;
  kinds: string[];
  evidence: [number, string | null][];
}
