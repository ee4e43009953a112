import { expect, it } from 'vitest';
import { along } from './route.ts';

const route = [
  { lat: 30, lon: 120 },
  { lat: 30, lon: 121 },
  { lat: 30, lon: 122 },
];
it.each([
  [{ lat: 30, lon: 120 }, 0, 1],
  [{ lat: 30.01, lon: 120.5 }, 0.25, 1],
  [{ lat: 29.99, lon: 121.5 }, 0.75, 2],
  [{ lat: 30, lon: 122 }, 1, 2],
])('%j is so far along its route', (here, share, next) => {
  const found = along(route, here);
  expect(found.share).toBeCloseTo(share, 2);
  expect(found.next).toBe(next);
});
it('a route of one place is behind whoever is there', () => {
  expect(along([route[0]!, route[0]!], route[0]!)).toEqual({ share: 1, next: 1 });
});
