import { applicationLimits, applicationStates } from '@plomb/contract/friends/applications';
import { friendLimits } from '@plomb/contract/friends/friends';
import { describe, expect, it } from 'vitest';
import {
  type Application,
  type ApplicationEvent,
  type ApplicationSide,
  hasRoom,
  judgeApplication,
  type Other,
  settled,
} from './rules.ts';

const other: Other = {
  isNamed: true,
  isSelf: false,
  enabled: true,
  friends: false,
  blocksMe: false,
  blockedByMe: false,
  pending: false,
  declined: false,
  count: 0,
  incoming: 0,
  applied: null,
};
const fresh: Application = {
  waiting: 0,
  today: 0,
  typed: { pending: false, declined: false, count: 0 },
  other,
};
const to = (change: Partial<Other>): Application => ({ ...fresh, other: { ...other, ...change } });
const byPhone = (change: Partial<Other>): Application => to({ ...change, isNamed: false });
const typed = (change: Partial<Application['typed']>): Application => ({
  ...fresh,
  typed: { ...fresh.typed, ...change },
});

describe('an application', () => {
  it.each<[string, Application]>([
    ['to somebody one has never asked', fresh],
    ['by telephone', byPhone({})],
    ['for the third time within the days, long after a decline', typed({ count: applicationLimits.toOne - 1 })],
    ['the last of a day', { ...fresh, today: applicationLimits.aDay - 1 }],
    ['the last that waits', { ...fresh, waiting: applicationLimits.waiting - 1 }],
  ])('%s is sent', (_, application) => expect(judgeApplication(application)).toBe('sent'));

  it.each<[string, Application, string]>([
    ['what was typed waits already', typed({ pending: true }), 'appliedAlready'],
    ['what was typed declined just now', typed({ declined: true }), 'appliedTooSoon'],
    ['what was typed was asked three times', typed({ count: applicationLimits.toOne }), 'appliedTooOften'],
    ['too many wait', { ...fresh, waiting: applicationLimits.waiting }, 'tooManyApplications'],
    ['too many were sent today', { ...fresh, today: applicationLimits.aDay }, 'tooManyApplications'],
    ['they are friends', to({ friends: true }), 'friendsAlready'],
    ['the applicant has blocked that person', to({ blockedByMe: true }), 'blockedByYou'],
  ])('is refused when %s', (_, application, refusal) => expect(judgeApplication(application)).toEqual({ refusal }));

  it.each<[string, Application]>([
    ['nobody', { ...fresh, other: null }],
    ['the own account', to({ isSelf: true })],
    ['a disabled account', to({ enabled: false })],
    ['somebody who blocks the applicant', to({ blocksMe: true })],
    ['somebody reached by another name before', to({ pending: true })],
    ['somebody who declined just now, by another name', to({ declined: true })],
    ['somebody asked three times, by other names', to({ count: applicationLimits.toOne })],
    ['somebody with too many that wait', to({ incoming: applicationLimits.incoming })],
    ['the telephone of a friend', byPhone({ friends: true })],
    ['the telephone of somebody the applicant blocks', byPhone({ blockedByMe: true })],
    ['somebody who blocks, and whose own waits', to({ blocksMe: true, applied: 1 })],
  ])('to %s looks sent and is unheard', (_, application) => expect(judgeApplication(application)).toBe('unheard'));

  it('to somebody whose own waits agrees to that one', () => {
    expect(judgeApplication(to({ applied: 7 }))).toEqual({ agrees: 7 });
    expect(judgeApplication(byPhone({ applied: 7, declined: true }))).toEqual({ agrees: 7 });
  });

  it('that nobody can see the end of is refused as one that somebody gets', () => {
    for (const one of [fresh, { ...fresh, other: null }, to({ blocksMe: true }), to({ enabled: false })])
      expect(judgeApplication({ ...one, typed: { ...one.typed, pending: true } })).toEqual({
        refusal: 'appliedAlready',
      });
  });
});

describe('the steps of an application', () => {
  /** domain.md §10, apart from what the product goes by: event, side, and whether its days are over, to where it leads */
  const listed: [ApplicationEvent, ApplicationSide, boolean, string][] = [
    ['agree', 'addressee', false, 'agreed'],
    ['decline', 'addressee', false, 'declined'],
    ['withdraw', 'applicant', false, 'withdrawn'],
    ['lapse', 'system', true, 'lapsed'],
  ];
  const events = listed.map(([event]) => event);
  const all = events.flatMap((event) =>
    applicationStates.flatMap((state) =>
      (['applicant', 'addressee', 'system'] as const).flatMap((side) =>
        [false, true].map((isOld) => ({ event, state, side, isOld })),
      ),
    ),
  );
  it.each(all)('$event of what is $state by the $side, old: $isOld', ({ event, state, side, isOld }) => {
    const [, by, old, leads] = listed.find(([name]) => name === event)!;
    const expected = side !== by ? 'notFound' : state === 'pending' && isOld === old ? leads : 'applicationEnded';
    expect(settled(event, { state, side, isOld })).toBe(expected);
  });
});

it('a person has so many friends and no more', () => {
  expect(hasRoom(0, friendLimits.friends - 1)).toBe(true);
  expect(hasRoom(0, friendLimits.friends)).toBe(false);
});
