import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { placeWords } from './placeWords.ts';

it.each<[string, number, number, string, string]>([
  ['a city that is a province', 121.4737, 31.2304, '上海', 'Shanghai'],
  ['its suburbs', 121.75, 31.15, '上海东 29 公里', '29 km E of Shanghai'],
  ['a county town', 120.98, 31.38, '江苏昆山', 'Kunshan, Jiangsu'],
  ['a motorway between two', 120.35, 31.55, '江苏无锡东 6 公里', '6 km E of Wuxi, Jiangsu'],
  ['a border', 111.97, 43.66, '内蒙古二连浩特', 'Erenhot, Inner Mongolia'],
  ['abroad', 105.84, 21.0, '越南河内', 'Hanoi, Vietnam'],
  ['this side of a border, whose town is on the other', 113.555, 22.22, '澳门北 2 公里', '2 km N of Macau'],
  ['a bridge between two countries', 124.393, 40.11, '朝鲜 Sinŭiju 西北 1 公里', '1 km NW of Sinŭiju, North Korea'],
  ['Hong Kong', 114.1694, 22.3193, '香港北 4 公里', '4 km N of Hong Kong'],
])('%s', (_, lon, lat, zh, en) => expect(placeWords(lon, lat)).toEqual({ zh, en }));

it('the open sea is near nothing', () => expect(placeWords(-140, -40)).toBeNull());
it('neither the pole nor the line of dates is an error', () => {
  expect(placeWords(0, 90)).toBeNull();
  expect(placeWords(180, -16.5)).toEqual(placeWords(-180, -16.5));
});

afterEach(() => vi.restoreAllMocks());
it.each([
  [0, 89.9],
  [0, 70],
  [-30, 64],
  [-140, 0],
])(
  'at %d, %d a few hundred cells are looked at, for a call asks for a hundred places and all others wait',
  (lon, lat) => {
    placeWords(lon, lat);
    const looked = vi.spyOn(Map.prototype, 'get');
    placeWords(lon, lat);
    expect(looked.mock.calls.length).toBeLessThan(2000);
  },
);

it('is the nearest of all, wherever one looks', () => {
  const { towns } = JSON.parse(readFileSync(`${import.meta.dirname}/towns.json`, 'utf8'));
  const radians = (d: number) => (d / 180) * Math.PI;
  const cosineOf = (aLon: number, aLat: number, bLon: number, bLat: number) =>
    Math.sin(radians(aLat)) * Math.sin(radians(bLat)) +
    Math.cos(radians(aLat)) * Math.cos(radians(bLat)) * Math.cos(radians(bLon - aLon));
  for (let i = 0; i < 60; i++) {
    const [lon, lat] = [-179 + ((i * 137.5) % 358), -60 + ((i * 61.8) % 130)];
    const all: { name: string; km: number }[] = towns.map(
      ([, name, , x, y]: [string, string, string, number, number]) => ({
        name,
        km: 6371 * Math.acos(Math.min(1, cosineOf(lon, lat, x / 100, y / 100))),
      }),
    );
    const first = all.reduce((a, b) => (b.km < a.km ? b : a));
    const words = placeWords(lon, lat)?.en ?? null;
    if (first.km > 401) expect([lon, lat, words]).toEqual([lon, lat, null]);
    else if (first.km < 399) expect(words).toContain(first.name);
  }
});
