import type { ErrorCode } from '@plomb/contract/errors';
import {
  type ApplicationState,
  applicationLimits,
  type applicationOutcomes,
} from '@plomb/contract/friends/applications';
import { friendLimits } from '@plomb/contract/friends/friends';

/** What the applicant has sent before, to whatever was typed now. */
export interface Typed {
  pending: boolean;
  /** it was declined within the hours in which nobody asks again */
  declined: boolean;
  /** sent within the days that count */
  count: number;
}

/** The person that was named, and how the two stand. */
export interface Other {
  /** the applicant, too, has named it by its login name: what one knows of it may be said */
  isNamed: boolean;
  isSelf: boolean;
  enabled: boolean;
  friends: boolean;
  blocksMe: boolean;
  blockedByMe: boolean;
  /** an application of the applicant waits there, whatever was typed for it */
  pending: boolean;
  declined: boolean;
  count: number;
  /** what waits there, of anybody */
  incoming: number;
  /** its own application that waits for the applicant */
  applied: number | null;
}

export interface Application {
  /** of the applicant, waiting, and sent within a day */
  waiting: number;
  today: number;
  typed: Typed;
  other: Other | null;
}

/**
 * What becomes of an application. `unheard`: it looks sent and reaches nobody. A refusal tells only what the applicant
 * knows already: what it did itself, and of whom it named by its login name. A telephone number tells nothing.
 */
export type Verdict = { refusal: ErrorCode } | { agrees: number } | 'sent' | 'unheard';

export const judgeApplication = ({ waiting, today, typed, other }: Application): Verdict => {
  if (typed.pending) return { refusal: 'appliedAlready' };
  if (typed.declined) return { refusal: 'appliedTooSoon' };
  if (typed.count >= applicationLimits.toOne) return { refusal: 'appliedTooOften' };
  if (waiting >= applicationLimits.waiting || today >= applicationLimits.aDay)
    return { refusal: 'tooManyApplications' };
  if (!other || other.isSelf) return 'unheard';
  if (other.isNamed && other.friends) return { refusal: 'friendsAlready' };
  if (other.isNamed && other.blockedByMe) return { refusal: 'blockedByYou' };
  if (!other.enabled || other.friends || other.blocksMe || other.blockedByMe) return 'unheard';
  // both want it
  if (other.applied !== null) return { agrees: other.applied };
  const isPestered = other.pending || other.declined || other.count >= applicationLimits.toOne;
  return isPestered || other.incoming >= applicationLimits.incoming ? 'unheard' : 'sent';
};

/** What ends an application, and who may: nobody but these, and nothing but what waits. */
export type ApplicationEvent = 'agree' | 'decline' | 'withdraw' | 'lapse';
export type ApplicationSide = 'addressee' | 'applicant' | 'system';

export const applicationSteps: Record<
  ApplicationEvent,
  { by: ApplicationSide; to: (typeof applicationOutcomes)[number] }
> = {
  agree: { by: 'addressee', to: 'agreed' },
  decline: { by: 'addressee', to: 'declined' },
  withdraw: { by: 'applicant', to: 'withdrawn' },
  lapse: { by: 'system', to: 'lapsed' },
};

export interface Standing {
  state: ApplicationState;
  /** whoever asks is this side of it */
  side: ApplicationSide;
  /** its days are over */
  isOld: boolean;
}

/** Where an event leads. Whoever is not of the side that may take it knows of no such application. */
export const settled = (event: ApplicationEvent, { state, side, isOld }: Standing): ApplicationState | ErrorCode => {
  const step = applicationSteps[event];
  if (side !== step.by) return 'notFound';
  if (state !== 'pending' || isOld !== (event === 'lapse')) return 'applicationEnded';
  return step.to;
};

/** Whether two may become friends, by how many each has. */
export const hasRoom = (...friends: number[]): boolean => friends.every((count) => count < friendLimits.friends);
