import type { AlarmKind, LockFamily } from '@plomb/contract/lock/codes';
import type { Item } from './deviceBatch.ts';
import type { Amended, EvidenceChange, Told, Uncovered } from './fold.ts';
import type { Taken } from './intake.ts';
import type { Place, Present, Readings } from './present.ts';

/** A device as the batch leaves it. */
export interface DeviceAfter {
  deviceId: number;
  orgId: number;
  family: LockFamily;
  present: Present;
  readings: Readings | null;
  /** when it last said something, on our clock; null: nobody knows that it was this device */
  receiveTime: number | null;
  /** false: only history came in */
  moved: boolean;
  lockMoved: boolean;
  clockMoved: boolean;
  asideMoved: boolean;
}

export interface Owned {
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
  /** by their names, the fences that were left or entered, and whose these are */
  fences: { name: string; orgId: number }[];
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
  /** kinds that were rung by words whose time is another now */
  retimed: Explained[];
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
  retimed: [],
  evidence: [],
  quarantined: [],
  duplicates: 0,
});
