import dayjs from 'dayjs';
import { afterEach, expect, it, vi } from 'vitest';
import { weekUntil } from './weekUntil.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['Europe/Berlin', '2026-10-27T09:00:00Z', [24, 24, 24, 24, 25, 24]],
  ['Europe/Berlin', '2026-03-31T21:59:00Z', [24, 24, 24, 24, 23, 24]],
  // where the clock is put forward at midnight, that day begins at one
  ['Africa/Cairo', '2026-04-25T09:00:00Z', [24, 24, 24, 24, 24, 23]],
  ['Asia/Shanghai', '2026-11-23T16:30:00Z', [24, 24, 24, 24, 24, 24]],
])('begins each of the days of %s at its own midnight', (zone, now, hours) => {
  vi.stubEnv('TZ', zone);
  const starts = weekUntil(dayjs(now)).map(Date.parse);
  expect(starts.slice(1).map((at, n) => (at - starts[n]!) / 3_600_000)).toEqual(hours);
  expect(starts[6]).toBeLessThanOrEqual(Date.parse(now));
  expect(dayjs(starts[6]).isSame(dayjs(now), 'day')).toBe(true);
});
