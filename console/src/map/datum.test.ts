import { describe, expect, it } from 'vitest';
import { fromDatum, isMainland, toDatum } from './datum.ts';
import type { LngLat } from './marks.ts';

/** Metres, near enough. */
const apart = ([aLon, aLat]: LngLat, [bLon, bLat]: LngLat): number =>
  Math.hypot((bLon - aLon) * Math.cos((aLat / 180) * Math.PI), bLat - aLat) * 111_320;

it.each<[string, LngLat, LngLat, number]>([
  ['Shanghai', [121.4737, 31.2304], [121.478223, 31.228458], 481],
  ['Shenzhen', [113.917572, 22.580517], [113.922434, 22.577473], 603],
  ['Urumqi', [87.6177, 43.7928], [87.620549, 43.794025], 266],
])('%s is drawn where vendors draw it', (_, wgs, gcj, metres) => {
  expect(apart(toDatum('gcj02', wgs), gcj)).toBeLessThan(0.2);
  expect(Math.abs(apart(wgs, toDatum('gcj02', wgs)) - metres)).toBeLessThan(3);
});

it.each<[string, LngLat, LngLat]>([
  ['Shanghai', [121.4737, 31.2304], [121.484781, 31.234311]],
  ['Shenzhen', [113.917572, 22.580517], [113.928991, 22.583269]],
  ['Urumqi', [87.6177, 43.7928], [87.626981, 43.800147]],
])('%s is drawn where Baidu draws it, and comes back within a millimetre', (_, wgs, baidu) => {
  expect(apart(toDatum('bd09', wgs), baidu)).toBeLessThan(0.2);
  expect(apart(fromDatum('bd09', toDatum('bd09', wgs)), wgs)).toBeLessThan(0.001);
});

it.each<[string, LngLat]>([
  ['Ulaanbaatar', [106.9177, 47.9185]],
  ['Hanoi', [105.8342, 21.0278]],
  ['Almaty', [76.886, 43.2389]],
  ['Vladivostok', [131.8855, 43.1155]],
  ['Hong Kong', [114.1694, 22.3193]],
  ['Macao', [113.5439, 22.1987]],
  ['Taipei', [121.5654, 25.033]],
])('%s is drawn by Baidu without the shift of the mainland', (_, at) => {
  const [lon, lat] = toDatum('bd09', at);
  // what is left is Baidu's own, the same everywhere
  expect(Math.abs(lon - at[0] - 0.0065)).toBeLessThan(0.0005);
  expect(Math.abs(lat - at[1] - 0.006)).toBeLessThan(0.0005);
});

it.each<LngLat>([
  [121.4737, 31.2304],
  [106.9177, 47.9185],
  [114.1694, 22.3193],
])('Tianditu, OpenStreetMap and our own files draw %d, %d where it is', (...at) =>
  expect(toDatum('wgs84', at)).toEqual(at),
);

it('as the reference has it', () => {
  const [lon, lat] = toDatum('gcj02', [116.404, 39.915]);
  expect([lon, lat]).toEqual([expect.closeTo(116.41024449916938, 9), expect.closeTo(39.91640428150164, 9)]);
});

describe('GCJ-02', () => {
  const datum = 'gcj02';
  it.each<[string, LngLat]>([
    ['Ulaanbaatar', [106.9177, 47.9185]],
    ['Hanoi', [105.8342, 21.0278]],
    ['Almaty', [76.886, 43.2389]],
    ['Vladivostok', [131.8855, 43.1155]],
    ['Seoul', [126.978, 37.5665]],
    ['Zamyn-Uud', [111.9, 43.72]],
    ['Zabaikalsk', [117.33, 49.65]],
    ['Khorgos in Kazakhstan', [80.3, 44.2]],
    ['Hong Kong', [114.1694, 22.3193]],
    ['Macao', [113.5439, 22.1987]],
    ['Taipei', [121.5654, 25.033]],
  ])('%s is not shifted', (_, at) => expect(toDatum(datum, at)).toEqual(at));

  it.each<[string, LngLat]>([
    ['Beijing', [116.404, 39.915]],
    ['Shanghai', [121.4737, 31.2304]],
    ['Manzhouli', [117.45, 49.58]],
    ['Erenhot', [111.97, 43.65]],
    ['Khorgas', [80.42, 44.2]],
    ['Pingxiang', [106.76, 22.1]],
    ['Sanya', [109.51, 18.25]],
  ])('%s is shifted, and comes back within a millimetre', (_, at) => {
    expect(isMainland(at)).toBe(true);
    expect(apart(at, toDatum(datum, at))).toBeGreaterThan(200);
    expect(apart(fromDatum(datum, toDatum(datum, at)), at)).toBeLessThan(0.001);
  });
});
