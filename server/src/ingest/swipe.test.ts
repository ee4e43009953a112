import type { SwipeDoubt, SwipeVerdict } from '@plomb/contract/lock/swipe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AreaOrder, judgeSwipe, keepsUnseen, type RuleThen, type Swiped, type SwipeFacts } from './swipe.ts';

/** Ten in the morning in Shanghai. */
const ten = Date.UTC(2026, 10, 23, 2);
const hour = 3_600_000;
const yard: [number, number] = [121.5, 31.2];
const port: [number, number] = [121.9, 30.6];
const circle = (name: string, centre: [number, number]) => ({
  name,
  area: { shape: 'circle' as const, centre, radius: 800 },
});
const rule = (change: Partial<RuleThen> = {}): RuleThen => ({
  ...{ ruleId: 1, name: 'Harbour', since: ten - 24 * hour, until: null, enabled: true },
  ...{ cards: ['12'], areas: [circle('Yard', yard)], from: null, to: null, hours: null },
  ...change,
});
const others = rule({ ruleId: 2, name: 'Others', cards: ['99'], areas: [circle('Port', port)] });
const facts = (change: Partial<SwipeFacts> = {}): SwipeFacts => ({
  ...{ owned: 0, rules: [rule()], gifts: [], list: null, areaOrders: [], confines: false },
  ...change,
});
const at = ([lon, lat]: [number, number]) => ({ lon, lat });
const swiped = (change: Partial<Swiped> = {}): Swiped => ({
  card: '0000000012',
  at: ten,
  timed: true,
  place: at(yard),
  ...change,
});
const day = { from: '08:00', until: '18:00', time_zone: 'Asia/Shanghai' };
const night = { from: '20:00', until: '06:00', time_zone: 'Asia/Shanghai' };
const read = (cards: string[], when = ten - 2 * hour) => ({ at: when, cards });
const byHand = (change: Partial<AreaOrder> = {}): AreaOrder => ({
  ...{ kind: 'set_area', number: 3, at: ten - hour, sure: false, own: false },
  ...change,
});

