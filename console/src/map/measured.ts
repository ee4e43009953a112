import type { Feature, FeatureCollection, Position } from 'geojson';
import { EARTH } from './areaFeatures.ts';
import type { LngLat } from './marks.ts';

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const deg = (radians: number): number => (radians * 180) / Math.PI;
/** The shorter way round the world. */
const turn = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180;

/** The angle between two places as the middle of the earth sees it. */
const angle = ([lon1, lat1]: LngLat, [lon2, lat2]: LngLat): number => {
  const half = (degrees: number): number => Math.sin(rad(degrees) / 2) ** 2;
  const chord = half(lat2 - lat1) + Math.cos(rad(lat1)) * Math.cos(rad(lat2)) * half(lon2 - lon1);
  return 2 * Math.asin(Math.sqrt(Math.min(1, chord)));
};
/** Metres along great circles, through all places in their order. */
export const lengthOf = (points: readonly LngLat[]): number =>
  points.slice(1).reduce((sum, to, at) => sum + EARTH * angle(points[at] ?? to, to), 0);

/** Square metres within a ring whose edges are great circles; it needs no closing. It holds neither pole. */
export const areaOf = (ring: readonly LngLat[]): number => {
  let excess = 0;
  ring.forEach(([lon, lat], at) => {
    const [nextLon, nextLat] = ring[(at + 1) % ring.length] ?? [lon, lat];
    const [t1, t2] = [Math.tan(rad(lat) / 2), Math.tan(rad(nextLat) / 2)];
    const across = Math.tan(rad(turn(lon, nextLon)) / 2);
    excess += 2 * Math.atan2(across * (t1 + t2), 1 + t1 * t2);
  });
  return Math.abs(excess) * EARTH * EARTH;
};

/** Metres between two corners of a drawn great circle: on this projection it is bent. */
const FINE = 50_000;
/** The great circle between two places as it is drawn, without its end; longitudes run on past ±180. */
const arc = (from: LngLat, to: LngLat): Position[] => {
  const whole = angle(from, to);
  const pieces = Math.max(1, Math.ceil((whole * EARTH) / FINE));
  const [[lon1, lat1], [lon2, lat2]] = [from, to];
  return Array.from({ length: pieces }, (_, at): Position => {
    if (at === 0 || whole === 0) return [lon1, lat1];
    const [a, b] = [
      Math.sin(whole * (1 - at / pieces)) / Math.sin(whole),
      Math.sin((whole * at) / pieces) / Math.sin(whole),
    ];
    const x = a * Math.cos(rad(lat1)) * Math.cos(rad(lon1)) + b * Math.cos(rad(lat2)) * Math.cos(rad(lon2));
    const y = a * Math.cos(rad(lat1)) * Math.sin(rad(lon1)) + b * Math.cos(rad(lat2)) * Math.sin(rad(lon2));
    const z = a * Math.sin(rad(lat1)) + b * Math.sin(rad(lat2));
    return [lon1 + turn(lon1, deg(Math.atan2(y, x))), deg(Math.atan2(z, Math.hypot(x, y)))];
  });
};
const unrolled = (points: readonly LngLat[]): LngLat[] => {
  let [before] = points[0] ?? [0];
  return points.map(([lon, lat]) => {
    before += turn(before, lon);
    return [before, lat];
  });
};

/** What is measured as the map draws it: the way, its corners, and each piece with its length; of an area also what it encloses. */
export const measuredCollection = (
  points: readonly LngLat[],
  isArea: boolean,
  words: (metres: number) => string,
): FeatureCollection => {
  const places = unrolled(points);
  const closed = isArea && places.length > 2 && places[0] ? [...places, places[0]] : places;
  const pieces = closed.slice(1).map((to, at) => ({ from: closed[at] ?? to, to }));
  const last = closed.at(-1);
  const line: Position[] = [...pieces.flatMap(({ from, to }) => arc(from, to)), ...(last ? [[...last]] : [])];
  const features: Feature[] = places.map((at) => ({
    type: 'Feature',
    properties: { corner: true },
    geometry: { type: 'Point', coordinates: [...at] },
  }));
  for (const { from, to } of pieces) {
    const way = [...arc(from, to), [...to]];
    const [a, b] = [way[Math.floor((way.length - 1) / 2)] ?? way[0]!, way[Math.ceil((way.length - 1) / 2)] ?? way[0]!];
    features.push({
      type: 'Feature',
      properties: { label: words(lengthOf([from, to])) },
      geometry: { type: 'Point', coordinates: [((a[0] ?? 0) + (b[0] ?? 0)) / 2, ((a[1] ?? 0) + (b[1] ?? 0)) / 2] },
    });
  }
  if (line.length > 1) {
    features.push({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line } });
    if (closed !== places)
      features.push({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [line] } });
  }
  return { type: 'FeatureCollection', features };
};
