import { expect, it } from 'vitest';
import { metresBetween, metresFromLine } from '../lock/metres.ts';
import { beyond, isLine, type Limits, noLimits, type PlanAt, type Seen } from './limits.ts';

const MINUTE = 60_000;
const LEFT = 1_800_000_000_000;
/** Along a meridian, which is straight. */
const start = { lat: 30, lon: 121, radius: 500 };
const end = { lat: 31, lon: 121, radius: 500 };
const limits: Limits = { ...noLimits, off_route: { metres: 1000, minutes: 5, line: [] }, long_stop: { minutes: 20 } };
const plan = (more: Partial<Limits> = {}, places = [start, end], since = 0): PlanAt => ({
  limits: { ...limits, ...more },
  places,
  since,
});
/** At a latitude, so many metres east of the line. */
const seen = (minute: number, lat: number, metres = 0): Seen => ({
  ...{ at: LEFT + minute * MINUTE, lat },
  lon: 121 + metres / (111_195 * Math.cos((lat * Math.PI) / 180)),
});
/** A place each minute, on the move. */
const drive = (from: number, metres: number[], lat = 30.3): Seen[] =>
  metres.map((off, nth) => seen(from + nth, lat + nth / 100, off));
const runs = (way: Seen[], ...plans: PlanAt[]) =>
  beyond(way, plans.length > 0 ? plans : [plan()]).map(({ kind, from, to }) => [
    kind,
    (from - LEFT) / MINUTE,
    (to - LEFT) / MINUTE,
  ]);

it('measures from a line to whatever of it is nearest', () => {
  const line = [start, end];
  const { lon } = seen(0, 30.5, 3000);
  expect(metresFromLine(line, { lat: 30.5, lon })).toBeCloseTo(3000, -1);
  const before = { lat: 29.9, lon: 121.01 };
  expect(metresFromLine(line, before)).toBeCloseTo(metresBetween(before, start), 3);
  expect(metresFromLine([start, start], before)).toBeCloseTo(metresBetween(before, start), 3);
  expect(metresFromLine([], before)).toBe(Number.POSITIVE_INFINITY);
});

it('is off its route after so many minutes beside it, once for each run, until it is back', () => {
  const out = [1500, 1500, 1500, 1500, 1500, 1500];
  expect(runs(drive(0, [0, ...out, 0, 0]))).toEqual([['off_route', 1, 6]]);
  expect(runs(drive(0, [0, ...out, 0, ...out, 0]))).toEqual([
    ['off_route', 1, 6],
    ['off_route', 8, 13],
  ]);
  expect(runs(drive(0, [0, ...out.slice(1), 0]))).toEqual([]);
  // on the edge nothing is decided: a run neither begins nor ends there
  expect(runs(drive(0, [0, 1050, 1050, 1050, 1050, 1050, 1050, 1050]))).toEqual([]);
  expect(runs(drive(0, [0, ...out, 1050, 1050, 1500, 0]))).toEqual([['off_route', 1, 9]]);
});

it('takes one place for no run, however far it is', () => {
  expect(runs([...drive(0, [0, 0]), seen(10, 30.32, 90_000), ...drive(20, [0, 0])])).toEqual([]);
});

it('goes by the line that somebody drew, and by none that is switched off', () => {
  const line: [number, number][] = [
    [121, 30],
    [121.2, 30.5],
    [121, 31],
  ];
  const along = line.flatMap(([lon, lat], nth) =>
    [0, 6].map((more) => ({ at: LEFT + (nth * 10 + more) * MINUTE, lon, lat })),
  );
  expect(runs(along).map(([kind]) => kind)).toEqual(['off_route']);
  const drawn = { off_route: { metres: 1000, minutes: 5, line } };
  expect(runs(along, plan(drawn))).toEqual([]);
  expect(runs(along, plan({ off_route: null, long_stop: null }))).toEqual([]);
});

it('has stood for long where nothing is planned, and a trembling or a single stray place is no drive', () => {
  const still = [0, 5, 10, 15, 20, 25].map((minute) => seen(minute, 30.5 + (minute % 2) / 1000));
  expect(runs([...still, ...drive(30, [0, 0, 0], 30.7)])).toEqual([['long_stop', 0, 30]]);
  expect(runs(still.slice(0, 4))).toEqual([]);
  expect(runs([...still.slice(0, 3), seen(12, 30.9), ...still.slice(3)])).toEqual([['long_stop', 0, 25]]);
  // nor is it long where a stop is planned
  expect(runs(still, plan({}, [start, { lat: 30.5, lon: 121, radius: 500 }, end]))).toEqual([]);
});

it('has stood for long where its lock slept and wakes a little way on, and not where it may have been driven', () => {
  const drove = drive(302, [0, 0], 30.7);
  expect(runs([seen(0, 30.5), seen(1, 30.5), seen(300, 30.5026), ...drove])).toEqual([['long_stop', 0, 300]]);
  expect(runs([seen(0, 30.5), seen(1, 30.5), seen(300, 30.51), ...drove])).toEqual([]);
  expect(runs([seen(0, 30.5), seen(1, 30.5), seen(10, 30.5026), ...drove])).toEqual([]);
});

it('judges each time by the plan of that time', () => {
  const away = drive(0, [0, 3000, 3000, 3000, 3000, 3000, 3000, 3000]);
  const wide = { off_route: { metres: 5000, minutes: 5, line: [] } };
  expect(runs(away, plan(wide), plan({}, [start, end], LEFT + 100 * MINUTE))).toEqual([]);
  expect(runs(away, plan({}), plan(wide, [start, end], LEFT + 100 * MINUTE))).toEqual([['off_route', 1, 7]]);
});

it('knows no place twice, nor one that is older than what it knows', () => {
  const way = drive(0, [0, 1500, 1500]);
  expect(runs([...way, ...way, { ...way[1]!, at: LEFT + 2 * MINUTE }])).toEqual([]);
});

it('a line leads from one place to another, or there is none', () => {
  expect(
    [
      [],
      [[121, 30]],
      [
        [121, 30],
        [121, 30],
      ],
      [
        [121, 30],
        [121, 30.1],
      ],
    ].map((line) => isLine(line as [number, number][])),
  ).toEqual([...[true, false, false, true]]);
});
