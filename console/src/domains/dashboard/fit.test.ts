import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeIn, viewOf } from './fit.ts';

const [WIDTH, HEIGHT, CLOSEST] = [480, 240, 7.5];

it('shows one place in the middle, no closer than the map goes', () => {
  const view = viewOf([[120.15, 30.28]], WIDTH, HEIGHT, CLOSEST)!;
  expect(view.zoom).toBe(CLOSEST);
  const [x, y] = placeIn(view, [120.15, 30.28], WIDTH, HEIGHT);
  expect([Math.abs(x - 0.5) * WIDTH < 13, Math.abs(y - 0.5) * HEIGHT < 13]).toEqual([true, true]);
  expect(viewOf([], WIDTH, HEIGHT, CLOSEST)).toBeNull();
});

const place = fc.tuple(fc.double({ min: -170, max: 170, noNaN: true }), fc.double({ min: -65, max: 70, noNaN: true }));
it('has every place inside, wherever they are, as long as the world fits', () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), (places) => {
      const view = viewOf(places, WIDTH, HEIGHT, CLOSEST)!;
      fc.pre(view.zoom > 0);
      for (const one of places)
        for (const part of placeIn(view, one, WIDTH, HEIGHT)) {
          expect(part).toBeGreaterThan(0);
          expect(part).toBeLessThan(1);
        }
    }),
  );
});
