import type { Approval } from '@plomb/contract/approvals/approvals';
import { LockStatus } from '@plomb/contract/lock/codes';

export type Risk = 'abnormal' | 'unsealed' | 'moving' | 'moved' | 'stateOld' | 'noPlace' | 'placeOld' | 'battery';

/** A position that is older says nothing of where it would open. */
const PLACE_MS = 30 * 60_000;
/** Below it a motor may stop half-way. */
const LOW_BATTERY = 20;

/** An unseal changes nothing of such a lock: somebody else was there first, or the request is of another lock. */
export const isUnsealed = ({ lock_status }: { lock_status: number }): boolean =>
  lock_status === LockStatus.unsealedLocked || lock_status === LockStatus.unsealedOpen;

/** What speaks against opening a lock now, as far as it is known. */
export const risksOf = (
  lock: NonNullable<Approval['lock']>,
  now: number,
  kind: Approval['kind'] = 'unseal',
): Risk[] => {
  const found: Risk[] = [];
  const isPlaceOld = lock.place_time !== null && now - Date.parse(lock.place_time) > PLACE_MS;
  if (lock.lock_status === LockStatus.abnormal) found.push('abnormal');
  if (kind === 'unseal' && isUnsealed(lock)) found.push('unsealed');
  // its speed is of the moment of its place
  if (lock.velocity !== null && lock.velocity > 0) found.push(isPlaceOld ? 'moved' : 'moving');
  if (!lock.fresh) found.push('stateOld');
  if (lock.place_time === null) found.push('noPlace');
  if (isPlaceOld) found.push('placeOld');
  if (lock.electric !== null && lock.electric < LOW_BATTERY) found.push('battery');
  return found;
};
