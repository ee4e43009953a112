import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FencePlace, isAfter, judgeFences, type PlaceAt } from './judgeFences.ts';
import { fencesOf, minutes, noon } from './testing/reports.ts';

/** A kilometre a degree beyond 121: inside below it, on its edge for 0.05, outside beyond. */
const yard = (lon: number) => Math.max(0, (lon - 121) * 1000);
const [inside, edge, outside] = [120.9, 121.03, 121.5];
const at = (minute: number, lon: number): PlaceAt => ({ at: noon + minutes(minute), lon, lat: 31 });

/** What rings while places come one by one, and what is stored is at hand. */
const told = (near: ReturnType<typeof fencesOf>, places: readonly PlaceAt[], portion = 1) => {
  let now: FencePlace | null = null;
  const stored: PlaceAt[] = [];
  const rung: string[] = [];
  for (let i = 0; i < places.length; i += portion) {
    const came = places.slice(i, i + portion);
    const late = came.some((place) => now !== null && !isAfter(place, now));
    const judged: ReturnType<typeof judgeFences<PlaceAt>> = judgeFences(near, now, came, late ? stored : []);
    stored.push(...came);
    now = judged.now;
    for (const { fence, into, place } of judged.rung)
      rung.push(`${into ? 'into' : 'out of'} ${fence.name} ${Math.round((place.at - noon) / 60_000)}`);
  }
  return { now, rung };
};
const of = (alarmOn: 'enter' | 'leave' | 'both', schedule = null as never) =>
  fencesOf({ area: yard, name: 'the yard', alarmOn, schedule });

describe('a crossing', () => {
  const way = [inside, outside, outside, edge, inside, outside].map((lon, i) => at(i, lon));
  it('rings going in or out, as was asked for, by the place that decides it', () => {
    expect(told(of('leave'), way).rung).toEqual(['out of the yard 1', 'out of the yard 5']);
    expect(told(of('enter'), way).rung).toEqual(['into the yard 4']);
    expect(told(of('both'), way).rung).toEqual(['out of the yard 1', 'into the yard 4', 'out of the yard 5']);
  });
  it('takes two places that decide: a lock first heard of outside has left nothing', () => {
    expect(told(of('both'), [at(0, outside), at(1, outside)]).rung).toEqual([]);
    expect(told(of('both'), [at(0, edge), at(1, outside), at(2, inside)]).rung).toEqual(['into the yard 2']);
  });
  it('is none while a lock trembles on the edge, from either side', () => {
    const trembling = (from: number) => [from, edge, from, edge, edge, from].map((lon, i) => at(i, lon));
    expect(told(of('both'), trembling(inside)).rung).toEqual([]);
    expect(told(of('both'), trembling(outside)).rung).toEqual([]);
  });
  it('is one from inside over the edge to outside, however long it stood there', () => {
    const stood = [at(0, inside), ...Array.from({ length: 60 }, (_, i) => at(i + 1, edge)), at(61, outside)];
    expect(told(of('both'), stood).rung).toEqual(['out of the yard 61']);
  });
  it('rings at the hours that were asked for, by when the lock was there and not by when it was told', () => {
    const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', until: '12:02', time_zone: 'UTC' } as never;
    expect(told(of('both', hours), way).rung).toEqual(['out of the yard 1']);
    expect(told(of('both', hours), [at(0, inside), at(600, outside), at(1, outside)]).rung).toEqual([
      'out of the yard 1',
    ]);
  });
  describe('out of the hours', () => {
    const day = 24 * 60;
    const hours = { days: [1, 2, 3, 4, 5, 6, 7], from: '12:00', until: '13:00', time_zone: 'UTC' } as never;
    const far = 300;
    const here = { area: yard, name: 'the yard', schedule: hours };
    /** As the index finds them: what is far away is none of those near. */
    const found = (alarmOn: 'enter' | 'leave' | 'both') => {
      const near = fencesOf({ ...here, alarmOn });
      const mine = (lon: number, lat: number) => (lon > 200 ? [] : near(lon, lat));
      return Object.assign(mine, { by: (id: number) => near.by?.(id) });
    };
    it('rings nothing at once, and when they begin again whoever was in it when they ended and is out of it', () => {
      const left = [at(30, inside), at(90, outside), at(200, far), at(day - 10, far)];
      expect(told(found('leave'), left).rung).toEqual([]);
      expect(
        told(found('leave'), [...left, at(day + 1, far), at(day + 2, outside), at(2 * day + 1, far)]).rung,
      ).toEqual(['out of the yard 1441']);
    });
    it('comes back in time, and rings nothing', () => {
      const back = [at(30, inside), at(90, far), at(day - 10, inside), at(day + 1, inside), at(day + 2, far)];
      expect(told(found('both'), back).rung).toEqual(['out of the yard 1442']);
    });
    it('passes through, and is not away from where it never was in them', () => {
      const through = [at(30, far), at(90, inside), at(120, far), at(day + 1, far)];
      expect(told(found('leave'), through).rung).toEqual([]);
    });
    it('drives into what is forbidden when they begin, and rings then, once', () => {
      const parked = [at(30, far), at(90, inside), at(day + 1, inside), at(day + 90, inside), at(2 * day + 1, inside)];
      expect(told(found('enter'), parked).rung).toEqual(['into the yard 1441']);
    });
    it('has left nothing where the fence is gone, or for it no more', () => {
      const before = told(found('leave'), [at(30, inside), at(90, far)]).now;
      expect(before?.edges).toMatchObject([{ inside: true }]);
      const gone = Object.assign(() => [], { by: () => undefined });
      expect(judgeFences(gone, before, [at(day + 1, far)], [])).toMatchObject({ rung: [], now: { edges: [] } });
    });
  });
  it('is none of a fence that was drawn or moved around a lock, or away from it', () => {
    const before = judgeFences(of('both'), null, [at(0, inside)], []).now;
    const moved = fencesOf({ area: (lon) => yard(lon + 0.5), alarmOn: 'both', id: 7 });
    expect(judgeFences(moved, before, [at(1, inside)], []).rung).toEqual([]);
  });
});

