import { commandStates } from '@plomb/contract/lock/command';
import { describe, expect, it } from 'vitest';
import { next, type OrderEvent, orderEvents } from './lifeCycle.ts';

// The life of an order as it was agreed, apart from the table the product goes by. A state that has no line takes nothing;
// '-': it does not happen, and nothing changes.
const events: readonly OrderEvent[] = [
  'claim',
  'hold',
  'cancel',
  'expire',
  'answerOk',
  'answerFail',
  'notSentExpired',
  'notSentUnsupported',
  'silence',
];
type Lines = Record<string, string>;

/** What moves metal, or lets somebody in: sent once, and after silence nobody knows. Only an answer or a proof settles that. */
const once: Lines = {
  queued: 'sent held cancelled expired - - - - -',
  sent: '- - - - answered_ok answered_fail expired failed uncertain',
  uncertain: '- - - - answered_ok answered_fail expired failed -',
};
/** What comes to the same done twice: after silence it waits again. What the lock says of it counts whenever that comes. */
const late = '- - - - answered_ok answered_fail - - -';
const again: Lines = {
  queued: 'sent held cancelled expired answered_ok answered_fail - - -',
  sent: '- - - - answered_ok answered_fail queued failed queued',
  uncertain: '- - - - answered_ok answered_fail expired failed -',
  failed: late,
  expired: late,
  cancelled: late,
};
/** The same, of which it matters what the lock did without a word: once sent it does not end as if it had not been. */
const doubtful: Lines = { ...again, queued: 'sent held uncertain uncertain answered_ok answered_fail - - -' };
const { queued: _, ...sentBefore } = again;

const lives: Record<string, { order: Parameters<typeof next>[1]; lines: Lines }> = {
  'moves metal, and waits': {
    order: { state: 'queued', again: false, doubtful: true, attempt: 0, replaced: false },
    lines: { queued: once.queued! },
  },
  'moves metal, and was sent': {
    order: { state: 'sent', again: false, doubtful: true, attempt: 1, replaced: false },
    lines: { sent: once.sent!, uncertain: once.uncertain! },
  },
  'may go again, and was not sent': {
    order: { state: 'queued', again: true, doubtful: false, attempt: 0, replaced: false },
    lines: { queued: once.queued! },
  },
  'may go again, and was sent once': {
    order: { state: 'queued', again: true, doubtful: false, attempt: 1, replaced: false },
    lines: again,
  },
  'may go again, and was sent as often as it may': {
    order: { state: 'queued', again: true, doubtful: false, attempt: 3, replaced: false },
    lines: { ...sentBefore, sent: '- - - - answered_ok answered_fail queued failed failed' },
  },
  'may go again, and a newer one took its place': {
    order: { state: 'sent', again: true, doubtful: false, attempt: 1, replaced: true },
    lines: { ...sentBefore, sent: '- - - - answered_ok answered_fail expired failed failed' },
  },
  'may go again and leaves doubt, and was sent once': {
    order: { state: 'queued', again: true, doubtful: true, attempt: 1, replaced: false },
    lines: doubtful,
  },
  'may go again and leaves doubt, and was sent as often as it may': {
    order: { state: 'queued', again: true, doubtful: true, attempt: 3, replaced: false },
    lines: {
      ...sentBefore,
      sent: '- - - - answered_ok answered_fail queued failed uncertain',
      uncertain: '- - - - answered_ok answered_fail uncertain failed -',
    },
  },
};
/** Which of them there are: what waits has its own line, and what has ended before it was sent is as it was. */
const possible: Record<string, readonly string[]> = {
  'moves metal, and waits': ['queued', 'held'],
  'moves metal, and was sent': commandStates.filter((state) => state !== 'queued' && state !== 'held'),
  'may go again, and was not sent': ['queued', 'failed', 'expired', 'cancelled'],
  'may go again, and was sent as often as it may': commandStates.filter((state) => state !== 'queued'),
  'may go again, and a newer one took its place': commandStates.filter((state) => state !== 'queued'),
  'may go again and leaves doubt, and was sent as often as it may': commandStates.filter((state) => state !== 'queued'),
};

describe.each(Object.entries(lives))('an order that %s', (name, { order, lines }) => {
  it.each(possible[name] ?? commandStates)('and is %s', (state) => {
    const agreed = lines[state]?.split(' ') ?? events.map(() => '-');
    const found = events.map(
      (event) => next(event, { ...order, state: state as (typeof commandStates)[number] }) ?? '-',
    );
    expect(found).toEqual(agreed);
  });
});

it('every event has its column', () => {
  expect(events).toEqual(orderEvents);
});
