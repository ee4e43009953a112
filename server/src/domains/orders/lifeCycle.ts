import { type CommandState, MOST_ATTEMPTS } from '@plomb/contract/lock/command';
import type { CommandKind } from '@plomb/contract/lock/orderKinds';

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
  /** a newer order took its place: it is sent no more */
  replaced: boolean;
}
/** The same as SQL: the cause says so before the order has ended. */
const goesAgain = "again and cause is distinct from 'replaced'";

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
  // what may have reached the lock is not undone by being taken back
  cancel: {
    from: ['queued'],
    to: ({ doubtful, attempt }) => (doubtful && attempt > 0 ? 'uncertain' : 'cancelled'),
    sql: "case when doubtful and attempt > 0 then 'uncertain' else 'cancelled' end",
  },
  expire: {
    from: ['queued'],
    to: ({ doubtful, attempt }) => (doubtful && attempt > 0 ? 'uncertain' : 'expired'),
    sql: "case when doubtful and attempt > 0 then 'uncertain' else 'expired' end",
  },
  answerOk: { from: open, late: sentBefore, ...always('answered_ok') },
  answerFail: { from: open, late: sentBefore, ...always('answered_fail') },
  // a setting may wait on: its time, should it have run out, is seen to by whoever expires. Told so late that it was given
  // up meanwhile, it does not come behind those that went after it.
  notSentExpired: {
    from: open,
    to({ state, again, doubtful, attempt, replaced }) {
      if (again && !replaced && state === 'sent') return 'queued';
      return again && doubtful && attempt > 1 ? 'uncertain' : 'expired';
    },
    sql: `case when ${goesAgain} and state = 'sent' then 'queued'
      when again and doubtful and attempt > 1 then 'uncertain' else 'expired' end`,
  },
  notSentUnsupported: { from: open, ...always('failed') },
  silence: {
    from: ['sent'],
    to({ again, doubtful, attempt, replaced }) {
      if (again && !replaced && attempt < MOST_ATTEMPTS) return 'queued';
      return doubtful ? 'uncertain' : 'failed';
    },
    sql: `case when ${goesAgain} and attempt < ${MOST_ATTEMPTS} then 'queued' when doubtful then 'uncertain' else 'failed' end`,
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

const led = (to: string): string =>
  `state = ${to}, finish_time = case when ${to} not in ('queued', 'sent', 'uncertain') then now() end`;

/** What it makes of the order, and when that ended. */
export const becomes = (event: OrderEvent): string => led(table[event].sql);

/** What one of two makes of it. */
export const becomesEither = (condition: string, then: OrderEvent, otherwise: OrderEvent): string =>
  led(`case when ${condition} then ${table[then].sql} else ${table[otherwise].sql} end`);

/** What a factory reset takes out of the lock. */
const resetKinds = [
  'set_intervals',
  'set_low_battery',
  'auto_seal_mode',
  'set_unlock_password',
  'add_cards',
  'delete_cards',
  'set_area',
  'delete_area',
  'confine_cards',
  'release_cards',
] as const satisfies readonly CommandKind[];

export const isReset = `kind in (${resetKinds.map((kind) => `'${kind}'`).join(', ')})`;

/** An order that a newer one of this kind and with these arguments undoes, as SQL says it: sent again it would undo that. */
export const undoneBy = (kind: string, args: string): string =>
  `(${kind} = 'delete_cards' and kind = 'add_cards' and args -> 'cards' <@ (${args}::jsonb -> 'cards')
    or ${kind} in ('confine_cards', 'release_cards') and kind in ('confine_cards', 'release_cards')
    or ${kind} = 'factory_reset' and ${isReset})`;