type Row = [string, Partial<Swiped>, Partial<SwipeFacts>, SwipeVerdict | null, SwipeDoubt | null, number | null];
it.each<Row>([
  ['inside its area', {}, {}, 'rule', null, 1],
  ['inside its area and its hours', {}, { rules: [rule({ hours: day })] }, 'rule', null, 1],
  ['out of its hours', {}, { rules: [rule({ hours: night })] }, 'hours', null, 1],
  ['out of its hours, wherever it was', { place: null }, { rules: [rule({ hours: night })] }, 'hours', null, 1],
  [
    'in the hours of one rule, in the area of another',
    {},
    { rules: [rule({ hours: night }), rule({ ruleId: 3, areas: [circle('P', port)] })] },
    'hours',
    null,
    1,
  ],
  [
    'out of the hours of one, inside by another',
    {},
    { rules: [rule({ hours: night }), rule({ ruleId: 3 })] },
    'rule',
    null,
    3,
  ],
  ['outside of its area', { place: at(port) }, {}, 'outside', null, 1],
  ['in the area of other cards', { place: at(port) }, { rules: [rule(), others] }, 'elsewhere', null, 1],
  ['on the edge', { place: { lon: yard[0], lat: yard[1] + 0.00745 } }, {}, 'unsure', 'edge', 1],
  [
    'on the edge of one, inside another that is out of its hours',
    { place: { lon: yard[0], lat: yard[1] + 0.00725 } },
    { rules: [rule(), rule({ ruleId: 3, hours: night, areas: [circle('B', [yard[0], yard[1] + 0.008])] })] },
    'unsure',
    'edge',
    3,
  ],
  ['without a place', { place: null }, {}, 'unsure', 'place', 1],
  ['without a time of its own', { timed: false }, {}, 'unsure', 'time', 1],
  [
    'outside, where the lock may keep areas set by hand',
    { place: at(port) },
    { areaOrders: [byHand()] },
    'unsure',
    'areas',
    1,
  ],
  [
    'outside, before anybody set an area by hand',
    { place: at(port) },
    { areaOrders: [byHand({ at: ten + 1 })] },
    'outside',
    null,
    1,
  ],
  ['before its period', {}, { rules: [rule({ from: ten + hour })] }, 'period', null, 1],
  ['after its period', {}, { rules: [rule({ to: ten })] }, 'period', null, 1],
  ['the last moment of its period', {}, { rules: [rule({ to: ten + 1 })] }, 'rule', null, 1],
  [
    'by a rule that was disabled then',
    {},
    { rules: [rule({ until: ten - hour }), rule({ since: ten - hour, enabled: false })] },
    'period',
    null,
    1,
  ],
  [
    'by a rule that was disabled since',
    {},
    { rules: [rule({ until: ten + hour }), rule({ since: ten + hour, enabled: false })] },
    'rule',
    null,
    1,
  ],
  ['before any rule was written', {}, { rules: [rule({ since: ten + 1 })] }, null, null, null],
  [
    'of a card that its rule does not name any more',
    {},
    { rules: [rule({ until: ten - hour }), rule({ since: ten - hour, cards: ['13'] })] },
    'period',
    null,
    1,
  ],
  [
    'of such a card, given by hand since',
    {},
    {
      rules: [rule({ until: ten - hour }), rule({ since: ten - hour, cards: ['13'] })],
      gifts: [{ at: ten - 5, how: 'hand', cards: ['12'] }],
    },
    'hand',
    null,
    null,
  ],
  [
    'of a card given by hand',
    {},
    { rules: [others], gifts: [{ at: ten - 5, how: 'hand', cards: ['12'] }] },
    'hand',
    null,
    null,
  ],
  [
    'of a card given by hand later',
    {},
    { rules: [others], gifts: [{ at: ten + 5, how: 'hand', cards: ['12'] }], list: read([]) },
    'nobody',
    null,
    null,
  ],
  [
    'of a card given by hand and taken by the lock’s yes',
    {},
    {
      rules: [others],
      gifts: [
        { at: ten - 9, how: 'hand', cards: ['12'] },
        { at: ten - 5, how: 'taken', cards: ['12'] },
      ],
    },
    'nobody',
    null,
    null,
  ],
  [
    'of a card that a rule gave which is nobody’s here any more',
    {},
    { rules: [others], gifts: [{ at: ten - 9, how: 'rule', cards: ['12'] }], list: read([]) },
    'period',
    null,
    null,
  ],
  ['of a card kept before anybody asked', {}, { rules: [others], list: read(['12'], ten + hour) }, 'hand', null, null],
  ['of a card nobody gave', {}, { rules: [others], list: read(['7']) }, 'nobody', null, null],
  ['of a card nobody gave, of a lock that never told its cards', {}, { rules: [others] }, 'unsure', 'list', null],
  ['of a card of no rule, where no rule is for the lock', {}, { rules: [], list: read([]) }, null, null, null],
])('a swipe %s', (_, swipe, change, verdict, doubt, ruleId) => {
  const said = judgeSwipe(swiped(swipe), facts(change));
  expect(said && [said.verdict, said.doubt, said.rule_id]).toEqual(verdict && [verdict, doubt, ruleId]);
});

it('names the rule, the area and until when it holds', () => {
  expect(judgeSwipe(swiped(), facts({ rules: [rule({ to: ten + hour, hours: day })] }))).toEqual({
    ...{ verdict: 'rule', doubt: null, rule_id: 1, rule_name: 'Harbour', area: 'Yard', hours: day },
    until_time: new Date(ten + hour).toISOString(),
  });
  expect(judgeSwipe(swiped({ place: at(port) }), facts({ rules: [rule(), others] }))).toMatchObject({
    ...{ verdict: 'elsewhere', rule_name: 'Harbour', area: 'Port' },
  });
  expect(judgeSwipe(swiped(), facts({ rules: [rule({ until: ten - hour })] }))).toMatchObject({
    ...{ verdict: 'period', until_time: new Date(ten - hour).toISOString() },
  });
});