describe('what is told late', () => {
  it('rings the excursion it shows, both ways', () => {
    expect(told(of('both'), [at(0, inside), at(9, inside), at(5, outside)]).rung).toEqual([
      'out of the yard 5',
      'into the yard 9',
    ]);
  });
  it('does not ring again what has rung at another time', () => {
    expect(told(of('both'), [at(0, inside), at(9, outside), at(5, outside)]).rung).toEqual(['out of the yard 9']);
    expect(told(of('both'), [at(9, outside), at(0, inside)]).rung).toEqual(['out of the yard 9']);
  });
  it('decides of a fence on whose edge the lock stands since', () => {
    const { now, rung } = told(of('both'), [at(0, inside), at(9, edge), at(5, outside), at(10, inside)]);
    expect(rung).toEqual(['out of the yard 5', 'into the yard 10']);
    expect(now?.edges).toEqual([]);
  });
  it('comes to the same in any order and in any portions, as often and at last', () => {
    const tenTo20 = { days: [1, 2, 3, 4, 5, 6, 7], from: '12:10', until: '12:20', time_zone: 'UTC' };
    const lons = fc.constantFrom(inside, edge, outside, 119.2);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), lons), {
          minLength: 1,
          maxLength: 12,
          selector: ([minute]) => minute,
        }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (all, ranks, portion) => {
          const places = all.map(([minute, lon]) => at(minute, lon));
          const shuffled = places.map((place, i) => ({ place, rank: ranks[i] ?? 0 }));
          shuffled.sort((a, b) => a.rank - b.rank);
          const near = fencesOf(
            { area: yard, name: 'a', alarmOn: 'both' },
            { area: (lon) => Math.max(0, (120 - lon) * 1000), name: 'b', alarmOn: 'both' },
            { area: yard, name: 'c', alarmOn: 'both', schedule: tenTo20 },
          );
          const kinds = (of: { rung: string[] }) => of.rung.map((one) => one.replace(/ -?\d+$/, '')).sort();
          const inOrder = told(
            near,
            [...places].sort((a, b) => a.at - b.at),
          );
          const anyhow = told(
            near,
            shuffled.map(({ place }) => place),
            portion,
          );
          expect(kinds(anyhow)).toEqual(kinds(inOrder));
          expect(anyhow.now).toEqual(inOrder.now);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
