import { expect, it } from 'vitest';
import type { FenceMark } from '../marks.ts';
import { linesOf, snapped } from './snap.ts';

/** A hundred pixels a degree. */
const project = (lon: number, lat: number) => ({ x: lon * 100, y: -lat * 100 });
const square: FenceMark = {
  ...{ id: 1, name: 'Yard', radius: null },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
        [0, 0],
      ],
    ],
  },
};
const lines = linesOf([square]);

it('meets a corner that is near, before the edge it is nearer to', () => {
  expect(snapped([0.1, 0.02], lines, project)).toEqual({ at: [0, 0], name: 'Yard' });
  expect(snapped([0.5, 0.05], lines, project)).toEqual({ at: [0.5, 0], name: 'Yard' });
  expect(snapped([2.08, 1], lines, project)?.at).toEqual([2, 1]);
});
it('meets nothing from farther away', () => {
  expect(snapped([0.5, 0.2], lines, project)).toBeNull();
  expect(snapped([1, 1], [], project)).toBeNull();
});
it('knows lines, and the edge of a circle', () => {
  const line: FenceMark = {
    ...square,
    geometry: {
      type: 'LineString',
      coordinates: [
        [5, 5],
        [6, 5],
      ],
    },
  };
  const circle: FenceMark = { ...square, radius: 50_000, geometry: { type: 'Point', coordinates: [10, 10] } };
  expect(snapped([5.5, 5.01], linesOf([line, circle]), project)?.at).toEqual([5.5, 5]);
  expect(snapped([10.45, 10], linesOf([line, circle]), project)?.at[0]).toBeCloseTo(10.457, 2);
});
