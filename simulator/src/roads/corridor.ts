/** [longitude, latitude], WGS-84 degrees. */
export type LonLat = readonly [number, number];

/** A road as typed: `name lon,lat; lon,lat; …`. Names mark junctions; 服务区 in a name makes it a service area. */
export interface CorridorText {
  name: string;
  points: string;
  /** leaves the region's fence on its way */
  strays?: boolean;
}

export interface Stop {
  name: string;
  /** metres from the beginning */
  at: number;
  kind: 'depot' | 'service area';
}

/** A road between two depots, with the service areas on the way. */
export interface Corridor {
  name: string;
  strays: boolean;
  /** as typed */
  vertices: readonly LonLat[];
  /** the drawn line: the vertices with rounded bends between them */
  line: readonly LonLat[];
  /** metres from the beginning to each point of `line` */
  distances: readonly number[];
  length: number;
  stops: readonly Stop[];
}

export interface Place {
  lon: number;
  lat: number;
  /** degrees from north, in the direction of growing distance */
  heading: number;
}

const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** Metres; on an equal-angle plane, good to 0.1 % between neighbouring vertices. */
export const metresBetween = (a: LonLat, b: LonLat): number => {
  const east = (b[0] - a[0]) * radians * Math.cos(((a[1] + b[1]) / 2) * radians);
  const north = (b[1] - a[1]) * radians;
  return Math.hypot(east, north) * earthRadius;
};

export const headingBetween = (a: LonLat, b: LonLat): number => {
  const east = (b[0] - a[0]) * Math.cos(((a[1] + b[1]) / 2) * radians);
  return (Math.atan2(east, b[1] - a[1]) / radians + 360) % 360 || 0;
};

/** Even-odd rule; the ring repeats its first point at the end. */
export const isInside = ([x, y]: LonLat, ring: readonly LonLat[]): boolean => {
  let inside = false;
  for (let i = 1; i < ring.length; i++) {
    const [x1, y1] = ring[i - 1]!;
    const [x2, y2] = ring[i]!;
    if (y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1)) inside = !inside;
  }
  return inside;
};

/** Metres from the beginning at which the corridor first leaves the ring; its length when it never does. */
export const borderAt = ({ line, distances, length }: Corridor, ring: readonly LonLat[]): number => {
  const i = line.findIndex((point) => !isInside(point, ring));
  return i < 0 ? length : distances[i]!;
};

interface Vertex {
  name: string;
  point: LonLat;
}

const readVertex = (text: string): Vertex => {
  const parts = /^(?:(.+)\s)?(-?\d+\.\d+),(-?\d+\.\d+)$/.exec(text.trim());
  if (!parts) throw new RangeError(`no vertex: "${text}"`);
  return { name: parts[1] ?? '', point: [Number(parts[2]), Number(parts[3])] };
};

const smoothing = 6;

/** A Catmull-Rom curve through the vertices: a lorry takes a bend, not a corner. */
const rounded = (points: readonly LonLat[]): LonLat[] => {
  const line: LonLat[] = [];
  for (let i = 0; i < points.length - 1; i++) {
    const b = points[i]!;
    const c = points[i + 1]!;
    const a = points[i - 1] ?? b;
    const d = points[i + 2] ?? c;
    for (let step = 0; step < smoothing; step++) {
      const t = step / smoothing;
      const on = (k: 0 | 1) =>
        b[k] +
        0.5 * t * (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])));
      line.push([on(0), on(1)]);
    }
  }
  const last = points.at(-1);
  if (last) line.push(last);
  return line;
};

export const corridorOf = (text: CorridorText): Corridor => {
  const vertices = text.points.split(';').map(readVertex);
  const line = rounded(vertices.map((vertex) => vertex.point));
  const distances = [0];
  for (let i = 1; i < line.length; i++) distances.push(distances[i - 1]! + metresBetween(line[i - 1]!, line[i]!));
  const stops = vertices.flatMap(({ name }, i): Stop[] => {
    const at = distances[i * smoothing]!;
    if (i === 0 || i === vertices.length - 1) return [{ name, at, kind: 'depot' }];
    return name.includes('服务区') ? [{ name, at, kind: 'service area' }] : [];
  });
  return {
    name: text.name,
    strays: text.strays ?? false,
    vertices: vertices.map((vertex) => vertex.point),
    line,
    distances,
    length: distances.at(-1) ?? 0,
    stops,
  };
};

/** Where one is after that many metres; beyond the ends it is the end. */
export const placeAt = (corridor: Corridor, metres: number): Place => {
  const { line, distances } = corridor;
  let low = 0;
  let high = line.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (distances[middle]! <= metres) low = middle;
    else high = middle - 1;
  }
  const a = line[low]!;
  const b = line[low + 1]!;
  const part = Math.min(1, Math.max(0, (metres - distances[low]!) / (distances[low + 1]! - distances[low]!)));
  return {
    lon: a[0] + (b[0] - a[0]) * part,
    lat: a[1] + (b[1] - a[1]) * part,
    heading: headingBetween(a, b),
  };
};
