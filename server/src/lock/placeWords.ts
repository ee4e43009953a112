import { readFileSync } from 'node:fs';
import type { Text } from '@plomb/contract/kit/text';

/** From the offline map's own sources, made by `console/basemap/towns.ts`. */
interface TownData {
  regions: Record<string, [zh: string, en: string]>;
  towns: [zh: string, en: string, region: string, lon: number, lat: number][];
}
export type Town = TownData['towns'][number];

const EARTH_KM = 6371;
/** So near it is the town. */
const AT_KM = 3;
/** A town farther away says nothing: the open sea, the ice. */
const FAR_KM = 400;
const KM_OF_DEGREE = 111.2;
/** Across a border that is so near, being in a town or beside it is not the same: the distance is always said. */
const BORDER_KM = 10;
/** Degrees of latitude beyond which all towns are too far. */
const ROWS = Math.ceil(FAR_KM / KM_OF_DEGREE);
const radians = (degrees: number): number => (degrees / 180) * Math.PI;

/** The winds from north, clockwise. */
const winds: readonly (readonly [zh: string, en: string])[] = [
  ['北', 'N'],
  ['东北', 'NE'],
  ['东', 'E'],
  ['东南', 'SE'],
  ['南', 'S'],
  ['西南', 'SW'],
  ['西', 'W'],
  ['西北', 'NW'],
];

interface Index {
  regions: TownData['regions'];
  /** the largest first */
  towns: readonly Town[];
  /** by whole degree of longitude and latitude */
  cells: ReadonlyMap<string, readonly Town[]>;
}
const cellOf = (lon: number, lat: number): string => `${((((lon + 180) % 360) + 360) % 360) - 180} ${lat}`;
let made: Index | null = null;
export const townIndex = (): Index => {
  if (made) return made;
  const { regions, towns }: TownData = JSON.parse(readFileSync(`${import.meta.dirname}/towns.json`, 'utf8'));
  made = {
    regions,
    towns,
    cells: Map.groupBy(towns, ([, , , lon, lat]) => cellOf(Math.floor(lon / 100), Math.floor(lat / 100))),
  };
  return made;
};

const kmBetween = (aLon: number, aLat: number, bLon: number, bLat: number): number => {
  const half =
    Math.sin(radians(bLat - aLat) / 2) ** 2 +
    Math.cos(radians(aLat)) * Math.cos(radians(bLat)) * Math.sin(radians(bLon - aLon) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.sqrt(half));
};

const nearest = (lon: number, lat: number): { town: Town; km: number } | null => {
  const { cells } = townIndex();
  const [x, y] = [Math.floor(lon), Math.floor(lat)];
  let best: { town: Town; km: number } | null = null;
  // ring by ring of whole degrees, until no town beyond could be nearer
  for (let ring = 0; ; ring++) {
    const widest = Math.cos(radians(Math.min(89, Math.abs(lat) + Math.min(ring, ROWS))));
    if ((ring - 1) * KM_OF_DEGREE * widest > (best?.km ?? FAR_KM) || ring > 90) return best;
    const rows = Math.min(ring, ROWS);
    for (let dy = -rows; dy <= rows; dy++)
      for (let dx = -ring; dx <= ring; dx += Math.abs(dy) === ring ? 1 : Math.max(1, 2 * ring))
        for (const town of cells.get(cellOf(x + dx, y + dy)) ?? []) {
          const km = kmBetween(lon, lat, town[3] / 100, town[4] / 100);
          if (km <= FAR_KM && (!best || km < best.km)) best = { town, km };
        }
  }
};

/** A province's country; Hong Kong, Macao and Taiwan have customs of their own. */
const territoryOf = ([, , region]: Town): string => (/^(_|HK|MO|TW)/.test(region) ? region : 'CN');

const isAtBorder = (lon: number, lat: number, of: string): boolean =>
  [-1, 0, 1].some((dx) =>
    [-1, 0, 1].some((dy) =>
      (townIndex().cells.get(cellOf(Math.floor(lon) + dx, Math.floor(lat) + dy)) ?? []).some(
        (town) => territoryOf(town) !== of && kmBetween(lon, lat, town[3] / 100, town[4] / 100) < BORDER_KM,
      ),
    ),
  );

/** Where a position lies, for people: the nearest town that the offline map knows, and how far off on which side. Null: near none. */
export const placeWords = (lon: number, lat: number): Text | null => {
  const found = nearest(lon, lat);
  if (!found) return null;
  const { town, km } = found;
  const [zh, en, code, townLon, townLat] = town;
  const [zhRegion = '', enRegion = ''] = townIndex().regions[code] ?? [];
  // a city that is a province is said once
  const gap = zh === en ? ' ' : ''; // it has no name in Chinese here
  const isRegion = zhRegion === zh || enRegion === en;
  const zhName = zhRegion === zh ? zh : `${zhRegion}${gap}${zh}`;
  const enName = isRegion ? en : `${en}, ${enRegion}`;
  if (km < AT_KM && !isAtBorder(lon, lat, territoryOf(town))) return { zh: zhName, en: enName };
  const across = ((((lon - townLon / 100 + 180) % 360) + 360) % 360) - 180;
  const [east, north] = [across * Math.cos(radians(lat)), lat - townLat / 100];
  const wind = winds[Math.round((Math.atan2(east, north) / Math.PI) * 4 + 8) % 8] ?? ['', ''];
  const figure = km < 10 ? Math.max(1, Math.round(km)) : Math.round(km / (km < 100 ? 1 : 10)) * (km < 100 ? 1 : 10);
  return { zh: `${zhName}${gap}${wind[0]} ${figure} 公里`, en: `${figure} km ${wind[1]} of ${enName}` };
};
