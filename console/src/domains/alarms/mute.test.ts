import { expect, it } from 'vitest';
import { isMuted } from './mute.ts';

const mute = { until_time: '2026-11-21T12:30:00.000Z', reason: 'a drill' };
it.each([
  ['2026-11-21T12:00:00.000Z', mute, true],
  ['2026-11-21T12:30:00.000Z', mute, false],
  ['2026-11-21T12:00:00.000Z', null, false],
])('at %s, told %j: muted is %s', (at, told, muted) => {
  expect(isMuted(told, Date.parse(at))).toBe(muted);
});
