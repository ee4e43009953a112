import type { ErrorCode } from '@plomb/contract/errors';
import type { AuthorisationState } from '@plomb/contract/friends/authorisations';

/** What is done to one, by whom and from where it leads to where (domain.md §9). */
export type AuthorisationEvent =
  | 'agreeFirst'
  | 'agreeSecond'
  | 'declineFirst'
  | 'declineSecond'
  | 'withdraw'
  | 'lapse'
  | 'break'
  | 'expire'
  | 'end'
  | 'confirm'
  | 'forget';
export type AuthorisationSide = 'holder' | 'owner' | 'system';

export interface Standing {
  state: AuthorisationState;
  /** whoever does it stands so to it; of one person both may be true */
  isHolder: boolean;
  /** sees the organisation that gives it, and has the button */
  isOwner: boolean;
  isFirst: boolean;
  needsSecond: boolean;
  isPermanent: boolean;
  /** what its state waits for is overdue */
  isDue: boolean;
  /** some of its devices are there still */
  hasDevices: boolean;
}

type Step = {
  by: AuthorisationSide;
  from: readonly AuthorisationState[];
  to: AuthorisationState | ((at: Standing) => AuthorisationState);
  guard?: (at: Standing) => ErrorCode | null;
};

const pending = ['pending_first', 'pending_second'] as const;
const notFirst = ({ isFirst }: Standing): ErrorCode | null => (isFirst ? 'secondNotYou' : null);
const stands = (isTrue: boolean): ErrorCode | null => (isTrue ? null : 'authorisationSettled');
const someDevice = ({ hasDevices }: Standing): ErrorCode | null => (hasDevices ? null : 'authorisationEmpty');

/** Every pair that is not here is refused. */
export const authorisationSteps: Record<AuthorisationEvent, Step> = {
  agreeFirst: {
    by: 'owner',
    from: ['pending_first'],
    to: ({ needsSecond }) => (needsSecond ? 'pending_second' : 'active'),
    guard: someDevice,
  },
  agreeSecond: { by: 'owner', from: ['pending_second'], to: 'active', guard: (at) => notFirst(at) ?? someDevice(at) },
  declineFirst: { by: 'owner', from: ['pending_first'], to: 'declined' },
  declineSecond: { by: 'owner', from: ['pending_second'], to: 'declined', guard: notFirst },
  withdraw: { by: 'holder', from: pending, to: 'withdrawn' },
  lapse: { by: 'system', from: pending, to: 'lapsed', guard: ({ isDue }) => stands(isDue) },
  // a person, an organisation or a device it needs is not there any more
  break: {
    by: 'system',
    from: [...pending, 'active'],
    to: ({ state }) => (state === 'active' ? 'ended' : 'withdrawn'),
  },
  expire: { by: 'system', from: ['active'], to: 'expired', guard: (at) => stands(!at.isPermanent && at.isDue) },
  // also by whoever was the first and would take it back
  end: {
    by: 'owner',
    from: ['pending_second', 'active'],
    to: ({ state }) => (state === 'active' ? 'ended' : 'withdrawn'),
  },
  confirm: { by: 'owner', from: ['active'], to: 'active', guard: ({ isPermanent }) => stands(isPermanent) },
  forget: { by: 'system', from: ['active'], to: 'ended', guard: (at) => stands(at.isPermanent && at.isDue) },
};

/**
 * Where an event leads. Whoever is of no side of it knows of none; whoever holds it decides nothing of it, and ends nothing,
 * also where it is of its own organisation.
 */
export const steppedTo = (
  event: AuthorisationEvent,
  by: AuthorisationSide,
  at: Standing,
): AuthorisationState | ErrorCode => {
  const step = authorisationSteps[event];
  if (by !== step.by || (by === 'holder' && !at.isHolder) || (by === 'owner' && !at.isOwner)) return 'notFound';
  if (by === 'owner' && at.isHolder) return 'secondNotYou';
  if (!step.from.includes(at.state)) return 'authorisationSettled';
  const no = step.guard?.(at);
  if (no) return no;
  return typeof step.to === 'function' ? step.to(at) : step.to;
};
