import { borneOf, type IssueRefusal, type IssueWait, UPGRADE_BATTERY } from '@plomb/contract/firmware/rollouts';
import type { LockFamily } from '@plomb/contract/lock/codes';
import { LockStatus } from '@plomb/contract/lock/codes';
import { canUpgrade } from '@plomb/contract/lock/upgrade';

/** What decides when a lock gets a firmware. */
export interface WaitFacts {
  connected: boolean;
  lock_status: LockStatus;
  /** % */
  electric: number | null;
  /** the lock has told it lately */
  electric_fresh: boolean;
  /** a logistics batch that has not ended */
  on_batch: boolean;
  /** a frozen period holds for it */
  frozen: boolean;
}

/** And whether it gets one at all. */
export interface LockFacts extends WaitFacts {
  device_type_id: number;
  family: LockFamily;
  enabled: boolean;
  /** scrapped, lost or in maintenance */
  out_of_use: boolean;
  /** '' = it has not said */
  ver: string;
  /** in another roll-out that is not over */
  under_way: boolean;
}

/** Why a lock gets none at all; null = it does. */
export const refusalOf = (
  lock: LockFacts,
  firmware: { device_type_id: number; firmware_version: string },
): IssueRefusal | null => {
  if (lock.device_type_id !== firmware.device_type_id) return 'otherType';
  if (!canUpgrade[lock.family]) return 'unsupported';
  if (!lock.enabled) return 'disabled';
  if (lock.out_of_use) return 'outOfUse';
  if (lock.ver === firmware.firmware_version) return 'sameVersion';
  return lock.under_way ? 'underWay' : null;
};

/** What one that gets it waits for at this moment; null = nothing. */
export const waitOf = (lock: WaitFacts): IssueWait | null => {
  if (!lock.connected) return 'offline';
  // one that has begun goes on: half of a program is worse
  if (lock.frozen) return 'frozen';
  const isLow = lock.electric === null || !lock.electric_fresh || lock.electric < UPGRADE_BATTERY;
  return holdIn(lock) ?? (isLow ? 'battery' : null);
};

/** Why it is not to start anew, however much of it the lock has. */
export const holdIn = (lock: Pick<WaitFacts, 'on_batch' | 'lock_status'>): IssueWait | null => {
  if (lock.on_batch) return 'onBatch';
  return lock.lock_status === LockStatus.sealedLocked ? 'sealed' : null;
};

/** Those that are fit now come first, so that a canary is not kept waiting; the wave of each by its place. */
export const waveOf = (place: number, canary: number, size: number): number =>
  place < canary ? 0 : 1 + Math.floor((place - canary) / size);

/** The wave under way, and how the whole stands. */
export interface Standing {
  wave: number;
  total: number;
  failed: number;
  /** failures a person has seen, and went on */
  accepted: number;
  /** of this wave and those before it, locks that have not come to their end */
  open: number;
  /** the last wave there is */
  last: number;
}

/** What a running roll-out does next. Of the canary no failure is borne, of a later wave one in ten. */
export const nextOf = ({
  wave,
  total,
  failed,
  accepted,
  open,
  last,
}: Standing): 'stop' | 'wait' | 'wave' | 'finish' => {
  if (failed - accepted > borneOf(wave, total)) return 'stop';
  if (open > 0) return 'wait';
  return wave < last ? 'wave' : 'finish';
};
