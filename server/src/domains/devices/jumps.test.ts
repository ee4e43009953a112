import { expect, it } from 'vitest';
import { watchJumps } from './jumps.ts';

const shanghai = { lon: 121.47, lat: 31.23 };
const xian = { lon: 108.94, lat: 34.34 };
const hour = 3_600_000;

it.each([
  ['a thousand kilometres in a minute', shanghai, xian, 60_000, true],
  ['as far by train', shanghai, xian, 6 * hour, false],
  ['as far by plane', shanghai, xian, 1.5 * hour, false],
  ['a bad fix near by', shanghai, { lon: 121.6, lat: 31.5 }, 1000, false],
  ['across the date line', { lon: 179.99, lat: 10 }, { lon: -179.99, lat: 10 }, 60_000, false],
  ['two places at one moment', shanghai, xian, 0, true],
])('%s', (_, from, to, after, isJump) => {
  const jumped = watchJumps();
  expect(jumped(1, { ...from, at: 0 })).toBe(false);
  expect(jumped(2, { ...to, at: after })).toBe(false);
  expect(jumped(1, { ...to, at: after })).toBe(isJump);
  expect(jumped(1, { ...to, at: after + 1000 })).toBe(false);
});

it('compares nothing with a place told late', () => {
  const jumped = watchJumps();
  jumped(1, { ...shanghai, at: hour });
  expect(jumped(1, { ...xian, at: 0 })).toBe(false);
  expect(jumped(1, { ...shanghai, at: hour + 1000 })).toBe(false);
});
