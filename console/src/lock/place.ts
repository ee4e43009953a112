import type { MapLock } from '@plomb/contract/map/map';

type Facts = Pick<MapLock, 'aside_since' | 'report_time' | 'place_time' | 'report_interval'>;

/**
 * Whether it may be elsewhere by now although it is heard: its reports are put aside, or came without a place for longer
 * than two of them.
 */
export const isPlaceOld = ({ aside_since, report_time, place_time, report_interval }: Facts): boolean => {
  if (aside_since !== null) return true;
  if (report_time === null) return false;
  return place_time === null || Date.parse(report_time) - Date.parse(place_time) > (2 * report_interval + 60) * 1000;
};
