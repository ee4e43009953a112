import { type AlarmKind, Fault, LockStatus } from '@plomb/contract/lock/codes';
import type { LockReport, ReportEvent } from '@plomb/contract/lock/report';
import type { Swipe } from '@plomb/contract/lock/swipe';

/** The place of a word in the history of its lock. */
export interface WordKey {
  /** when it happened, on our clock, ms since 1970 */
  readonly at: number;
  readonly serial: number;
  readonly part: number;
  readonly receiveTime: number;
  readonly hash: number;
}

export type HeardReport = LockReport & {
  /** its word rang before it had its place in time: this is how */
  readonly heard?: readonly AlarmKind[];
  /** the database refused its place and readings */
  readonly stripped?: true;
};

/** What a lock says of its metal: an event, a fault that blinds or betrays, or a status it states. */
export interface LockWord extends WordKey {
  readonly deviceTime: number;
  readonly event: ReportEvent | null;
  readonly fault: Fault;
  /** the status it states without an event */
  readonly ls: LockStatus | null;
  readonly place: { readonly lon: number; readonly lat: number } | null;
  /** its device had proved who it is */
  readonly authenticated: boolean;
  /** sent from the lock's memory */
  readonly replay: boolean;
  /** its own time was no time: it is judged by when it came */
  readonly timed: boolean;
  /** how its swipe was judged while the lock was with somebody else */
  readonly swipe?: Swipe | null;
}

/** What of a word its event keeps beside its own columns: all it is judged by. */
export type KeptWord = Pick<LockWord, 'event' | 'fault' | 'ls'>;

/** A seal the platform began to hold, by an order; nothing was sent. */
export interface SealOrder extends WordKey {
  readonly commandId: number;
  readonly actor: string;
}

/** Faults after which nobody knows what the metal does; the other faults are a badge beside the status. */
export const blindingFaults: readonly Fault[] = [Fault.hallSensor, Fault.lockMotor, Fault.lockFailure];
/** Faults that are a deed. */
export const tamperFaults: readonly Fault[] = [Fault.illegalUnlocking, Fault.illegalUnlock];
const metal: ReadonlySet<number> = new Set([...blindingFaults, ...tamperFaults]);

/** Whether a report is a word of its lock; most are positions and nothing else. */
export const saysMetal = ({ event, fault, ls }: Pick<LockReport, 'event' | 'fault' | 'ls'>): boolean =>
  event !== null || metal.has(fault) || (ls !== null && ls !== LockStatus.initial);

/** What a report says of the metal, without its place and readings. */
export const wordAlone = (report: LockReport): HeardReport => ({
  ...report,
  stripped: true,
  position: null,
  electric: null,
  charging: null,
  voltage: null,
  temperature: null,
  mileage: null,
  signal: null,
  mcc: null,
  mnc: null,
  lac: null,
  cid: null,
  icc_card_no: null,
  sim_card: null,
  imsi: null,
  ver: null,
});

/** A frame's number counts to here and begins again. */
const modulus: Record<LockReport['family'], number> = { hhd: 65_536, jt701: 256, jointech808: 65_536 };

/**
 * The true order of what happened to one lock: by time; in the same second by the lock's own count, which goes round;
 * then by arrival. The hash settles what is left, so that any two ways of sorting agree.
 */
export const trueOrder =
  (family: LockReport['family']) =>
  (a: WordKey, b: WordKey): number =>
    a.at - b.at ||
    round(a.serial - b.serial, modulus[family]) ||
    a.part - b.part ||
    a.receiveTime - b.receiveTime ||
    a.hash - b.hash;

/** A difference on a circle, within half of it. */
const round = (difference: number, circle: number): number => {
  const d = ((difference % circle) + circle) % circle;
  return d > circle / 2 ? d - circle : d;
};
