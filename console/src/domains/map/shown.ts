import type { Connection } from '@plomb/contract/lock/connection';
import type { Silence } from '@plomb/contract/map/fleetFilter';
import type { FleetLock } from '@plomb/contract/map/map';

/** A lock as the workspace shows it. The object stays the same for as long as nothing about it changes. */
export interface Shown {
  lock: FleetLock;
  connection: Connection;
  /** its status is the present one: see `isFresh` */
  fresh: boolean;
  /** it may be elsewhere by now: see `isPlaceOld` */
  placeOld: boolean;
  /** how long ago it was heard, in steps */
  silence: Silence;
  /** ms since 1970: until then silence alone changes neither of them */
  until: number;
  /** name, subject and serial number as they are searched */
  text: string;
}
