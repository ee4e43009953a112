export interface Place {
  lon: number;
  lat: number;
}
const EARTH = 6_371_008.8;
const rad = (degrees: number): number => (degrees * Math.PI) / 180;
/** Metres between two places, to a millimetre; to half a metre near the other side of the earth. */
export const metresBetween = (a: Place, b: Place): number => {
  const [φ, ψ] = [rad(b.lat - a.lat), rad(b.lon - a.lon)];
  const h = Math.sin(φ / 2) ** 2 + Math.cos(rad(a.lat)) * Math.cos(rad(b.lat)) * Math.sin(ψ / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(h)));
};

const DEGREE = rad(1) * EARTH;
/** Whether two places are within so many metres of each other: most that are not say so by their latitudes. */
export const isWithin = (metres: number, a: Place, b: Place): boolean =>
  Math.abs(b.lat - a.lat) * DEGREE <= metres * 1.000_001 && metresBetween(a, b) <= metres;

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
const squared = (a: Vector, b: Vector): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

/** Of a line one leg, straight on the sphere, or its only place; with what decides whether a place is beside it, and a box that it does not leave. */
interface Leg {
  ends: readonly [Vector, Vector];
  across: Vector;
  length: number;
  before: Vector;
  behind: Vector;
  box: readonly (readonly [low: number, high: number])[];
}
const legOf = (from: Vector, to: Vector): Leg => {
  const across = cross(from, to);
  // as far as it rises above what leads straight through the sphere
  const rise = 1 - Math.sqrt(Math.max(0, 1 - squared(from, to) / 4));
  return {
    ...{ ends: [from, to], across, length: Math.sqrt(dot(across, across)) },
    ...{ before: cross(across, from), behind: cross(across, to) },
    box: from.map((one, nth) => [Math.min(one, to[nth]!) - rise, Math.max(one, to[nth]!) + rise] as const),
  };
};
const legsOf = (line: readonly Place[]): Leg[] => {
  const points = line.map(vectorOf);
  if (points.length === 1) return [legOf(points[0]!, points[0]!)];
  return points.slice(1).map((to, nth) => legOf(points[nth]!, to));
};
const metresFromLeg = ({ ends, across, length, before, behind }: Leg, at: Vector): number => {
  const chord = Math.sqrt(Math.min(squared(ends[0], at), squared(ends[1], at)));
  const toEnd = 2 * EARTH * Math.asin(Math.min(1, chord / 2));
  // beside the leg, and not before or behind it
  if (length === 0 || dot(before, at) < 0 || dot(behind, at) > 0) return toEnd;
  return Math.min(toEnd, EARTH * Math.abs(Math.asin(Math.max(-1, Math.min(1, dot(at, across) / length)))));
};

/** Metres from a place to the nearest point of a line, whose legs are straight on the sphere; of no line: infinitely far. */
export const metresFromLine = (line: readonly Place[], here: Place): number => {
  const at = vectorOf(here);
  return Math.min(Number.POSITIVE_INFINITY, ...legsOf(line).map((leg) => metresFromLeg(leg, at)));
};

/**
 * Whether places are within so many metres of a line, as `metresFromLine` has it. What there is to know of the line is found once: it
 * has hundreds of legs, and is asked for each of thousands of places, of which nearly all are far from nearly all of them.
 */
export const nearLine = (line: readonly Place[]): ((here: Place, metres: number) => boolean) => {
  const legs = legsOf(line);
  return (here, metres) => {
    const at = vectorOf(here);
    // what is so far around the sphere is no further through it
    const reach = metres / EARTH;
    const mayBe = ({ box: [x, y, z] }: Leg): boolean =>
      at[0] >= x![0] - reach &&
      at[0] <= x![1] + reach &&
      at[1] >= y![0] - reach &&
      at[1] <= y![1] + reach &&
      at[2] >= z![0] - reach &&
      at[2] <= z![1] + reach;
    return legs.some((leg) => mayBe(leg) && metresFromLeg(leg, at) <= metres);
  };
};
