import { describe, expect, it } from 'vitest';
import { isWanted, isWithin, planned } from './pace.ts';

const quiet = { singles: 0, digests: 0, singlesInHour: 0 };
const many = (n: number, isCritical = false) => Array.from({ length: n }, (_, id) => ({ id, isCritical }));
const sizes = ({ singles, digest, later }: ReturnType<typeof planned>) => [singles.length, digest.length, later.length];

describe('what waits for a recipient', () => {
  it.each([
    ['nothing', [], quiet, [0, 0, 0]],
    ['ten are told singly', many(10), quiet, [10, 0, 0]],
    ['eleven are one digest', many(11), quiet, [0, 11, 0]],
    ['five hundred are one digest', many(500), quiet, [0, 500, 0]],
    ['three after eight are one digest', many(3), { ...quiet, singles: 8, singlesInHour: 8 }, [0, 3, 0]],
    ['after a digest they wait for the next', many(3), { ...quiet, digests: 1 }, [0, 0, 3]],
    ['critical ones come singly, whatever came before', many(12, true), { ...quiet, digests: 1 }, [12, 0, 0]],
    ['of critical ones those beyond the hour’s are together', many(50, true), quiet, [40, 10, 0]],
    ['in an hour that is full all are together', many(2), { ...quiet, singlesInHour: 40 }, [0, 2, 0]],
  ] as const)('%s', (_, pending, past, expected) => {
    expect(sizes(planned(pending, past))).toEqual(expected);
  });
  it('is told once and by one way each', () => {
    const pending = [...many(15), ...many(45, true).map((one) => ({ ...one, id: one.id + 100 }))];
    const { singles, digest, later } = planned(pending, quiet);
    expect([...singles, ...digest, ...later].map(({ id }) => id).sort()).toEqual(pending.map(({ id }) => id).sort());
  });
});

it.each([
  ['police', { severity: 'critical' }, true],
  ['police', { severity: 'warning' }, true],
  ['police', { severity: 'info' }, false],
  ['police', null, false],
  ['status', { severity: 'info' }, true],
  ['status', null, true],
] as const)('who receives %s is told of %j: %s', (type, what, expected) => {
  expect(isWanted(type, what)).toBe(expected);
});

it.each([
  ['23:00', '06:00', '23:00', true],
  ['23:00', '06:00', '05:59', true],
  ['23:00', '06:00', '06:00', false],
  ['23:00', '06:00', '22:59', false],
  ['12:00', '13:30', '12:45', true],
  ['12:00', '13:30', '13:30', false],
  ['', '', '00:00', false],
])('quiet hours from %s until %s hold %s: %s', (from, until, time, held) =>
  expect(isWithin(time, from, until)).toBe(held),
);

it('in quiet hours what is critical comes, and the rest waits', () => {
  const all = [{ isCritical: true }, { isCritical: false }];
  expect(planned(all, { singles: 0, digests: 0, singlesInHour: 0 }, true)).toEqual({
    singles: [all[0]],
    digest: [],
    later: [all[1]],
  });
});

it.each([
  [[], 'low_battery', true],
  [['low_battery'], 'low_battery', true],
  [['out_of_fence'], 'low_battery', false],
])('who chose %j is told of %s: %s', (kinds, kind, told) =>
  expect(isWanted('status', { severity: 'warning', kind }, kinds)).toBe(told),
);
