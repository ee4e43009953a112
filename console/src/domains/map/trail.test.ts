import { expect, it } from 'vitest';
import { fleetLock } from '../../testing/fakeServer.ts';
import type { Shown } from './shown.ts';
import { type Crumb, followedWith, hasLeft, joined, linesOf, withCrumb } from './trail.ts';

const begin = Date.UTC(2026, 10, 23, 12);
const iso = (seconds: number) => new Date(begin + seconds * 1000).toISOString();
const told = (seconds: number, lon: number | null) =>
  fleetLock(1, { lon, lat: lon === null ? null : 31, place_time: iso(seconds), report_interval: 30 });
const driven = (...steps: [number, number][]) =>
  steps.reduce<readonly Crumb[]>((trail, [seconds, lon]) => withCrumb(trail, told(seconds, lon)), []);

it('a trail grows by what is new and by nothing else', () => {
  const trail = driven([0, 121], [30, 121.1], [30, 121.1], [20, 120]);
  expect(trail.map(({ place }) => place[0])).toEqual([121, 121.1]);
  expect(withCrumb(trail, told(60, null))).toBe(trail);
});

it('nothing joins two places between which nothing was heard', () => {
  const lines = linesOf(driven([0, 121], [30, 121.1], [600, 122], [630, 122.1]), begin + 640_000, 30);
  expect(lines.map((line) => line.map(([lon]) => lon))).toEqual([
    [121, 121.1],
    [122, 122.1],
  ]);
});

it('reaches back as far as was asked for', () => {
  const trail = driven([0, 121], [30, 121.1], [60, 121.2], [90, 121.3]);
  expect(linesOf(trail, begin + 640_000, 10)).toEqual([
    [
      [121.2, 31],
      [121.3, 31],
    ],
  ]);
});

it('what was told while the stored way was fetched follows it once', () => {
  const stored = driven([0, 121], [30, 121.1]);
  const live = driven([30, 121.1], [60, 121.2]);
  expect(joined(stored, live).map(({ at }) => (at - begin) / 1000)).toEqual([0, 30, 60]);
  expect(joined([], live)).toEqual(live);
});

it('follows five at the most: the first gives way', () => {
  expect(followedWith([1, 2, 3, 4, 5], 6, true)).toEqual([2, 3, 4, 5, 6]);
  expect(followedWith([1, 2], 1, true)).toEqual([2, 1]);
  expect(followedWith([1, 2], 1, false)).toEqual([2]);
});

it('the view moves when one of those that are followed has left it', () => {
  const at = (lon: number | null): Shown => ({ lock: told(0, lon) }) as Shown;
  expect(hasLeft([at(121), at(122)], [120, 30, 123, 32])).toBe(false);
  expect(hasLeft([at(121), at(124)], [120, 30, 123, 32])).toBe(true);
  expect(hasLeft([at(null)], [120, 30, 123, 32])).toBe(false);
});
