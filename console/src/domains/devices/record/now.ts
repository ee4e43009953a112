import type { Connection } from '@plomb/contract/lock/connection';
import type { MapLock } from '@plomb/contract/map/map';
import type { History } from '../../../lock/history.ts';

/** A lock as it is at this moment, told live, and what was done with it last. */
export interface Now {
  lock: MapLock;
  connection: Connection;
  history: History;
}
