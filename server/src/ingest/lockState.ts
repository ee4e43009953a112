import { type AlarmKind, LockSource, LockStatus } from '@plomb/contract/lock/codes';
import type { SealModel } from '@plomb/contract/lock/operable';
import type { Happening } from './happening.ts';

/** Whether somebody had the right to do what the lock says was done with it. */
export type Authorised = (deed: Deed) => boolean;
export interface Deed {
  deed: 'seal' | 'unseal';
  source: LockSource;
  actor: string | null;
  /** on our clock, ms since 1970 */
  at: number;
  place: { lon: number; lat: number } | null;
}

export interface Circumstances {
  model: SealModel;
  sealedByPlatform: boolean;
  /** an authorised unseal lies at most ten minutes back */
  unsealedLately: boolean;
  /** somebody had the right to this seal or unseal; true for everything else */
  authorised: boolean;
  /** the status an event names fits its own action */
  consistent: boolean;
}

export interface Move {
  to: LockStatus;
  alarms: AlarmKind[];
  /** the status changed in a way no reported event explains: a message was missed */
  inferred: boolean;
}

const { unsealedLocked, unsealedOpen, sealedLocked, abnormal } = LockStatus;

/** The status a lock is in after what happened, whatever it was in before. */
const statusFollowing = (happening: Happening, { model, sealedByPlatform }: Circumstances): LockStatus | null => {
  switch (happening.what) {
    case 'seal':
      return model === 'native' || sealedByPlatform ? sealedLocked : unsealedLocked;
    case 'closed':
      return (model === 'native' ? happening.sealed : sealedByPlatform) ? sealedLocked : unsealedLocked;
    case 'unseal':
      // A lock that knows only "locked" lets its bar go; a sealing lock stays locked until it is pulled open.
      return model === 'native' ? unsealedLocked : unsealedOpen;
    case 'opened':
      return unsealedOpen;
    case 'tampered':
    case 'broken':
      return abnormal;
    case 'stated':
      return model === 'platform' && sealedByPlatform && happening.status === unsealedLocked
        ? sealedLocked
        : happening.status;
    case 'nothing':
      return null;
  }
};

/** Pairs of the state machine that a reported event explains. What is not here happened behind our back. */
const isListed = (from: LockStatus, happening: Happening, model: SealModel): boolean => {
  switch (from) {
    case unsealedLocked:
      // On a lock without a seal of its own, unlocking it is how it is opened.
      return (
        happening.what === 'seal' ||
        happening.what === 'opened' ||
        (happening.what === 'unseal' && model === 'platform') ||
        // Jointech locks tell of the rope going in and out by their status alone.
        (happening.what === 'stated' && model === 'platform' && happening.status !== abnormal)
      );
    case unsealedOpen:
      return (
        happening.what === 'closed' ||
        (happening.what === 'seal' && (happening.source === LockSource.automaticSeal || model === 'platform')) ||
        (happening.what === 'stated' && model === 'platform' && happening.status !== abnormal)
      );
    case sealedLocked:
      return happening.what === 'unseal';
    default:
      return true; // first contact; and after something abnormal the lock's later word counts
  }
};

/**
 * A lock that only knows "locked" tells of a seal that was forced by its status alone. Should an opening that somebody had
 * the right to be told later, it explains the alarm.
 */
const breachOf = (happening: Happening, { unsealedLately }: Circumstances): AlarmKind | null => {
  if (happening.what !== 'stated') return null;
  if (happening.status === abnormal) return 'illegal_unlocking';
  return happening.status === unsealedOpen && !unsealedLately ? 'illegal_unlock' : null;
};

/**
 * The lock state machine: what becomes of the status when the lock reports this. Only reports are judged here, and a
 * report is evidence: a pair that is not listed cannot be refused as an order can. It means that a message was missed,
 * so the status follows the lock, marked as inferred, with the alarm `state_gap`. Refusing a seal would keep the lock
 * "open" for us, and opening it by force afterwards would ring nowhere.
 */
export const move = (from: LockStatus, happening: Happening, given: Circumstances): Move => {
  const alarms: AlarmKind[] = [];
  const to = statusFollowing(happening, given) ?? from;
  if (!given.authorised) alarms.push(happening.what === 'seal' ? 'seal_without_right' : 'illegal_unlock');
  if (happening.what === 'tampered' || happening.what === 'broken') return { to, alarms, inferred: false };
  if (from === sealedLocked && happening.what === 'opened') {
    if (given.unsealedLately) return { to, alarms, inferred: false };
    return { to: abnormal, alarms: [...alarms, 'illegal_unlock'], inferred: false };
  }
  const breach = from === sealedLocked && given.model === 'platform' ? breachOf(happening, given) : null;
  if (breach) return { to, alarms: [...alarms, breach], inferred: true };
  if (from === abnormal && !given.consistent) return { to: from, alarms, inferred: false };
  if (to === from || isListed(from, happening, given.model)) return { to, alarms, inferred: false };
  return { to, alarms: [...alarms, 'state_gap'], inferred: true };
};
