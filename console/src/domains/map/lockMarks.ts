import { isCritical } from '@plomb/contract/alarmSeverity';
import { trustOf } from '@plomb/contract/stateTrust';
import type { LockMark } from '../../ui/map/marks.ts';
import { isMoving } from '../locks/heading.ts';
import type { Shown } from './board.ts';

/** What the map draws of a lock; null while it has no position. `alarmWord` names its alarm. */
export const lockMark = (
  { lock, connection }: Shown,
  alarmWord: (kind: NonNullable<Shown['lock']['alarm']>) => string,
): LockMark | null => {
  if (lock.lon === null || lock.lat === null) return null;
  const moving = isMoving(lock, connection);
  return {
    id: lock.id,
    at: [lock.lon, lock.lat],
    status: lock.lock_status,
    held: trustOf(lock, connection !== 'offline').held,
    connection,
    heading: moving ? lock.heading : null,
    alarm: isCritical(lock.alarm),
    label: lock.subject || lock.device_name,
    detail: lock.alarm !== null ? alarmWord(lock.alarm) : moving ? `${Math.round(lock.velocity ?? 0)} km/h` : '',
  };
};
