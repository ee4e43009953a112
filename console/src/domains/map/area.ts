import type { Box } from '../../map/markIndex.ts';
import type { LngLat } from '../../map/marks.ts';
import { type Bounds, isInside } from './lockFilter.ts';
import type { Shown } from './shown.ts';

/** A part of the world whose locks are looked at together: what a disc stands for, or what somebody drew around. */
export type Area = { kind: 'box'; box: Box } | { kind: 'ring'; ring: readonly LngLat[] };

/** Every corner within half a turn of the one before: a ring over the date line runs past ±180. */
const unrolled = (ring: readonly LngLat[]): LngLat[] => {
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([lon, lat]) => {
    before = lon + 360 * Math.round((before - lon) / 360);
    return [before, lat];
  });
};

const crosses = (ring: readonly LngLat[], x: number, y: number): boolean => {
  let isIn = false;
  ring.forEach(([ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  });
  return isIn;
};

/** Whether a place lies in it, also over the date line. */
export const hasPlace = (area: Area): ((at: LngLat) => boolean) => {
  if (area.kind === 'box') {
    const [west, south, east, north] = area.box;
    return ([lon, lat]) =>
      lat >= south && lat <= north && [lon, lon - 360, lon + 360].some((x) => x >= west && x <= east);
  }
  const ring = unrolled(area.ring);
  const [west, south, east, north] = boundsOf(area);
  return ([lon, lat]) =>
    lat >= south &&
    lat <= north &&
    [lon, lon - 360, lon + 360].some((x) => x >= west && x <= east && crosses(ring, x, lat));
};

/** The box it lies in. */
export const boundsOf = (area: Area): Bounds => {
  if (area.kind === 'box') return area.box;
  const ring = unrolled(area.ring);
  const [lons, lats] = [ring.map(([lon]) => lon), ring.map(([, lat]) => lat)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
};

export const inArea = (area: Area): ((shown: Shown) => boolean) => {
  const has = hasPlace(area);
  const box = boundsOf(area);
  return (shown) => {
    const { lon, lat } = shown.lock;
    return lon !== null && lat !== null && isInside(shown, box) && has([lon, lat]);
  };
};

/** Its middle, and the two corners to fit into a view. */
export const middleOf = (area: Area): LngLat => {
  const [west, south, east, north] = boundsOf(area);
  return [(west + east) / 2, (south + north) / 2];
};
export const cornersOf = (area: Area): LngLat[] => {
  const [west, south, east, north] = boundsOf(area);
  return [
    [west, south],
    [east, north],
  ];
};

/** A disc's box with some room, or what was on its edge would have left it by its next report. */
const ROOM = 0.02;
/** Degrees: a parked lock's position trembles by some metres. */
const LEAST = 0.0003;
export const boxed = ([west, south, east, north]: Box): Area => {
  const [x, y] = [Math.max(LEAST, (east - west) * ROOM), Math.max(LEAST, (north - south) * ROOM)];
  return { kind: 'box', box: [west - x, south - y, east + x, north + y] };
};
export const around = (places: readonly LngLat[]): Area | null => {
  if (places.length === 0) return null;
  const [lons, lats] = [places.map(([lon]) => lon), places.map(([, lat]) => lat)];
  return boxed([Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]);
};

/** More corners than anybody draws. */
const MOST_CORNERS = 200;
/** As the address has it: four figures are a box, more are the corners of a ring. */
export const areaText = (area: Area | null): string => {
  if (!area) return '';
  const numbers = area.kind === 'box' ? [...area.box] : area.ring.flat();
  return numbers.map((n) => String(Math.round(n * 1e5) / 1e5)).join(',');
};
export const areaFrom = (text: string | null): Area | null => {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isLon = (n: number | undefined): n is number => n !== undefined && Math.abs(n) <= 540;
  const isLat = (n: number | undefined): n is number => n !== undefined && Math.abs(n) <= 90;
  if (numbers.length === 4) {
    const [west, south, east, north] = numbers;
    return isLon(west) && isLat(south) && isLon(east) && isLat(north) && west <= east && south <= north
      ? { kind: 'box', box: [west, south, east, north] }
      : null;
  }
  if (numbers.length < 6 || numbers.length % 2 === 1 || numbers.length > 2 * MOST_CORNERS) return null;
  const ring: LngLat[] = [];
  for (let at = 0; at < numbers.length; at += 2) {
    const [lon, lat] = [numbers[at], numbers[at + 1]];
    if (!isLon(lon) || !isLat(lat)) return null;
    ring.push([lon, lat]);
  }
  return { kind: 'ring', ring };
};
