import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { byServer, learnClock, serverNow } from './clock.ts';

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

it('tells by the server what this computer noted by its own', () => {
  learnClock(date(noon + 420_000), noon, noon);
  expect(Math.abs(Date.parse(byServer(noon)) - (noon + 420_000))).toBeLessThan(1000);
});

/** What measures a span, or learns the clock; a moment that is shown, sent or compared with one of the server is none. */
const spans = [
  ...['attention', 'client', 'clock', 'config', 'liveShare', 'patience'].map((name) => `./${name}.ts`),
  // how long each item of the wall stands
  ...['Wall', 'WallFocus'].map((name) => `../domains/map/wall/${name}.tsx`),
];
const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../testing/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('is asked the time by every screen: nothing else goes by the clock of this computer', () => {
  const own = /\bDate\.now\b|\bnew Date\(\)|\bdayjs\(\)/;
  const found = Object.keys(sources).filter((file) => own.test(sources[file] ?? ''));
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(found.filter((file) => !spans.includes(file))).toEqual([]);
});
