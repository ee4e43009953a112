import type { LockFamily } from '@plomb/contract/lock/codes';
import type { SealModel } from '@plomb/contract/lock/operable';
import type { LockFences } from './fenceCache.ts';
import type { Authorised } from './lockState.ts';
import type { Managed } from './management.ts';
import type { SwipeFacts } from './swipe.ts';

/** What a report of one device is judged by. */
export interface Rules {
  family: LockFamily;
  sealModel: SealModel;
  /** battery % at and below which the alarm rises */
  lowBattery: number;
  /** the fences it is judged by; null: by none */
  fences: LockFences | null;
  /** days back a report is still taken in */
  acceptDays: number;
  authorised: Authorised;
  /** when somebody was authorised to open it by themselves */
  authorisations: readonly Allowed[];
  /** when nothing of its organisation was to open but by an order */
  frozen: readonly Allowed[];
  /** when it was in management mode */
  managed: readonly Managed[];
  /** what its swipes are judged by; null: it tells of none */
  swipes: SwipeFacts | null;
}

/** A time for which a device authorisation let somebody open it, or nobody was to, ms since 1970. */
export interface Allowed {
  from: number;
  /** null: permanent */
  until: number | null;
}

/** The lock has checked the phone or the password before it moved, so its word is taken; of a card its rules say more (`swipe.ts`). */
export const authorisedByTheLock: Authorised = () => true;