describe('outside of its areas, of a lock that can be told of them', () => {
  const told = (kind: AreaOrder['kind'], change: Partial<AreaOrder> = {}): AreaOrder =>
    byHand({ kind, number: null, sure: true, own: true, ...change });
  const set = (change: Partial<AreaOrder> = {}) => told('set_area', { number: 1, ...change });
  const ended = rule({ until: ten - hour, areas: [circle('Port', port)] });
  it.each<[string, Partial<SwipeFacts>, string]>([
    ['none was told it', {}, 'untold'],
    ['it was sent and not answered', { areaOrders: [told('confine_cards', { sure: false })] }, 'untold'],
    ['it said yes', { areaOrders: [told('confine_cards')] }, 'told'],
    ['it said yes later', { areaOrders: [told('confine_cards', { at: ten + 1 })] }, 'untold'],
    [
      'it was released since',
      { areaOrders: [told('confine_cards'), told('release_cards', { at: ten - 5 })] },
      'untold',
    ],
    ['it was reset since', { areaOrders: [told('confine_cards'), told('factory_reset', { at: ten - 5 })] }, 'untold'],
    [
      'it was to be released, and never said so',
      { areaOrders: [told('confine_cards'), told('release_cards', { sure: false, at: ten - 5 })] },
      'untold',
    ],
    [
      'it was in an area that its rule had until then, and the lock was told nothing since',
      { rules: [ended, rule({ since: ten - hour })], areaOrders: [told('confine_cards', { at: ten - 2 * hour })] },
      'untold',
    ],
    [
      'it was in an area that its rule had until then, and the lock was told the new ones',
      {
        rules: [ended, rule({ since: ten - hour })],
        areaOrders: [told('confine_cards', { at: ten - 2 * hour }), set({ at: ten - 5 })],
      },
      'told',
    ],
  ])('%s', (_, change, expected) => {
    const said = judgeSwipe(swiped({ place: at(port) }), facts({ confines: true, ...change }));
    expect(said && [said.verdict, said.doubt ?? 'told']).toEqual(['outside', expected]);
  });
  it('in an area of other cards as well', () => {
    const said = judgeSwipe(swiped({ place: at(port) }), facts({ confines: true, rules: [rule(), others] }));
    expect(said).toMatchObject({ verdict: 'elsewhere', doubt: 'untold' });
  });
});

describe('areas that no rule knows of', () => {
  it.each<[string, AreaOrder[], boolean]>([
    ['none were set', [], false],
    ['those of rules', [byHand({ own: true })], false],
    ['one by hand', [byHand()], true],
    [
      'one by hand, deleted by the lock’s yes',
      [byHand(), byHand({ kind: 'delete_area', sure: true, at: ten - 9 })],
      false,
    ],
    ['one by hand, its deletion sent', [byHand(), byHand({ kind: 'delete_area', at: ten - 9 })], true],
    ['one by hand, overwritten by a rule', [byHand(), byHand({ own: true, sure: true, at: ten - 9 })], false],
    [
      'another than the one a rule has overwritten',
      [byHand(), byHand({ own: true, sure: true, number: 4, at: ten - 9 })],
      true,
    ],
    [
      'one by hand, before a reset',
      [byHand(), byHand({ kind: 'factory_reset', number: null, sure: true, at: ten - 9 })],
      false,
    ],
  ])('%s', (_, orders, unseen) => {
    expect(keepsUnseen(orders, ten)).toBe(unseen);
    expect(keepsUnseen([...orders].reverse(), ten)).toBe(unseen);
  });
});

describe('whatever the rules', () => {
  const places = fc.constantFrom(null, at(yard), at(port), { lon: 10, lat: 10 });
  const some = fc.record({
    since: fc.integer({ min: -48, max: 48 }),
    lasts: fc.option(fc.integer({ min: 0, max: 48 })),
    enabled: fc.boolean(),
    cards: fc.subarray(['12', '99']),
    centre: fc.constantFrom(yard, port),
    to: fc.option(fc.integer({ min: -48, max: 48 })),
    hours: fc.constantFrom(null, day, night),
  });
  const made = fc.array(some, { maxLength: 4 }).map((all) =>
    all.map(({ since, lasts, centre, to, ...one }, i) =>
      rule({
        ...one,
        ruleId: i + 1,
        since: ten + since * hour,
        until: lasts === null ? null : ten + (since + lasts) * hour,
        areas: [circle('A', centre)],
        to: to === null ? null : ten + to * hour,
      }),
    ),
  );
  it('what was said only later changes nothing, nor does the order in which it is read', () => {
    fc.assert(
      fc.property(made, places, fc.integer({ min: -24, max: 24 }), (rules, place, after) => {
        const swipe = swiped({ place, at: ten + after * hour });
        const told = judgeSwipe(swipe, facts({ rules }));
        const then = rules
          .filter(({ since }) => since <= swipe.at)
          .map((one) => (one.until !== null && one.until > swipe.at ? { ...one, until: null } : one));
        expect(judgeSwipe(swipe, facts({ rules: then }))).toEqual(told);
        const turned = judgeSwipe(swipe, facts({ rules: [...rules].reverse() }));
        expect([turned?.verdict, turned?.doubt]).toEqual([told?.verdict, told?.doubt]);
      }),
    );
  });
  it('without a place nothing is in order, and nothing rings for where it was', () => {
    fc.assert(
      fc.property(made, (rules) => {
        const verdict = judgeSwipe(swiped({ place: null }), facts({ rules, list: read([]) }))?.verdict;
        expect([undefined, 'hours', 'period', 'nobody', 'unsure']).toContain(verdict);
      }),
    );
  });
});
