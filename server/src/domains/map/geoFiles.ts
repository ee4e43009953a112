import type { FieldErrorCode } from '@plomb/contract/errors';
import { seen } from '@plomb/contract/kit/search';
import { fenceLimits, type Outline, outlineFault } from '@plomb/contract/lock/outline';
import { type GeoItem, geoLimits, type LeftOut, leftOutOf } from '@plomb/contract/map/geoFiles';
import { SaxesParser } from 'saxes';
import { isDeeperThan } from '../../platform/nesting.ts';
import { Refusal } from '../../platform/refusal.ts';

type Pair = [number, number];
/** What a file has drawn, before anything is asked of it. */
interface Shape {
  name: string;
  type: 'Point' | 'LineString' | 'Polygon';
  /** of a polygon its rings */
  parts: unknown[][];
  /** metres, as this product writes them */
  radius: number | null;
  width: number | null;
}

const isPair = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.length >= 2 &&
  value.slice(0, 2).every((n) => typeof n === 'number' && Number.isFinite(n));
const pairsOf = (part: unknown[]): Pair[] | null => {
  if (!part.every(isPair)) return null;
  return part.map(([lon = 0, lat = 0]): Pair => [lon, lat]);
};
const isOnEarth = ([lon, lat]: Pair): boolean => Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
/** A line that is nowhere said to be wider, and a fence of a file, is so wide. */
const usualWidth = 200;

/** What would come of a shape, or why nothing. */
const itemOf = ({ name, type, parts, radius, width }: Shape): GeoItem => {
  // half a sign is none
  const named = {
    name:
      seen(name)
        .slice(0, 60)
        .replace(/\p{Cs}/gu, '')
        .trim() || '–',
  };
  const not = (why: FieldErrorCode): GeoItem => ({ ...named, outline: null, point: null, why });
  const [outer, ...holes] = parts.map(pairsOf);
  if (!outer || holes.includes(null) || (type === 'Point' && outer.length !== 1)) return not('geoCoordinates');
  if (![outer, ...holes].every((ring) => ring?.every(isOnEarth))) return not('geoRange');
  if (type === 'Point' && radius === null) return { ...named, outline: null, point: outer[0] ?? [0, 0], why: null };
  if (holes.length > 0) return not('geoHole');
  const last = outer.at(-1);
  const isClosed = last && outer.length > 1 && outer[0]![0] === last[0] && outer[0]![1] === last[1];
  const outline: Outline =
    type === 'Point'
      ? { shape: 'circle', centre: outer[0] ?? [0, 0], radius: Math.round(radius ?? 0) }
      : type === 'LineString'
        ? { shape: 'line', points: outer, width: Math.round(width ?? usualWidth) }
        : { shape: 'polygon', points: isClosed ? outer.slice(0, -1) : outer };
  const fault = outlineFault(outline, fenceLimits);
  return fault ? not(fault) : { ...named, outline, point: null, why: null };
};

class Found {
  readonly shapes: Shape[] = [];
  private readonly dropped = new Map<LeftOut['what'], number>();
  leave(what: LeftOut['what']): void {
    this.dropped.set(what, this.left(what) + 1);
  }
  left(what: LeftOut['what']): number {
    return this.dropped.get(what) ?? 0;
  }
  get leftOut(): LeftOut[] {
    return [...this.dropped].map(([what, count]) => ({ what, count }));
  }
  /** all that was come across, taken or not */
  get count(): number {
    return [...this.dropped.values()].reduce((sum, count) => sum + count, this.shapes.length);
  }
  add(shape: Shape): void {
    if (this.shapes.length >= geoLimits.items) throw new Refusal('geoTooMany', { limit: geoLimits.items });
    this.shapes.push(shape);
  }
}

