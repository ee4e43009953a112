import { type AlarmKind, Fault, type LockAction, type LockSource, type LockStatus } from '@plomb/contract/lock';
import type { LockReport, ReportEvent } from '@plomb/contract/report';
import type { SentCommand } from './evidence.ts';
import type { Known } from './judge.ts';
import { firstContact, type Present } from './present.ts';
import { authorisedByTheLock, type Rules } from './rules.ts';

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
  deviceTime: noon - minutes(1),
  lockSince: noon - minutes(60),
  ...changes,
});

export const rules = (changes: Partial<Rules> = {}): Rules => ({
  sealModel: 'native',
  lowBattery: 20,
  areas: [],
  acceptDays: 31,
  authorised: authorisedByTheLock,
  ...changes,
});

export const known = (state: Partial<Present> = {}, commands: SentCommand[] = [], stored: string[] = []): Known => ({
  present: present(state),
  commands,
  stored: new Set(stored),
});

/** A command written to the lock half a minute before noon. */
export const sent = (kind: SentCommand['kind'], changes: Partial<SentCommand> = {}): SentCommand => ({
  id: 7,
  kind,
  state: 'sent',
  sentTime: noon - 30_000,
  expireTime: noon + minutes(30),
  evidence: null,
  ...changes,
});
