import { expect, it } from 'vitest';
import { reportPosition } from './blankReport.ts';

const rest = { altitude: 0, velocity: 0, heading: 0, satellites: 0 };

it.each([
  ['a place', 121.47, 31.23, true, true],
  ['a place that the lock says is none', 121.47, 31.23, false, false],
  ['on the equator', 121.47, 0, true, true],
  ['on the meridian of Greenwich', 0, 51.48, true, true],
  ['two zeros, which a receiver says before it has found anything', 0, 0, true, false],
  ['beyond the globe', 181, 31.23, true, false],
  ['half of a place', 121.47, null, true, false],
])('knows where a lock is, and where it does not: %s', (_, lon, lat, said, fix) => {
  expect(reportPosition(lon, lat, said, rest).fix).toBe(fix);
});
