import { expect, it } from 'vitest';
import { shown } from './explained.ts';

it.each([
  [{ raw: 786434, set: ['fix', 'gps'] }, 'fix, gps'],
  [{ raw: 0, set: [] }, '–'],
  [{ lon: 108.8, lat: 34.3, altitude: null }, 'lon 108.8, lat 34.3'],
  [new Uint8Array(3), '3 bytes'],
  ['(8000000001)', '(8000000001)'],
  [[1, 2], '[1,2]'],
  [7, '7'],
  [null, 'null'],
])('%j is shown as %s', (value, text) => {
  expect(shown(value)).toBe(text);
});
