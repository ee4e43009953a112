import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Track, type TrackPoint, tracks } from './tracks.ts';
import { longestSilence, placeAt, tripOf } from './trip.ts';

const begin = Date.UTC(2026, 10, 20, 8);
const minute = 60_000;
const window = { from: begin, to: begin + 30 * minute };
const iso = (minutes: number) => new Date(begin + minutes * minute).toISOString();
const point = (minutes: number, lon: number | null, changes: Partial<TrackPoint> = {}): TrackPoint => ({
  at: iso(minutes),
  receive_time: iso(minutes),
  ...{ late: false, proved: true, lon, lat: lon === null ? null : 31, velocity: lon === null ? null : 60 },
  ...{ heading: 90, electric: 80, temperature: 4, lock_status: 1 },
  ...changes,
});
const every = (report_interval: number, sleep_interval = report_interval, from = -600) => ({
  from: iso(from),
  ...{ report_interval, sleep_interval },
});
const told = (points: TrackPoint[], changes: Partial<Track> = {}) => ({
  points,
  ...{ cut: false, before: null, after: null, intervals: [every(30)] },
  ...changes,
});
/** every minute from `from` to `to`, a kilometre a minute eastwards */
const driving = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => point(from + i, 121 + (from + i) * 0.0105));

describe('a trip', () => {
  it('is one run without a gap, as long as it reports as it should', () => {
    const trip = tripOf(told(driving(0, 30)), window);
    expect(trip.runs).toHaveLength(1);
    expect(trip).toMatchObject({ gaps: [], stops: [], moving: 30 * minute, stopped: 0, unseen: 0, top: 60 });
    expect(trip.metres / 1000).toBeCloseTo(30, 0);
  });

  it('joins nothing over a blind spot, and counts none of it as driven', () => {
    const trip = tripOf(told([...driving(0, 10), ...driving(16, 30)]), window);
    expect(trip.runs.map((run) => run.length)).toEqual([11, 15]);
    expect(trip.gaps).toMatchObject([{ kind: 'silent', from: begin + 10 * minute, to: begin + 16 * minute }]);
    expect((trip.gaps[0]?.apart ?? 0) / 1000).toBeCloseTo(6, 0);
    expect(trip).toMatchObject({ moving: 24 * minute, unseen: 6 * minute });
    expect(trip.metres / 1000).toBeCloseTo(24, 0);
  });

  it('is not silent behind the last of too many reports: they were told and are not at hand', () => {
    expect(tripOf(told(driving(0, 10)), window).gaps).toMatchObject([{ kind: 'silent', from: begin + 10 * minute }]);
    expect(tripOf(told(driving(0, 10), { cut: true }), window)).toMatchObject({ gaps: [], unseen: 0 });
  });

  it('tells a time without a fix from silence, and never draws a place that is none', () => {
    const without = Array.from({ length: 5 }, (_, i) => point(11 + i, null));
    const trip = tripOf(told([...driving(0, 10), ...without, ...driving(16, 30)]), window);
    expect(trip.gaps.map(({ kind }) => kind)).toEqual(['no_fix']);
    expect(trip.noFix).toBe(5);
    expect(trip.fixes).toHaveLength(26);
  });

  it('takes no report whose sender has not proved to be the lock', () => {
    const trip = tripOf(told([...driving(0, 30), point(30, 10, { proved: false })]), window);
    expect(trip.fixes.every(({ lon }) => lon > 120)).toBe(true);
    expect(trip.unproved).toBe(1);
  });

  it('is asleep, not lost, where it stood no longer than it may', () => {
    const at = { lon: 121, lat: 31 };
    const asleep = told([point(0, 121, { velocity: 0 }), point(25, 121, { velocity: 0 })], {
      intervals: [every(30, 1800)],
      after: { at: iso(50), ...at },
    });
    expect(tripOf(asleep, window).gaps.map(({ kind }) => kind)).toEqual(['asleep', 'asleep']);
    expect(tripOf(asleep, window)).toMatchObject({ stopped: 30 * minute, unseen: 0 });
    expect(tripOf({ ...asleep, intervals: [every(30)] }, window).unseen).toBe(30 * minute);
  });

  it('is judged by the interval of its time: a later one neither hides an old blind spot nor invents one', () => {
    const silentFor6 = told([...driving(0, 10), ...driving(16, 30)]);
    const gaps = (intervals: Track['intervals']) =>
      tripOf({ ...silentFor6, intervals }, window).gaps.map(({ from, to }) => [from, to]);
    const gap = [[begin + 10 * minute, begin + 16 * minute]];
    expect(gaps([every(30), every(600, 600, 40)])).toEqual(gap);
    expect(gaps([every(600), every(30, 30, 40)])).toEqual([]);
    // told within the silence: what came before it is judged by the one, what came after it by the other
    expect(gaps([every(30), every(600, 600, 10.5)])).toEqual([]);
    expect(gaps([every(30), every(600, 600, 15)])).toEqual(gap);
    expect(gaps([every(600), every(30, 30, 11)])).toEqual(gap);
    expect(gaps([every(600), every(30, 30, 15)])).toEqual([]);
  });

  it('slept no longer than it might at the time', () => {
    const slept = told([point(0, 121, { velocity: 0 }), point(25, 121, { velocity: 0 })]);
    const kinds = (intervals: Track['intervals']) =>
      tripOf({ ...slept, intervals }, { from: begin, to: begin + 25 * minute }).gaps.map(({ kind }) => kind);
    expect(kinds([every(30, 1800), every(30, 60, 60)])).toEqual(['asleep']);
    expect(kinds([every(30, 60), every(30, 1800, 60)])).toEqual(['silent']);
  });

  it('has a gap at an edge where nothing was told around it, and none where something was just outside', () => {
    expect(tripOf(told(driving(5, 30)), window).gaps).toMatchObject([
      { from: begin, to: begin + 5 * minute, apart: null },
    ]);
    const just = { before: { at: iso(-0.5), lon: 121, lat: 31 }, after: { at: iso(30.5), lon: 121, lat: 31 } };
    expect(tripOf(told(driving(0, 30), just), window).gaps).toEqual([]);
    expect(tripOf(told([]), window)).toMatchObject({ gaps: [{ kind: 'silent' }], unseen: 30 * minute, runs: [] });
  });

  it('stops where it stands for three minutes', () => {
    const standing = Array.from({ length: 7 }, (_, i) => point(10 + i, 121.1, { velocity: i % 2 }));
    const trip = tripOf(told([...driving(0, 9), ...standing, ...driving(17, 30)]), window);
    expect(trip.stops).toMatchObject([{ from: begin + 10 * minute, to: begin + 16 * minute, lon: 121.1 }]);
    expect(trip.stopped).toBe(6 * minute);
  });

  it('is between two places that belong together, and nowhere in a gap', () => {
    const trip = tripOf(told([...driving(0, 10), ...driving(16, 30)]), window);
    expect(placeAt(trip, begin + 0.5 * minute)).toMatchObject({
      between: true,
      lon: expect.closeTo(121 + 0.0105 / 2, 9),
    });
    expect(placeAt(trip, begin + 10 * minute)).toMatchObject({ between: false });
    expect(placeAt(trip, begin + 13 * minute)).toBeNull();
    expect(placeAt(trip, begin - minute)).toBeNull();
  });
});