const metresIn = (value: unknown): number | null => {
  const metres = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof metres === 'number' && Number.isFinite(metres) && metres > 0 ? metres : null;
};
type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists and objects of GeoJSON within each other: two for each level of collections, and what one of them has in it. */
const JSON_DEPTH = 2 * geoLimits.depth + 10;
const tooDeep = (): Refusal => new Refusal('geoTooDeep', { limit: geoLimits.depth });
/** The systems of coordinates that are degrees of WGS-84, by the names they go by; a file that names none has it. */
const isWgs84 = (crs: unknown): boolean => {
  if (crs === undefined || crs === null) return true;
  if (!isObject(crs) || !isObject(crs.properties)) return false;
  const { name, code } = crs.properties;
  if (crs.type === 'EPSG') return String(code) === '4326';
  return crs.type === 'name' && typeof name === 'string' && /(?:CRS:?84|EPSG(?:.*\D)?4326)$/i.test(name.slice(-100));
};
/** Depth first, and no deeper than any honest file is. */
const readGeoJson = (value: unknown, found: Found, about: Omit<Shape, 'type' | 'parts'>, depth = 0): void => {
  if (depth > geoLimits.depth) throw tooDeep();
  // of a whole file it is a reason to refuse it; one among others is left out
  const unknown = (): void => {
    if (depth === 0) throw new Refusal('geoUnreadable');
    found.leave('empty');
  };
  if (!isObject(value)) {
    unknown();
    return;
  }
  if (!isWgs84(value.crs)) throw new Refusal('geoSystem');
  const { type, coordinates } = value;
  const own = isObject(value.properties) ? value.properties : {};
  const named = {
    name: typeof own.name === 'string' ? own.name : about.name,
    radius: metresIn(own.radius) ?? about.radius,
    width: metresIn(own.width) ?? about.width,
  };
  /** what is no list has no place in it, which is said of the shape */
  const list = (inner: unknown): unknown[] => (Array.isArray(inner) ? inner : [inner]);
  const each = (inner: unknown): void => {
    if (Array.isArray(inner)) for (const one of inner) readGeoJson(one, found, named, depth + 1);
    else unknown();
  };
  if (type === 'FeatureCollection') each(value.features);
  else if (type === 'GeometryCollection') each(value.geometries);
  else if (type === 'Feature') {
    const before = found.count;
    if (isObject(value.geometry)) readGeoJson(value.geometry, found, named, depth + 1);
    if (found.count === before) found.leave('empty');
  } else if (type === 'Point') found.add({ ...named, type, parts: [[coordinates]] });
  else if (type === 'LineString') found.add({ ...named, type, parts: [list(coordinates)] });
  else if (type === 'Polygon') found.add({ ...named, type, parts: list(coordinates).map(list) });
  else if (type === 'MultiPoint' || type === 'MultiLineString' || type === 'MultiPolygon') {
    const one = type.slice('Multi'.length);
    for (const part of list(coordinates)) readGeoJson({ type: one, coordinates: part }, found, named, depth + 1);
  } else unknown();
};

const local = (name: string): string => name.slice(name.indexOf(':') + 1);
/** No empty text, which would be the number 0, and none to another base. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const placesIn = (text: string): unknown[] => {
  const places: unknown[] = [];
  // more than a fence has corners are too many, whatever follows: half a million are not read to say so
  for (const [place] of text.matchAll(/\S+/g)) {
    places.push(place.split(',').map((degree) => (decimal.test(degree) ? Number(degree) : Number.NaN)));
    if (places.length > fenceLimits.corners + 1) break;
  }
  return places;
};

/** A parser that knows no entity but XML's own five, and refuses a document that would declare others. */
const readKml = (text: string, found: Found): void => {
  const parser = new SaxesParser();
  const path: string[] = [];
  let words = '';
  let mark: Omit<Shape, 'type' | 'parts'> | null = null;
  let shapes: Pick<Shape, 'type' | 'parts'>[] = [];
  /** the shape that is open, and how deep it stands */
  let open: { parts: unknown[][]; depth: number } | null = null;
  /** all that was come across before the mark */
  let before = 0;
  let field = '';
  parser.on('error', ({ message }) => {
    throw new Refusal(/entity/i.test(message) ? 'geoEntities' : 'geoNotXml', { line: parser.line });
  });
  parser.on('doctype', () => {
    throw new Refusal('geoEntities', { line: parser.line });
  });
  parser.on('opentag', (tag) => {
    const name = local(tag.name);
    path.push(name);
    if (path.length > geoLimits.depth) throw tooDeep();
    if (path.length === 1 && name !== 'kml') throw new Refusal('geoUnreadable');
    const left = leftOutOf.find((what) => what === name && what !== 'empty');
    if (left) found.leave(left);
    words = '';
    if (name === 'Placemark') {
      mark = { name: '', radius: null, width: null };
      shapes = [];
      before = found.count;
    }
    if (name === 'Data') field = String(tag.attributes.name ?? '');
    // a ring is a polygon's, or one by itself
    const type = name === 'LinearRing' ? 'Polygon' : name;
    if (mark && !open && (type === 'Point' || type === 'LineString' || type === 'Polygon')) {
      if (shapes.length >= geoLimits.items) throw new Refusal('geoTooMany', { limit: geoLimits.items });
      open = { parts: [], depth: path.length };
      shapes.push({ type, parts: open.parts });
    }
  });
  const heard = (more: string): void => {
    words += more;
  };
  parser.on('text', heard);
  parser.on('cdata', heard);
  parser.on('closetag', () => {
    const name = path.pop();
    if (mark && name === 'name' && path.at(-1) === 'Placemark') mark.name = words.trim();
    if (mark && name === 'value' && field === 'radius') mark.radius = metresIn(words);
    if (mark && name === 'value' && field === 'width') mark.width = metresIn(words);
    if (name === 'coordinates') open?.parts.push(placesIn(words));
    if (open && path.length < open.depth) open = null;
    if (name === 'Placemark' && mark) {
      if (shapes.length === 0 && found.count === before) found.leave('empty');
      for (const shape of shapes) found.add({ ...mark, ...shape });
      mark = null;
    }
    words = '';
  });
  parser.write(text).close();
};

