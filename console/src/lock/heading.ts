import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import { isPlaceOld, wasMoving } from './place.ts';

/** Whether it is under way: of a lock that is not connected, or does not say where it is, nobody knows, whatever it said last. */
export const isMoving = (lock: Parameters<typeof isPlaceOld>[0], connection: Connection, placeOld?: boolean): boolean =>
  connection === 'online' && wasMoving(lock) && !(placeOld ?? isPlaceOld(lock));

/** Whether its connection broke on the way: nobody falls asleep at the wheel. */
export const isCutOff = (lock: Pick<MapLock, 'velocity'>, connection: Connection): boolean =>
  connection === 'sleeping' && wasMoving(lock);

export const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Wind = (typeof winds)[number];
/** One of eight winds for degrees clockwise from north. */
export const windOf = (degrees: number): Wind => winds[Math.round((((degrees % 360) + 360) % 360) / 45) % 8] ?? 'n';
