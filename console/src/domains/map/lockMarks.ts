import { isCritical } from '@plomb/contract/alarms/severity';
import { trustOf } from '@plomb/contract/lock/trust';
import { isMoving } from '../../lock/heading.ts';
import type { LockMark } from '../../map/marks.ts';
import type { Shown } from './shown.ts';

/** What the map draws of a lock; null while it has no position. The words are those of its alarm, and of why it is out of use. */
export const lockMark = (
  { lock, connection, fresh, placeOld }: Shown,
  words: Record<'alarm' | 'outOfUse', { word(code: string): string }>,
): LockMark | null => {
  if (lock.lon === null || lock.lat === null) return null;
  const moving = isMoving(lock, connection, placeOld);
  return {
    id: lock.id,
    at: [lock.lon, lock.lat],
    status: lock.lock_status,
    held: trustOf(lock, fresh).held,
    connection,
    heading: moving ? lock.heading : null,
    alarm: isCritical(lock.alarm_severity),
    outOfUse: lock.out_of_use !== null,
    placeOld,
    label: lock.subject || lock.device_name,
    detail: [
      ...(lock.out_of_use !== null ? [words.outOfUse.word(lock.out_of_use)] : []),
      ...(lock.alarm !== null
        ? [words.alarm.word(lock.alarm)]
        : moving
          ? [`${Math.round(lock.velocity ?? 0)} km/h`]
          : []),
    ].join(' · '),
  };
};
