import { isCritical } from '@plomb/contract/alarms/severity';
import { trustOf } from '@plomb/contract/lock/trust';
import { isMoving } from '../../lock/heading.ts';
import type { LockMark } from '../../map/marks.ts';
import type { Shown } from './shown.ts';

/** What the map draws of a lock; null while it has no position. `alarmWord` names its alarm. */
export const lockMark = (
  { lock, connection, fresh }: Shown,
  alarmWord: (kind: NonNullable<Shown['lock']['alarm']>) => string,
): LockMark | null => {
  if (lock.lon === null || lock.lat === null) return null;
  const moving = isMoving(lock, connection);
  return {
    id: lock.id,
    at: [lock.lon, lock.lat],
    status: lock.lock_status,
    held: trustOf(lock, fresh).held,
    connection,
    heading: moving ? lock.heading : null,
    alarm: isCritical(lock.alarm),
    label: lock.subject || lock.device_name,
    detail: lock.alarm !== null ? alarmWord(lock.alarm) : moving ? `${Math.round(lock.velocity ?? 0)} km/h` : '',
  };
};