/** Where JSON ends to be JSON: what the parser says of it, or its last line where it breaks off. */
const lineOf = (text: string, error: unknown): number => {
  const at = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return text.slice(0, at === undefined ? undefined : Number(at)).split('\n').length;
};

/** Fences and points of interest in a file of GeoJSON or KML, told by what is in it, and what else is. Nothing comes of them yet. */
export const readGeoFile = (bytes: Buffer): { items: GeoItem[]; left_out: LeftOut[] } => {
  if (bytes.length > geoLimits.bytes) throw new Refusal('geoTooLarge', { limit: geoLimits.bytes / 1024 / 1024 });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('geoNotText');
  }
  if (text.trim() === '') throw new Refusal('geoBlank');
  const found = new Found();
  if (text.trimStart().startsWith('<')) readKml(text.trimStart(), found);
  else {
    if (isDeeperThan(JSON_DEPTH, text)) throw tooDeep();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      throw new Refusal('geoNotJson', { line: lineOf(text, error) });
    }
    readGeoJson(parsed, found, { name: '', radius: null, width: null });
  }
  const links = found.left('NetworkLink');
  if (found.shapes.length === 0)
    throw links > 0 ? new Refusal('geoElsewhere', { count: links }) : new Refusal('geoEmpty');
  return { items: found.shapes.map(itemOf), left_out: found.leftOut };
};

/** A fence or a point as a file has it. */
export interface GeoRow {
  name: string;
  geometry: { type: string; coordinates: never };
  radius: number | null;
}
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\p{Cc}/gu, '');
/** Metres beside what has no room for them: of a circle its radius, of a line its whole width. */
const metresOf = ({ geometry, radius }: GeoRow): Record<string, number> =>
  radius === null ? {} : geometry.type === 'Point' ? { radius } : { width: radius * 2 };

export const geoJsonOf = (rows: readonly GeoRow[]): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: rows.map((row) => ({
      type: 'Feature',
      properties: { name: row.name, ...metresOf(row) },
      geometry: row.geometry,
    })),
  });

const placed = (places: readonly Pair[]): string =>
  `<coordinates>${places.map(([lon, lat]) => `${lon},${lat}`).join(' ')}</coordinates>`;
const kmlGeometry = ({ type, coordinates }: GeoRow['geometry']): string => {
  if (type === 'Point') return `<Point>${placed([coordinates])}</Point>`;
  if (type === 'LineString') return `<LineString>${placed(coordinates)}</LineString>`;
  const [outer = [], ...holes] = coordinates as Pair[][];
  const ring = (side: string, places: Pair[]) => `<${side}><LinearRing>${placed(places)}</LinearRing></${side}>`;
  return `<Polygon>${ring('outerBoundaryIs', outer)}${holes.map((hole) => ring('innerBoundaryIs', hole)).join('')}</Polygon>`;
};
export const kmlOf = (rows: readonly GeoRow[]): string => {
  const marks = rows.map((row) => {
    const data = Object.entries(metresOf(row)).map(
      ([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`,
    );
    const extended = data.length > 0 ? `<ExtendedData>${data.join('')}</ExtendedData>` : '';
    return `<Placemark><name>${escaped(row.name)}</name>${extended}${kmlGeometry(row.geometry)}</Placemark>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join('\n')}</Document></kml>\n`;
};
