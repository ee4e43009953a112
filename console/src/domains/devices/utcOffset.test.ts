import { expect, it } from 'vitest';
import { utcOffset, utcOffsets } from './utcOffset.ts';

it('writes minutes east and west of UTC in hours', () => {
  expect([480, 0, 345, -570].map(utcOffset)).toEqual(['UTC+8:00', 'UTC+0:00', 'UTC+5:45', 'UTC−9:30']);
});

it('offers every quarter of an hour from UTC−12:00 to UTC+14:00', () => {
  expect([utcOffsets[0], utcOffsets.at(-1), utcOffsets.length]).toEqual([-720, 840, 105]);
  expect(utcOffsets).toContain(345);
});
