import { alarmSeverity } from '@plomb/contract/alarmSeverity';
import type { AlarmKind } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import { type Evidence, type SentCommand, withEvidence } from './evidence.ts';
import { type Accepted, type EventRow, judge, keyOf } from './judge.ts';
import { mergeReadings, type Place, type Present, type Readings } from './present.ts';
import type { Rules } from './rules.ts';

export interface Item {
  deviceId: number;
  report: LockReport;
}

/** A device as it was read at the beginning of the batch. */
export interface KnownDevice {
  deviceId: number;
  orgId: number;
  present: Present;
  commands: readonly SentCommand[];
  rules: Rules;
}

/** A device as the batch leaves it. */
export interface DeviceAfter {
  deviceId: number;
  orgId: number;
  present: Present;
  readings: Readings | null;
  /** when it last said something new, on our clock */
  receiveTime: number;
  /** false: only history came in */
  moved: boolean;
}

export interface StoredReport extends Item {
  orgId: number;
  verdict: Accepted;
}
export interface EventOf extends StoredReport {
  event: EventRow;
}

/** All that came of one kind of alarm of one device in the batch. */
export interface AlarmOf {
  deviceId: number;
  orgId: number;
  kind: AlarmKind;
  severity: 'critical' | 'warning' | 'info';
  fault: number;
  /** how often it rose; 0 when it was only cleared */
  hits: number;
  firstTime: number;
  lastTime: number;
  place: Place | null;
  /** the report whose event rang */
  source: StoredReport;
  cleared: boolean;
}

export interface EvidenceOf extends Evidence {
  source: StoredReport;
}

export interface Quarantined extends Item {
  reason: string;
}

/** What a batch does to the database. */
export interface Effects {
  stored: StoredReport[];
  devices: DeviceAfter[];
  events: EventOf[];
  alarms: AlarmOf[];
  evidence: EvidenceOf[];
  quarantined: Quarantined[];
  duplicates: number;
}

/** Judges a batch in memory. Reports of one device chain through each other; devices have nothing to do with each other. */
export const judgeBatch = (
  items: readonly Item[],
  devices: ReadonlyMap<number, KnownDevice>,
  /** by device, keys of its reports that are stored already */
  stored: ReadonlyMap<number, Set<string>>,
): Effects => {
  const effects: Effects = {
    stored: [],
    devices: [],
    events: [],
    alarms: [],
    evidence: [],
    quarantined: [],
    duplicates: 0,
  };
  for (const [deviceId, own] of byDevice(items)) {
    const known = devices.get(deviceId);
    if (known) judgeDevice(known, own, new Set(stored.get(deviceId)), effects);
    // deleted while its report was on the way
    else for (const report of own) effects.quarantined.push({ deviceId, report, reason: 'unregistered' });
  }
  return effects;
};

/** In the order of device ids: every writer locks rows in the same order, so none waits for another in a circle. */
const byDevice = (items: readonly Item[]): [number, LockReport[]][] => {
  const groups = new Map<number, LockReport[]>();
  for (const { deviceId, report } of items) {
    const group = groups.get(deviceId);
    if (group) group.push(report);
    else groups.set(deviceId, [report]);
  }
  return [...groups].sort(([a], [b]) => a - b);
};

const judgeDevice = (device: KnownDevice, reports: LockReport[], stored: Set<string>, effects: Effects): void => {
  const { deviceId, orgId } = device;
  let { present, commands } = device;
  let readings: Readings | null = null;
  let receiveTime = Number.NEGATIVE_INFINITY;
  let moved = false;
  const alarms = new Map<AlarmKind, AlarmOf>();
  for (const report of reports) {
    const verdict = judge({ present, commands, stored }, report, device.rules);
    if (verdict.kind === 'duplicate') {
      effects.duplicates++;
      continue;
    }
    if (verdict.kind === 'quarantine') {
      effects.quarantined.push({ deviceId, report, reason: verdict.reason });
      continue;
    }
    if (reports.length > 1) stored.add(keyOf(report, verdict.hash));
    const source: StoredReport = { deviceId, orgId, report, verdict };
    effects.stored.push(source);
    if (verdict.next) {
      present = verdict.next;
      moved = true;
    }
    if (verdict.readings) readings = readings ? mergeReadings(readings, verdict.readings) : verdict.readings;
    receiveTime = Math.max(receiveTime, report.receiveTime);
    if (verdict.event) effects.events.push({ ...source, event: verdict.event });
    if (verdict.evidence) {
      commands = withEvidence(commands, verdict.evidence);
      effects.evidence.push({ ...verdict.evidence, source });
    }
    if (verdict.alarms.length > 0) noteAlarms(alarms, source);
  }
  effects.alarms.push(...alarms.values());
  if (Number.isFinite(receiveTime)) effects.devices.push({ deviceId, orgId, present, readings, receiveTime, moved });
};

const noteAlarms = (alarms: Map<AlarmKind, AlarmOf>, source: StoredReport): void => {
  const { deviceId, orgId, report, verdict } = source;
  for (const { kind, cleared, fault } of verdict.alarms) {
    const time = report.deviceTime;
    const before = alarms.get(kind);
    if (before) {
      // cleared and risen again between two commits: for whoever watches it never went away
      before.cleared = cleared;
      before.lastTime = Math.max(before.lastTime, time);
      before.firstTime = Math.min(before.firstTime, time);
      if (!cleared) before.hits++;
    } else
      alarms.set(kind, {
        deviceId,
        orgId,
        kind,
        severity: alarmSeverity[kind],
        fault,
        hits: cleared ? 0 : 1,
        firstTime: time,
        lastTime: time,
        place: verdict.place,
        source,
        cleared,
      });
  }
};
