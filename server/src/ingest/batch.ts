import { alarmSeverity } from '@plomb/contract/alarmSeverity';
import type { AlarmKind } from '@plomb/contract/lock';
import type { LockReport } from '@plomb/contract/report';
import type { SentCommand } from './evidence.ts';
import { type Amended, type EvidenceChange, foldWords, isSameState, type Told, type Uncovered } from './fold.ts';
import type { History } from './history.ts';
import type { Intake, Taken } from './intake.ts';
import { type FenceNeighbours, judgePresent } from './judgePresent.ts';
import type { Ring } from './lockFold.ts';
import type { Place, Present, Readings } from './present.ts';
import type { Rules } from './rules.ts';

export interface Item {
  deviceId: number;
  report: LockReport;
}

/** A device as it was read at the beginning of the batch. */
export interface DeviceBefore {
  deviceId: number;
  orgId: number;
  present: Present;
  rules: Rules;
}

/** A device's part of a batch, with all it is judged by. */
export interface DeviceBatch extends DeviceBefore {
  intake: Intake;
  commands: readonly SentCommand[];
  /** null: all its words are newer than those known */
  history: History | null;
  fences: FenceNeighbours;
}

/** A device as the batch leaves it. */
export interface DeviceAfter {
  deviceId: number;
  orgId: number;
  present: Present;
  readings: Readings | null;
  /** when it last said something, on our clock; null: nobody knows that it was this device */
  receiveTime: number | null;
  /** false: only history came in */
  moved: boolean;
  lockMoved: boolean;
  clockMoved: boolean;
}

interface Owned {
  deviceId: number;
  orgId: number;
}
export interface StoredReport extends Owned {
  taken: Taken;
  /** late or replayed */
  late: boolean;
  /** the status its row of history carries; 255 where a late report does not say */
  lockStatus: number;
}
export interface EventOf extends Owned, Told {}
export interface AmendedOf extends Owned, Amended {}
export interface UncoveredOf extends Owned, Uncovered {}
export interface EvidenceOf extends EvidenceChange {
  deviceId: number;
}

/** All that came of one kind of alarm of one device in the batch. */
export interface AlarmOf extends Owned {
  kind: AlarmKind;
  severity: 'critical' | 'warning' | 'info';
  fault: number;
  /** how often it rose; 0 when it was only cleared */
  hits: number;
  /** on our clock */
  firstTime: number;
  lastTime: number;
  place: Pick<Place, 'lon' | 'lat'> | null;
  /** what rang: a word, or a stored event judged again */
  source: Taken | Amended['event'] | Uncovered['statement'];
  /** told long after it happened */
  late: boolean;
  /** rings because the lock's clock is in doubt */
  doubtful: boolean;
  /** nobody who rang it had proved to be the lock */
  unproved: boolean;
  cleared: boolean;
}

export interface Explained {
  deviceId: number;
  kind: AlarmKind;
}

export interface Quarantined extends Item {
  reason: string;
}

/** What a batch does to the database. */
export interface Effects {
  stored: StoredReport[];
  devices: DeviceAfter[];
  events: EventOf[];
  amended: AmendedOf[];
  uncovered: UncoveredOf[];
  alarms: AlarmOf[];
  /** kinds some of whose rings a late word has explained */
  explained: Explained[];
  /** devices whose words in doubt were merely late */
  cleared: number[];
  /** kinds that rang in doubt and are certain now */
  undoubted: Explained[];
  evidence: EvidenceOf[];
  quarantined: Quarantined[];
  duplicates: number;
}

export const noEffects = (): Effects => ({
  stored: [],
  devices: [],
  events: [],
  amended: [],
  uncovered: [],
  alarms: [],
  explained: [],
  cleared: [],
  undoubted: [],
  evidence: [],
  quarantined: [],
  duplicates: 0,
});

/** Judges a batch in memory. Devices have nothing to do with each other. */
export const judgeBatch = (devices: readonly DeviceBatch[]): Effects => {
  const effects = noEffects();
  for (const device of devices) judgeDevice(device, effects);
  return effects;
};

/** In the order of device ids: every writer locks rows in the same order, so none waits for another in a circle. */
export const byDevice = (items: readonly Item[]): [number, LockReport[]][] => {
  const groups = new Map<number, LockReport[]>();
  for (const { deviceId, report } of items) {
    const group = groups.get(deviceId);
    if (group) group.push(report);
    else groups.set(deviceId, [report]);
  }
  return [...groups].sort(([a], [b]) => a - b);
};

