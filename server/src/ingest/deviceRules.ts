import type { LockFamily } from '@plomb/contract/lock/codes';
import type { SealModel } from '@plomb/contract/lock/operable';
import type { Area } from './fences.ts';
import type { Authorised } from './lockState.ts';
import type { Managed } from './management.ts';

/** What a report of one device is judged by. */
export interface Rules {
  family: LockFamily;
  sealModel: SealModel;
  /** battery % at and below which the alarm rises */
  lowBattery: number;
  /** the areas the device may be in; empty: anywhere */
  areas: readonly Area[];
  /** days back a report is still taken in */
  acceptDays: number;
  authorised: Authorised;
  /** when it was in management mode */
  managed: readonly Managed[];
}

/**
 * The lock has checked the card, the phone or the password before it moved, so its word is taken. Authorisations
 * with a time window will stand here in its place.
 */
export const authorisedByTheLock: Authorised = () => true;
