import { expect, it } from 'vitest';
import { datumOfError, readLandmark } from './landmark.ts';

const tower = [121.4952, 31.2419] as const;

it.each<[number, ReturnType<typeof datumOfError>]>([
  [0, null],
  [28, null],
  [481, 'gcj02'],
  [450, 'gcj02'],
  [250, null],
  [1130, 'bd09'],
  [3000, null],
])('a tower that is drawn %s m away is drawn in %s', (metres, datum) =>
  expect(datumOfError(tower, metres)).toBe(datum),
);

it('where nothing is shifted an error is no datum', () => expect(datumOfError([105.85, 21.03], 40)).toBeNull());

it('what is kept as a landmark may be anything', () => {
  expect(readLandmark({ name: 'Gate', at: [121.5, 31] })).toEqual({ name: 'Gate', at: [121.5, 31] });
  expect([null, 'x', { name: 1, at: [1, 2] }, { name: 'x', at: [1, null] }].map(readLandmark)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
