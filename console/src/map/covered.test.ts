import { expect, it, vi } from 'vitest';
import { pmtiles } from '../../basemap/pmtiles.ts';
import type { BaseMap } from './baseMap.ts';
import { type Bounds, boundsOf, lookAt, STILL } from './covered.ts';

const tower = { at: [121.4952, 31.2419], zoom: 14 } as const;
const germany: Bounds = [5.8, 47.2, 15.1, 55.1];

it.each<[string, Bounds | null]>([
  ['tells nothing of itself', null],
  ['has that place', [73, 18, 135, 54]],
  ['tells no bounds', [0, 0, 0, 0]],
])('a map that %s is looked at where it was asked for', (_, bounds) => {
  expect(lookAt(tower, bounds, STILL)).toEqual(tower);
});

it('a map without that place is looked at as a whole', () => {
  const { at, zoom } = lookAt(tower, germany, STILL);
  expect([at[0].toFixed(2), at[1].toFixed(2)]).toEqual(['10.45', '51.15']);
  const degreesInPixel = 360 / 512 / 2 ** zoom;
  expect(degreesInPixel * 320).toBeGreaterThanOrEqual(15.1 - 5.8);
  expect(degreesInPixel * 168 * Math.cos((51.15 * Math.PI) / 180)).toBeCloseTo(55.1 - 47.2, 5);
});

it('a map of a yard is looked at no nearer than any other', () =>
  expect(lookAt(tower, [10, 50, 10.001, 50.001], STILL).zoom).toBe(14));

it('what a file covers is read from its head, and of tiles of a server from nowhere', async () => {
  const file = pmtiles([{ z: 0, x: 0, y: 0, bytes: Buffer.from('x') }], {
    ...{ maxZoom: 0, metadata: {}, centre: [10, 51] },
    bounds: germany,
  });
  const fetched = vi.fn(async () => new Response(new Uint8Array(file), { status: 206 }));
  vi.stubGlobal('fetch', fetched);
  const base = { kind: 'pmtiles', tiles: { zh: ['https://a.example/de'], en: ['https://a.example/de'] } } as BaseMap;
  expect(await boundsOf({ ...base, kind: 'raster' })).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
  expect(await boundsOf(base)).toEqual([...germany]);
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await boundsOf({ ...base, tiles: { zh: [], en: ['https://b.example/de'] } })).toBeNull();
  vi.unstubAllGlobals();
});
