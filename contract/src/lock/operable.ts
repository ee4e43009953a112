import { type LockFamily, LockStatus } from './codes.ts';
import {
  type Connection,
  type ConnectionFacts,
  connectionFactsOf,
  connectionOf,
  connectionUntil,
} from './connection.ts';
import type { lockRefusals } from './errors.ts';
import { type CommandKind, movesMetal, orderKinds, type PhysicalKind } from './orderKinds.ts';

/**
 * Who knows that a lock is sealed. `native`: the lock itself. `platform`: the lock knows only that it is locked; sealed
 * is what the platform holds since a seal order, until the lock is opened.
 */
export type SealModel = 'native' | 'platform';
export const sealModel: Record<LockFamily, SealModel> = {
  hhd: 'native',
  jt701: 'platform',
  jointech808: 'platform',
};

/**
 * When a family tells how its metal is. `reports`: in every one. `changes`: only when it changes, so a report that tells
 * none says that there was none.
 */
export type StateTold = 'reports' | 'changes';
export const stateTold: Record<LockFamily, StateTold> = {
  hhd: 'changes',
  jt701: 'reports',
  jointech808: 'reports',
};

/**
 * Of when the newest word of a lock about its metal is, ms since 1970; null = it never said one. The platform's own word,
 * by which it holds a seal, makes none of the lock's younger.
 */
export const wordTimeOf = (
  family: LockFamily,
  { lockTime, presentTime, held }: { lockTime: number | null; presentTime: number | null; held: boolean },
): number | null => {
  if (lockTime === null || presentTime === null) return lockTime;
  if (stateTold[family] === 'changes') return Math.max(lockTime, presentTime);
  return held ? Math.min(lockTime, presentTime) : lockTime;
};

/** What keeps a device that is in service from being in use; of several the gravest stands, which is the first. */
export const outOfUse = ['scrapped', 'lost', 'maintenance'] as const;
export type OutOfUse = (typeof outOfUse)[number];

export const outOfUseOf = (device: { device_state: string; lost: boolean }): OutOfUse | null => {
  if (device.device_state === 'scrapped') return 'scrapped';
  if (device.lost) return 'lost';
  return device.device_state === 'maintenance' ? 'maintenance' : null;
};

/**
 * Why a device that is out of use takes no order, whatever its lock says; null = it does. In maintenance it is set up and tried, not
 * sealed and not opened from afar. A lost one can be asked where it is and told to report often; nobody is given what opens it.
 */
export const refusalByUse = (
  out_of_use: OutOfUse | null,
  { moves, opens }: { moves: boolean; opens: boolean },
): keyof typeof lockRefusals | null => {
  if (out_of_use === 'scrapped') return 'deviceScrapped';
  if (out_of_use === 'lost') return opens ? 'deviceLost' : null;
  return out_of_use === 'maintenance' && moves ? 'deviceInMaintenance' : null;
};

export interface LockFacts {
  family: LockFamily;
  out_of_use: OutOfUse | null;
  lock_status: number;
  /** battery %, null = unknown */
  electric: number | null;
  /** see `isFresh` */
  fresh: boolean;
}

export interface WordFacts {
  /** of the lock's newest word about its metal, by our clock (`wordTimeOf`); null = it never said one */
  lock_time: string | null;
  /** see connection.ts */
  connected: boolean;
  report_interval: number;
  sleep_interval: number;
}

const wordFactsOf = (lock: WordFacts): ConnectionFacts => connectionFactsOf({ ...lock, seen_time: lock.lock_time });

/**
 * Whether a status is the present one and not just the last that is known: the lock has said how its metal is within twice
 * the expected interval (`wordTimeOf`). A sign of life, a report that is put aside, or what the lock told today of last week,
 * is no such word.
 */
export const isFreshBy = (connection: Connection, now: number, word: ConnectionFacts): boolean =>
  connection !== 'offline' && connectionOf(now, word) !== 'offline';
export const isFresh = (lock: WordFacts, connection: Connection, now: number): boolean =>
  isFreshBy(connection, now, wordFactsOf(lock));

/** When silence alone makes another answer of `isFresh`, `connection` staying what it is: see `connectionUntil`. */
export const freshUntil = (lock: WordFacts, now: number): number => connectionUntil(now, wordFactsOf(lock));

type No = keyof typeof lockRefusals | null;

/** A lock that stops half-way stays open: with an empty battery none is unsealed. */
export const refusalByBattery = ({ electric }: Pick<LockFacts, 'electric'>): No =>
  electric !== null && electric <= 5 ? 'batteryTooLow' : null;

/** Why an order makes no sense by what the lock said of itself; null = it does. */
export const refusalByWord = (kind: CommandKind, lock: LockFacts): No => {
  // the password of the factory, which everybody knows, would open it
  if (kind === 'factory_reset') return lock.lock_status === LockStatus.sealedLocked ? 'unsealFirst' : null;
  if (!movesMetal(kind)) return null;
  const model = sealModel[lock.family];
  // An order that is sent is judged by the lock itself; what was last known of it may be long past. A seal the platform
  // merely holds rests on nothing but the state.
  if (!lock.fresh) return kind === 'seal' && model === 'platform' ? 'stateStale' : null;
  if (kind === 'seal') {
    if (lock.lock_status === LockStatus.sealedLocked) return model === 'platform' ? 'alreadyHeld' : 'alreadySealed';
    if (lock.lock_status === LockStatus.unsealedOpen) return 'closeShackleFirst';
    // a seal the platform merely holds needs a lock that is known to be closed
    if (model === 'platform' && lock.lock_status !== LockStatus.unsealedLocked) return 'closeShackleFirst';
    return null;
  }
  // one that is closed and not sealed is opened by the same order, where the lock itself knows no seal
  if (lock.lock_status === LockStatus.unsealedOpen) return 'alreadyOpen';
  if (lock.lock_status === LockStatus.unsealedLocked && model === 'native') return 'alreadyUnsealed';
  return null;
};

/**
 * Why a lock is not sealed or unsealed now, as far as it shows; null = it is. One rule for the server, which refuses by it,
 * and the console, which says so before anybody fills in a form.
 */
export const refusalByState = (kind: PhysicalKind, lock: LockFacts): No =>
  refusalByUse(lock.out_of_use, orderKinds[kind]) ??
  (kind === 'unseal' ? refusalByBattery(lock) : null) ??
  refusalByWord(kind, lock);
