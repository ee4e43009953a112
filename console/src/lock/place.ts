import type { MapLock } from '@plomb/contract/map/map';

/** Below this a parked lock's position merely trembles. km/h. */
const STANDING = 3;

/** Whether it was under way when it last said where it is. */
export const wasMoving = ({ velocity }: Pick<MapLock, 'velocity'>): boolean =>
  velocity !== null && velocity >= STANDING;

type Facts = Pick<
  MapLock,
  'aside_since' | 'report_time' | 'seen_time' | 'place_time' | 'report_interval' | 'sleep_interval' | 'velocity'
>;

/**
 * Whether it may be elsewhere by now although it is heard: its reports are put aside, came without a place for longer
 * than two of them, or two that were due did not come while it gave signs of life. Times are costly to read: whoever asks of
 * a whole fleet has read one already, `seen` in ms since 1970.
 */
export const isPlaceOld = (
  lock: Facts,
  seen = lock.seen_time === null ? null : Date.parse(lock.seen_time),
): boolean => {
  const { aside_since, report_time, place_time, report_interval, sleep_interval } = lock;
  if (aside_since !== null) return true;
  if (report_time === null) return false;
  if (place_time === null) return true;
  const placed = Date.parse(place_time);
  const reported = report_time === place_time ? placed : Date.parse(report_time);
  const due = wasMoving(lock) ? report_interval : Math.max(report_interval, sleep_interval);
  const isOver = (until: number, interval: number): boolean => until - placed > (2 * interval + 60) * 1000;
  return isOver(reported, report_interval) || isOver(Math.max(reported, seen ?? reported), due);
};
