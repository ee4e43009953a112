import type { Connection } from '@plomb/contract/devices';
import type { MapLock } from '@plomb/contract/map';

/** Below this a parked lock's position merely trembles. km/h. */
const STANDING = 3;

/** Whether it is under way, as far as its last word is still worth anything. */
export const isMoving = (lock: Pick<MapLock, 'velocity'>, connection: Connection): boolean =>
  lock.velocity !== null && lock.velocity >= STANDING && connection !== 'late' && connection !== 'offline';

export const winds = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Wind = (typeof winds)[number];
/** One of eight winds for degrees clockwise from north. */
export const windOf = (degrees: number): Wind => winds[Math.round((((degrees % 360) + 360) % 360) / 45) % 8] ?? 'n';