describe('a trip for a verdict', () => {
  const rare = { intervals: [every(4 * 3600)] };
  const hours = { from: begin, to: begin + 420 * minute };
  const twice = [point(0, 121), point(420, 125)];
  it('has a gap where nobody knows, however seldom the lock reports', () => {
    expect(tripOf(told(twice, rare), hours).gaps).toEqual([]);
    expect(tripOf(told(twice, rare), hours, 15 * minute).gaps).toMatchObject([
      { kind: 'silent', from: begin, to: begin + 420 * minute },
    ]);
    expect(tripOf(told(driving(0, 30)), window, 15 * minute).gaps).toEqual([]);
  });
  it('says how long nothing was heard, also without a place', () => {
    const heard = told([point(0, 121), point(20, null), point(25, null, { proved: false }), point(30, 121)]);
    expect(longestSilence(tripOf(heard, window), window)).toBe(20 * minute);
  });
  it('finds in a long track what looking at each of its words finds: silences, gaps that were heard, and stops', () => {
    const parts = fc.array(
      fc.record({
        pause: fc.integer({ min: 0, max: 12 }),
        moves: fc.boolean(),
        lost: fc.boolean(),
        count: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(parts, (some) => {
        let [at, lon] = [0, 121];
        const points = some.flatMap(({ pause, moves, lost, count }) =>
          Array.from({ length: count }, (_, nth) => {
            at += nth === 0 ? pause : 1;
            lon += moves ? 0.01 : 0;
            return point(at, lost ? null : lon, { velocity: moves ? 60 : 0 });
          }),
        );
        const whole = { from: begin - minute, to: begin + (at + 1) * minute };
        const trip = tripOf(told(points), whole);
        const within = ({ from, to }: { from: number; to: number }) =>
          trip.heard.filter((one) => one > from && one < to);
        for (const gap of trip.gaps) {
          const heard = [gap.from, ...within(gap), gap.to];
          expect(longestSilence(trip, gap)).toBe(Math.max(...heard.slice(1).map((one, nth) => one - heard[nth]!)));
          expect(gap.kind === 'no_fix').toBe(within(gap).length > 0);
        }
        const legs = trip.runs.flatMap((run) => run.slice(1).map((to, nth) => [run[nth]!.at, to.at] as const));
        const stood = legs.filter(([from, to]) => trip.stops.some((stop) => from >= stop.from && to <= stop.to));
        const asleep = trip.gaps.filter(({ kind }) => kind === 'asleep').map(({ from, to }) => [from, to] as const);
        expect(trip.stopped).toBe([...stood, ...asleep].reduce((sum, [from, to]) => sum + to - from, 0));
      }),
    );
  });
  it('was silent for too long by any of the intervals of that time, each waited for anew, as looking at all of them says', () => {
    const changes = fc.array(
      fc.record({ from: fc.integer({ min: -20, max: 80 }), report: fc.integer({ min: 60, max: 1200 }) }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 40 }), (some, from, lasts) => {
        const intervals = some
          .toSorted((a, b) => a.from - b.from)
          .map((one) => every(one.report, one.report, one.from));
        const [a, b] = [from, from + lasts];
        const isOverdue = intervals.some((one, nth) => {
          const minutes = (at: string) => (Date.parse(at) - begin) / minute;
          const since = nth === 0 ? a : Math.max(a, minutes(one.from));
          const until = Math.min(b, nth + 1 < intervals.length ? minutes(intervals[nth + 1]!.from) : b);
          return until - since > (2 * one.report_interval) / 60 + 1;
        });
        const ends = told([point(a, 121), point(b, 122)], { intervals });
        const trip = tripOf(ends, { from: begin + a * minute, to: begin + b * minute });
        expect(trip.gaps.length).toBe(isOverdue ? 1 : 0);
      }),
    );
  });
});

describe('the window of a playback', () => {
  const issues = (minutes: number) =>
    tracks.read.input.safeParse({ ids: [1], from: iso(0), to: iso(minutes) }).error?.issues.map((i) => i.message) ?? [];
  it('is 30 minutes at most, and forwards', () => {
    expect(issues(30)).toEqual([]);
    expect(issues(30.001)).toEqual(['trackWindow']);
    expect(issues(0)).toEqual(['trackBackwards']);
  });
});

it('a track is not asked for of a year that no lock has had', () => {
  const from = '0000-01-01T00:00:00.000Z';
  const asked = tracks.read.input.safeParse({ ids: [1], from, to: '0000-01-01T00:30:00.000Z' });
  expect(asked.error?.issues.map(({ message }) => message)).toEqual(['recordYear']);
});
