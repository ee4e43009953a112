import type { ApprovalState } from '@plomb/contract/approvals/approvals';
import type { ErrorCode } from '@plomb/contract/errors';

/** What happens to a request for an approval. */
export const approvalEvents = ['approve', 'decline', 'withdraw', 'lapse'] as const;
export type ApprovalEvent = (typeof approvalEvents)[number];

export interface Standing {
  state: ApprovalState;
  /** its time is over */
  isLate: boolean;
  /** whoever acts asked for it */
  isAsker: boolean;
  /** an API key acts, and not a person who is signed in */
  byKey: boolean;
}

interface Step {
  to: ApprovalState;
  /** why not now; null = it happens */
  refusal(one: Standing): ErrorCode | null;
}

const decided = ({ isAsker, byKey, isLate }: Standing): ErrorCode | null => {
  if (byKey) return 'approvalByPerson';
  if (isAsker) return 'approvalOwn';
  return isLate ? 'approvalLapsed' : null;
};

/** From waiting alone: every other state is an end. */
const table: Record<ApprovalEvent, Step> = {
  approve: { to: 'approved', refusal: decided },
  decline: { to: 'declined', refusal: decided },
  withdraw: {
    to: 'withdrawn',
    refusal: ({ isAsker, isLate }) => (isAsker ? (isLate ? 'approvalLapsed' : null) : 'notFound'),
  },
  lapse: { to: 'lapsed', refusal: ({ isLate }) => (isLate ? null : 'conflict') },
};

/** Where it leads, or why it does not happen. */
export const settled = (event: ApprovalEvent, one: Standing): { to: ApprovalState } | { refusal: ErrorCode } => {
  if (one.state !== 'waiting') return { refusal: one.state === 'lapsed' ? 'approvalLapsed' : 'approvalEnded' };
  const { to, refusal } = table[event];
  const no = refusal(one);
  return no ? { refusal: no } : { to };
};
