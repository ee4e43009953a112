import { authorisationStates } from '@plomb/contract/friends/authorisations';
import { describe, expect, it } from 'vitest';
import {
  type AuthorisationEvent,
  type AuthorisationSide,
  authorisationSteps,
  type Standing,
  steppedTo,
} from './authorisation.ts';

/** domain.md §9, apart from what the product goes by: event, whose step it is, from where it may be taken, and to where it leads. */
const listed: [AuthorisationEvent, AuthorisationSide, Record<string, string>][] = [
  ['agreeFirst', 'owner', { pending_first: 'pending_second' }],
  ['agreeSecond', 'owner', { pending_second: 'active' }],
  ['declineFirst', 'owner', { pending_first: 'declined' }],
  ['declineSecond', 'owner', { pending_second: 'declined' }],
  ['withdraw', 'holder', { pending_first: 'withdrawn', pending_second: 'withdrawn' }],
  ['lapse', 'system', { pending_first: 'lapsed', pending_second: 'lapsed' }],
  ['break', 'system', { pending_first: 'withdrawn', pending_second: 'withdrawn', active: 'ended' }],
  ['expire', 'system', { active: 'expired' }],
  ['end', 'owner', { pending_second: 'withdrawn', active: 'ended' }],
  ['confirm', 'owner', { active: 'active' }],
  ['forget', 'system', { active: 'ended' }],
];
/** Everything an event asks for besides its state. */
const fit = (event: AuthorisationEvent, state: Standing['state']): Standing => ({
  state,
  isHolder: event === 'withdraw',
  isOwner: event !== 'withdraw',
  isFirst: false,
  needsSecond: true,
  isPermanent: event === 'confirm' || event === 'forget',
  isDue: ['lapse', 'expire', 'forget'].includes(event),
  hasDevices: true,
});

const all = listed.flatMap(([event]) =>
  authorisationStates.flatMap((state) => (['holder', 'owner', 'system'] as const).map((by) => ({ event, state, by }))),
);
it.each(all)('$event of what is $state by the $by', ({ event, state, by }) => {
  const [, side, leads] = listed.find(([name]) => name === event)!;
  const expected = by === side ? (leads[state] ?? 'authorisationSettled') : 'notFound';
  expect(steppedTo(event, by, fit(event, state))).toBe(expected);
});

it('has no step that is not listed', () => {
  expect(Object.keys(authorisationSteps).sort()).toEqual(listed.map(([event]) => event).sort());
});

it('is active after the first where it takes one', () => {
  expect(steppedTo('agreeFirst', 'owner', { ...fit('agreeFirst', 'pending_first'), needsSecond: false })).toBe(
    'active',
  );
});

describe('each guard alone refuses', () => {
  const no = (event: AuthorisationEvent, state: Standing['state'], change: Partial<Standing>) =>
    steppedTo(event, authorisationSteps[event].by, { ...fit(event, state), ...change });
  it.each<[string, AuthorisationEvent, Standing['state'], Partial<Standing>, string]>([
    ['the holder agrees as the first', 'agreeFirst', 'pending_first', { isHolder: true }, 'secondNotYou'],
    ['the holder agrees as the second', 'agreeSecond', 'pending_second', { isHolder: true }, 'secondNotYou'],
    ['the holder ends it', 'end', 'active', { isHolder: true }, 'secondNotYou'],
    ['the holder confirms it', 'confirm', 'active', { isHolder: true }, 'secondNotYou'],
    ['the first agrees as the second', 'agreeSecond', 'pending_second', { isFirst: true }, 'secondNotYou'],
    ['the first declines as the second', 'declineSecond', 'pending_second', { isFirst: true }, 'secondNotYou'],
    ['no device is left, first', 'agreeFirst', 'pending_first', { hasDevices: false }, 'authorisationEmpty'],
    ['no device is left, second', 'agreeSecond', 'pending_second', { hasDevices: false }, 'authorisationEmpty'],
    ['somebody else agrees', 'agreeFirst', 'pending_first', { isOwner: false }, 'notFound'],
    ['somebody else withdraws', 'withdraw', 'pending_first', { isHolder: false }, 'notFound'],
    ['its time to be decided is not over', 'lapse', 'pending_first', { isDue: false }, 'authorisationSettled'],
    ['its time is not over', 'expire', 'active', { isDue: false }, 'authorisationSettled'],
    ['it is permanent', 'expire', 'active', { isPermanent: true }, 'authorisationSettled'],
    ['a timed one is confirmed', 'confirm', 'active', { isPermanent: false }, 'authorisationSettled'],
    ['the year is not over', 'forget', 'active', { isDue: false }, 'authorisationSettled'],
  ])('%s', (_, event, state, change, refusal) => expect(no(event, state, change)).toBe(refusal));
});
