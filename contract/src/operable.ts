import { connectionOf } from './connection.ts';
import type { Connection } from './devices.ts';
import type { ErrorCode } from './errors.ts';
import { type LockFamily, LockStatus } from './lock.ts';
import type { CommandKind } from './locks.ts';

/**
 * Who knows that a lock is sealed. `native`: the lock itself. `platform`: the lock knows only that it is locked; sealed
 * is what the platform holds since a seal order, until the lock is opened.
 */
export type SealModel = 'native' | 'platform';
export const sealModel: Record<LockFamily, SealModel> = { hhd: 'native', jt701: 'platform' };

export interface LockFacts {
  family: LockFamily;
  lock_status: number;
  /** battery %, null = unknown */
  electric: number | null;
  /** see `isFresh` */
  fresh: boolean;
}

export interface WordFacts {
  family: LockFamily;
  /** of the lock's newest word about its metal, by our clock; null = it never said one */
  lock_time: string | null;
  /** see connection.ts */
  connected: boolean;
  report_interval: number;
  sleep_interval: number;
}

/**
 * Whether a status is the present one and not just the last that is known: the lock is heard of within twice the expected
 * interval. Where sealed is merely held it rests on what the lock last said of its shackle, and a sign of life, or what the
 * lock told today of last week, is no such word: that must be as young itself.
 */
export const isFresh = (lock: WordFacts, connection: Connection, now: number): boolean => {
  if (connection === 'offline') return false;
  if (sealModel[lock.family] === 'native') return true;
  const { connected, lock_time, report_interval: reportInterval, sleep_interval: sleepInterval } = lock;
  const seen = lock_time === null ? null : Date.parse(lock_time);
  return connectionOf(now, { connected, seen, reportInterval, sleepInterval }) !== 'offline';
};

/**
 * Why an order makes no sense in the present state of a lock; null = it does. One rule for the server, which refuses by
 * it, and the console, which says so before anybody fills in a form.
 */
export const refusalByState = (kind: CommandKind, lock: LockFacts): ErrorCode | null => {
  const model = sealModel[lock.family];
  if (kind === 'unseal' && lock.electric !== null && lock.electric <= 5) return 'batteryTooLow';
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
  if (lock.lock_status === LockStatus.unsealedOpen) return 'alreadyUnsealed';
  if (lock.lock_status === LockStatus.unsealedLocked && model === 'native') return 'alreadyUnsealed';
  return null;
};
