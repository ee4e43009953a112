import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnClock, serverNow } from './clock.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: noon });
  learnClock(new Date(noon).toUTCString(), noon, noon);
});
afterEach(() => vi.useRealTimers());
const date = (milliseconds: number): string => new Date(milliseconds).toUTCString();

it('goes by the server when this computer is seven minutes slow', () => {
  learnClock(date(noon + 420_000), noon - 100, noon + 100);
  expect(Math.abs(serverNow() - (noon + 420_000))).toBeLessThan(1000);
});

it('does not jitter with whole seconds, nor with a slow answer', () => {
  learnClock(date(noon - 900), noon - 50, noon + 50);
  expect(serverNow()).toBe(noon);
  learnClock(date(noon - 3000), noon - 6000, noon);
  expect(serverNow()).toBe(noon);
});

it('follows when the clock is set while the page is open', () => {
  learnClock(date(noon + 420_000), noon - 10, noon + 10);
  learnClock(date(noon), noon - 400, noon + 400);
  expect(serverNow()).toBe(noon);
});

it('learns nothing from an answer without a date', () => {
  learnClock(null, noon, noon);
  learnClock('soon', noon, noon);
  expect(serverNow()).toBe(noon);
});
