import { expect, it } from 'vitest';
import { isMoving, windOf } from './heading.ts';
import { isPlaceOld } from './place.ts';

const at = Date.parse('2026-11-22T14:36:00Z');
/** a lock whose newest report is of now and whose newest place is this many seconds older */
const lock = (velocity: number | null, unplaced: number | null = 0, aside = false) => ({
  velocity,
  report_interval: 30,
  sleep_interval: 600,
  seen_time: new Date(at).toISOString(),
  report_time: new Date(at).toISOString(),
  place_time: unplaced === null ? null : new Date(at - unplaced * 1000).toISOString(),
  aside_since: aside ? new Date(at).toISOString() : null,
});

it('calls a lock moving only while its word is fresh and its speed more than trembling', () => {
  expect([0, 2.9, 3, null].map((velocity) => isMoving(lock(velocity), 'online'))).toEqual([false, false, true, false]);
  for (const connection of ['sleeping', 'late', 'offline'] as const) expect(isMoving(lock(62), connection)).toBe(false);
});

it('knows of no lock that it moves, or where it is, whose reports come without a place or are put aside', () => {
  expect([0, 120, 121, null].map((unplaced) => isMoving(lock(62, unplaced), 'online'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(isMoving(lock(62, 0, true), 'online')).toBe(false);
  expect([lock(0, 120), lock(0, 121), lock(0, null), lock(0, 0, true)].map((one) => isPlaceOld(one))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  // never heard of
  expect(isPlaceOld({ ...lock(null, null), report_time: null })).toBe(false);
});

it('knows no place of a lock that gives signs of life and reports no more', () => {
  const heard = (velocity: number, seconds: number) => ({
    ...lock(velocity),
    seen_time: new Date(at + seconds * 1000).toISOString(),
  });
  // on the road a report was due every 30 s, standing still every 10 min
  expect([heard(62, 120), heard(62, 121), heard(0, 1260), heard(0, 1261)].map((one) => isPlaceOld(one))).toEqual([
    ...[false, true],
    ...[false, true],
  ]);
  expect(isMoving(heard(62, 121), 'online')).toBe(false);
});

it.each([
  [0, 'n'],
  [22, 'n'],
  [23, 'ne'],
  [180, 's'],
  [359, 'n'],
  [-90, 'w'],
])('%i° is %s', (degrees, wind) => expect(windOf(degrees)).toBe(wind));
