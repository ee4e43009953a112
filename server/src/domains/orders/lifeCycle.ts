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
  /** what the lock may have done without a word matters */
  doubtful: boolean;
  attempt: number;
}

const open = ['sent', 'uncertain'] as const;
/** What became of an order that was sent before, is not out now, and of which an answer may still come. */
const sentBefore = ['queued', 'failed', 'expired', 'cancelled'] as const;

interface Step {
  from: readonly CommandState[];
  /** and from these, of an order that is sent again and was sent at least once */
  late?: readonly CommandState[];
  /** where it leads, and the same as SQL */
  to: (order: Exchange) => CommandState;
  sql: string;
}
const always = (to: CommandState): Pick<Step, 'to' | 'sql'> => ({ to: () => to, sql: `'${to}'` });

const table: Record<OrderEvent, Step> = {
  claim: { from: ['queued'], ...always('sent') },
  hold: { from: ['queued'], ...always('held') },
  cancel: { from: ['queued'], ...always('cancelled') },
  expire: {
    from: ['queued'],
    to: ({ doubtful, attempt }) => (doubtful && attempt > 0 ? 'uncertain' : 'expired'),
    sql: "case when doubtful and attempt > 0 then 'uncertain' else 'expired' end",
  },
  answerOk: { from: open, late: sentBefore, ...always('answered_ok') },
  answerFail: { from: open, late: sentBefore, ...always('answered_fail') },
  // a setting may wait on: its time, should it have run out, is seen to by whoever expires
  notSentExpired: {
    from: open,
    to: ({ again }) => (again ? 'queued' : 'expired'),
    sql: "case when again then 'queued' else 'expired' end",
  },
  notSentUnsupported: { from: open, ...always('failed') },
  silence: {
    from: ['sent'],
    to({ again, doubtful, attempt }) {
      if (again && attempt < MOST_ATTEMPTS) return 'queued';
      return doubtful ? 'uncertain' : 'failed';
    },
    sql: `case when again and attempt < ${MOST_ATTEMPTS} then 'queued' when doubtful then 'uncertain' else 'failed' end`,
  },
};

/** The life of an order; null: it does not happen in this state, and nothing changes. */
export const next = (event: OrderEvent, order: Exchange): CommandState | null => {
  const { from, late = [], to } = table[event];
  const isLate = order.again && order.attempt > 0 && late.includes(order.state);
  return from.includes(order.state) || isLate ? to(order) : null;
};

const inSql = (states: readonly CommandState[]): string =>
  `state in (${states.map((state) => `'${state}'`).join(', ')})`;

/** Whether an event happens to an order, as SQL says it. */
export const happens = (event: OrderEvent): string => {
  const { from, late } = table[event];
  return late ? `(${inSql(from)} or again and attempt > 0 and ${inSql(late)})` : inSql(from);
};

/** What it makes of the order, and when that ended. */
export const becomes = (event: OrderEvent): string => {
  const { sql } = table[event];
  return `state = ${sql}, finish_time = case when ${sql} not in ('queued', 'sent', 'uncertain') then now() end`;
};