const judgeDevice = (device: DeviceBatch, effects: Effects): void => {
  const { deviceId, orgId, present, rules, commands, history, intake } = device;
  effects.duplicates += intake.duplicates;
  for (const { report, reason } of intake.quarantined) effects.quarantined.push({ deviceId, report, reason });
  if (intake.taken.length === 0) return;

  const alarms = new Alarms(deviceId, orgId);
  const fold = foldWords(present, intake.taken, commands, rules, history);
  for (const told of fold.told) {
    const { judged, taken, doubtRings } = told;
    if (judged.row) effects.events.push({ deviceId, orgId, ...told });
    for (const ring of judged.rings)
      if (!taken.report.heard?.includes(ring.kind)) alarms.ring(ring, taken.at, taken, taken.place);
    for (const ring of doubtRings) alarms.ring(ring, taken.at, taken, taken.place, { late: false, doubtful: true });
  }
  for (const amended of fold.amended) {
    effects.amended.push({ deviceId, orgId, ...amended });
    const place = amended.event.word && 'place' in amended.event.word ? amended.event.word.place : null;
    for (const ring of amended.late) alarms.ring(ring, amended.event.key.at, amended.event, place, { late: true });
    for (const kind of amended.early) effects.explained.push({ deviceId, kind });
    if (amended.event.retimed) for (const kind of amended.event.doubtRang) effects.undoubted.push({ deviceId, kind });
  }
  for (const uncovered of fold.uncovered) {
    effects.uncovered.push({ deviceId, orgId, ...uncovered });
    const { key, word } = uncovered.statement;
    for (const ring of uncovered.judged.rings)
      alarms.ring(ring, key.at, uncovered.statement, word.place, { late: true });
  }
  for (const change of fold.evidence) effects.evidence.push({ deviceId, ...change });
  if (intake.settled === 'late') effects.cleared.push(deviceId);

  const judged = judgePresent(device, fold.state, fold.told, alarms);
  for (const stored of judged.stored) effects.stored.push({ deviceId, orgId, ...stored });
  effects.alarms.push(...alarms.all());
  effects.devices.push({
    deviceId,
    orgId,
    present: judged.present,
    readings: judged.readings,
    receiveTime: judged.receiveTime,
    moved: judged.moved || !isSameState(present, fold.state),
    lockMoved:
      !isSameState(present, fold.state) ||
      judged.present.lockTime !== present.lockTime ||
      judged.present.lockSerial !== present.lockSerial,
    clockMoved: judged.present.clock !== present.clock,
  });
};

/** Told this long after it happened, an alarm says so. */
const lateAfter = 5 * 60_000;

/** The alarms of one device in one batch, by kind. */
export class Alarms {
  readonly #byKind = new Map<AlarmKind, AlarmOf>();
  readonly #owner: Owned;

  constructor(deviceId: number, orgId: number) {
    this.#owner = { deviceId, orgId };
  }

  ring(
    { kind, fault }: Ring,
    at: number,
    source: AlarmOf['source'],
    place: AlarmOf['place'],
    { late = isLate(source, at), doubtful = false } = {},
  ): void {
    const before = this.#byKind.get(kind);
    const unproved = isUnproved(source);
    if (!before) {
      this.#note({ kind, fault }, at, source, place, { hits: 1, late, doubtful, unproved, cleared: false });
      return;
    }
    // it stands where it last rang: an older word does not move it, nor does a stranger's move the lock's own
    if (place && (before.unproved === unproved ? at >= before.lastTime : before.unproved)) before.place = place;
    // cleared and risen again between two commits: for whoever watches it never went away
    before.cleared = false;
    before.hits++;
    before.lastTime = Math.max(before.lastTime, at);
    before.firstTime = Math.min(before.firstTime, at);
    before.late &&= late;
    before.doubtful &&= doubtful;
    before.unproved &&= unproved;
  }

  clear(kind: AlarmKind, at: number, source: Taken): void {
    const before = this.#byKind.get(kind);
    if (before) before.cleared = true;
    else
      this.#note({ kind, fault: 0 }, at, source, null, {
        hits: 0,
        late: false,
        doubtful: false,
        unproved: false,
        cleared: true,
      });
  }

  all(): Iterable<AlarmOf> {
    return this.#byKind.values();
  }

  #note(
    { kind, fault }: Ring,
    at: number,
    source: AlarmOf['source'],
    place: AlarmOf['place'],
    rest: Pick<AlarmOf, 'hits' | 'late' | 'doubtful' | 'unproved' | 'cleared'>,
  ): void {
    this.#byKind.set(kind, {
      ...this.#owner,
      kind,
      fault,
      severity: alarmSeverity[kind],
      firstTime: at,
      lastTime: at,
      source,
      place,
      ...rest,
    });
  }
}

/** What is stored and judged again counts only if it was the lock's own. */
const isUnproved = (source: AlarmOf['source']): boolean => 'report' in source && !source.report.authenticated;

const isLate = (source: AlarmOf['source'], at: number): boolean =>
  'report' in source && source.report.receiveTime - at > lateAfter;
