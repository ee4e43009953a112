import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, metresBetween, metresFromLine, nearLine, type Place } from './metres.ts';

const place = fc.record({
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
});
/** Close together, as a road is drawn, or anywhere. */
const beside = ({ lon, lat }: Place, [east, north]: readonly number[]): Place => ({
  lon: ((lon + east! + 540) % 360) - 180,
  lat: Math.max(-90, Math.min(90, lat + north!)),
});
const step = fc.tuple(fc.double({ min: -0.1, max: 0.1, noNaN: true }), fc.double({ min: -0.1, max: 0.1, noNaN: true }));
const road = fc.tuple(place, fc.array(step, { maxLength: 30 })).map(([start, steps]) => {
  const line = [start];
  for (const one of steps) line.push(beside(line.at(-1)!, one));
  return line;
});
const asked = fc.tuple(
  fc.oneof(road, fc.array(place, { maxLength: 6 })),
  place,
  step,
  fc.double({ min: 0, max: 3e6, noNaN: true }),
);

/** Of what is a millimetre beside the edge nobody asks. */
const isEdge = (one: number, other: number) => Math.abs(one - other) < 0.001;

it('says of each place whether it is near a line as far as it is from it, also across the poles and where the day changes', () => {
  fc.assert(
    fc.property(asked, ([line, far, close, metres]) => {
      const near = nearLine(line);
      for (const here of [far, ...line.map((point) => beside(point, close))]) {
        const off = metresFromLine(line, here);
        for (const most of [metres, metres / 100, off * 1.001, off * 0.999])
          if (Number.isFinite(most) && !isEdge(off, most)) expect(near(here, most)).toBe(off <= most);
      }
    }),
  );
});

it('is no further from a line than from its ends, and no nearer than the legs lead', () => {
  fc.assert(
    fc.property(place, place, step, (a, b, close) => {
      const here = beside(a, close);
      const off = metresFromLine([a, b], here);
      expect(off).toBeLessThanOrEqual(metresBetween(a, here) + 0.01);
      // over the two ends it is no shorter than straight
      const straight = metresBetween(a, b);
      const rounded = straight > 19_000_000 ? 0.5 : 0.01;
      expect(metresBetween(a, here) + metresBetween(here, b)).toBeGreaterThanOrEqual(straight - rounded);
      expect(metresFromLine([a], here)).toBeCloseTo(metresBetween(a, here), 2);
    }),
    { examples: [[{ lon: 0, lat: 0 }, { lon: -179.99999879258178, lat: 0 }, [0, 0.0000010456548945759365]]] },
  );
});

it('says whether two places are within so many metres', () => {
  fc.assert(
    fc.property(place, step, fc.double({ min: 0, max: 20_000, noNaN: true }), (a, close, metres) => {
      const b = beside(a, close);
      const apart = metresBetween(a, b);
      if (!isEdge(apart, metres)) expect(isWithin(metres, a, b)).toBe(apart <= metres);
    }),
  );
});
