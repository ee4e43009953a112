import { type CommandState, MOST_ATTEMPTS } from '@plomb/contract/lock/command';

/** What happens to an order. */
export const orderEvents = [
  'claim',
  'hold',
  'cancel',
  'expire',
  'answerOk',
  'answerFail',
  /** claimed, and not written after all: too late by now, or the lock's protocol has no word for it */
  'notSentExpired',
  'notSentUnsupported',
  /** no answer in its time, or nobody knows whether the bytes got there */
  'silence',
] as const;
export type OrderEvent = (typeof orderEvents)[number];

interface Exchange {
  state: CommandState;
  /** a machine may send it again */
  again: boolean;
  attempt: number;
}

const open = ['sent', 'uncertain'] as const;
const table: Record<OrderEvent, { from: readonly CommandState[]; to: CommandState }> = {
  claim: { from: ['queued'], to: 'sent' },
  hold: { from: ['queued'], to: 'held' },
  cancel: { from: ['queued'], to: 'cancelled' },
  expire: { from: ['queued'], to: 'expired' },
  answerOk: { from: open, to: 'answered_ok' },
  answerFail: { from: open, to: 'answered_fail' },
  notSentExpired: { from: open, to: 'expired' },
  notSentUnsupported: { from: open, to: 'failed' },
  silence: { from: ['sent'], to: 'uncertain' },
};

/** The states an event can happen in. */
export const from = (event: OrderEvent): readonly CommandState[] => table[event].from;

/** The life of an order; null: it does not happen in this state, and nothing changes. */
export const next = (event: OrderEvent, { state, again, attempt }: Exchange): CommandState | null => {
  const { from, to } = table[event];
  if (!from.includes(state)) return null;
  if (event !== 'silence' || !again) return to;
  return attempt < MOST_ATTEMPTS ? 'queued' : 'failed';
};

/** What silence makes of an order, as SQL says it. */
export const afterSilence = `case when not again then 'uncertain' when attempt < ${MOST_ATTEMPTS} then 'queued' else 'failed' end`;
