import type { Datum } from '@plomb/contract/basemaps/baseMaps';
import rings from './mainland.json' with { type: 'json' };
import type { LngLat } from './marks.ts';

/**
 * Vendors draw the Chinese mainland shifted, as GCJ-02 says. Positions are WGS-84 everywhere else; here, and nowhere
 * else, they are made the vendor's and back. No official text of it is public: this is what the community found, good to a metre or two.
 */
const A = 6_378_245;
const EE = 0.006_693_421_622_965_943;
const PI = Math.PI;
/** Metres are reached in two rounds, micrometres in these. */
const ROUNDS = 6;

/** The outline's own precision is a kilometre or two: so near to the border no map of a vendor is a measure. */
export const isMainland = ([lon, lat]: LngLat): boolean => {
  if (lon < 73 || lon > 136 || lat < 17.5 || lat > 54) return false;
  const [x, y] = [lon * 100, lat * 100];
  let inside = false;
  for (const ring of rings)
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = [ring[j], ring[j + 1], ring[i], ring[i + 1]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
};

const waves = (x: number): number => ((20 * Math.sin(6 * x * PI) + 20 * Math.sin(2 * x * PI)) * 2) / 3;
const shift = ([lon, lat]: LngLat): LngLat => {
  const [x, y] = [lon - 105, lat - 35];
  const dLat =
    -100 +
    2 * x +
    3 * y +
    0.2 * y * y +
    0.1 * x * y +
    0.2 * Math.sqrt(Math.abs(x)) +
    waves(x) +
    ((20 * Math.sin(y * PI) + 40 * Math.sin((y / 3) * PI)) * 2) / 3 +
    ((160 * Math.sin((y / 12) * PI) + 320 * Math.sin((y * PI) / 30)) * 2) / 3;
  const dLon =
    300 +
    x +
    2 * y +
    0.1 * x * x +
    0.1 * x * y +
    0.1 * Math.sqrt(Math.abs(x)) +
    waves(x) +
    ((20 * Math.sin(x * PI) + 40 * Math.sin((x / 3) * PI)) * 2) / 3 +
    ((150 * Math.sin((x / 12) * PI) + 300 * Math.sin((x / 30) * PI)) * 2) / 3;
  const rad = (lat / 180) * PI;
  const magic = 1 - EE * Math.sin(rad) ** 2;
  const root = Math.sqrt(magic);
  return [(dLon * 180) / ((A / root) * Math.cos(rad) * PI), (dLat * 180) / (((A * (1 - EE)) / (magic * root)) * PI)];
};

const toGcj = (at: LngLat): LngLat => {
  if (!isMainland(at)) return at;
  const [dLon, dLat] = shift(at);
  return [at[0] + dLon, at[1] + dLat];
};
/** Baidu shifts once more what GCJ-02 says, abroad too: there of the place itself. */
const toBaidu = (at: LngLat): LngLat => {
  const [x, y] = toGcj(at);
  const r = Math.hypot(x, y) + 0.00002 * Math.sin((y * PI * 3000) / 180);
  const angle = Math.atan2(y, x) + 0.000003 * Math.cos((x * PI * 3000) / 180);
  return [r * Math.cos(angle) + 0.0065, r * Math.sin(angle) + 0.006];
};
const forth: Record<Datum, (at: LngLat) => LngLat> = { wgs84: (at) => at, gcj02: toGcj, bd09: toBaidu };

/** Where a vendor draws a place. */
export const toDatum = (datum: Datum, at: LngLat): LngLat => forth[datum](at);

/** The place of something a vendor draws here. */
export const fromDatum = (datum: Datum, drawn: LngLat): LngLat => {
  let at = drawn;
  for (let i = 0; i < ROUNDS; i++) {
    const [lon, lat] = forth[datum](at);
    at = [at[0] + drawn[0] - lon, at[1] + drawn[1] - lat];
  }
  return at;
};
