import { expect, test } from 'vitest';
import { Arrivals } from './arrivals.ts';

const heard = () => {
  const told: boolean[] = [];
  return { told, base: new Arrivals((isAway) => told.push(isAway)) };
};

test('a base map that came before is away once three tiles in a row do not come, and back with the next', () => {
  const { told, base } = heard();
  base.came();
  base.missed('tile');
  base.missed('tile');
  base.came();
  base.missed('tile');
  base.missed('tile');
  expect(told).toEqual([]);
  base.missed('tile');
  base.missed('tile');
  expect([told, base.isAway]).toEqual([[true], true]);
  base.came();
  expect([told, base.isAway]).toEqual([[true, false], false]);
});

test('a file whose head does not come is away at once, and another base map is not', () => {
  const { told, base } = heard();
  base.missed('all');
  expect(told).toEqual([true]);
  base.restart();
  base.missed('tile');
  expect(told).toEqual([true, false]);
});
