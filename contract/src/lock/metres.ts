export interface Place {
  lon: number;
  lat: number;
}
const EARTH = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres between two places. */
export const metresBetween = (a: Place, b: Place): number => {
  const [φ, ψ] = [rad(b.lat - a.lat), rad(b.lon - a.lon)];
  const h = Math.sin(φ / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(ψ / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
};

type Vector = readonly [x: number, y: number, z: number];
const vectorOf = ({ lon, lat }: Place): Vector => [
  Math.cos(rad(lat)) * Math.cos(rad(lon)),
  Math.cos(rad(lat)) * Math.sin(rad(lon)),
  Math.sin(rad(lat)),
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** Metres from a place to the nearest point of a line, whose legs are straight on the sphere; of no line: infinitely far. */
export const metresFromLine = (line: readonly Place[], here: Place): number => {
  const at = vectorOf(here);
  return line.reduce((least, to, nth) => {
    const from = line[nth - 1];
    const ends = Math.min(least, metresBetween(to, here));
    if (!from) return ends;
    const [a, b] = [vectorOf(from), vectorOf(to)];
    const across = cross(a, b);
    const length = Math.sqrt(dot(across, across));
    // beside the leg, and not before or behind it
    if (length === 0 || dot(cross(across, a), at) < 0 || dot(cross(across, b), at) > 0) return ends;
    return Math.min(ends, EARTH * Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(at, across) / length)))));
  }, Number.POSITIVE_INFINITY);
};
