import type { LngLat } from '../../map/marks.ts';

/** As the product writes places: longitude before latitude, to a metre. */
export const coordinatesOf = ([lon, lat]: LngLat): string => `${lon.toFixed(5)}, ${lat.toFixed(5)}`;

/** One of the two: degrees, or degrees, minutes and seconds, with the side of the earth before or behind it. */
const part =
  /([NSEW]|北纬|南纬|东经|西经)?\s*([-−+]?\d{1,3}(?:\.\d+)?)(?:\s*[°度](?:\s*(\d{1,2}(?:\.\d+)?)\s*['′分](?:\s*(\d{1,2}(?:\.\d+)?)\s*(?:["″秒]|''))?)?)?(?:([NSEW])|\s+([NSEW])(?!\d))?/iuy;
const between = /[\s,，;；/]*/uy;
const sides: Record<string, 'lon' | 'lat'> = {
  ...{ N: 'lat', S: 'lat', 北纬: 'lat', 南纬: 'lat' },
  ...{ E: 'lon', W: 'lon', 东经: 'lon', 西经: 'lon' },
};
const isTurned = (side: string): boolean => ['S', 'W', '南纬', '西经'].includes(side);

interface Part {
  degrees: number;
  is: 'lon' | 'lat' | null;
}
const partAt = (text: string, from: number): { part: Part; end: number } | null => {
  part.lastIndex = from;
  const found = part.exec(text);
  if (!found) return null;
  const [whole, before, figures = '', minutes, seconds, close, apart] = found;
  const side = (before ?? close ?? apart ?? '').toUpperCase();
  const figure = Number(figures.replace('−', '-'));
  const size = Math.abs(figure) + Number(minutes ?? 0) / 60 + Number(seconds ?? 0) / 3600;
  const degrees = (figure < 0 ? -size : size) * (isTurned(side) ? -1 : 1);
  return { part: { degrees, is: sides[side] ?? null }, end: from + whole.length };
};

/**
 * The places that a typed pair of coordinates may mean, the likelier first: as this product writes them longitude comes first,
 * elsewhere latitude does. Empty for any other text.
 */
export const placesTyped = (text: string): LngLat[] => {
  const typed = text.trim().normalize('NFKC');
  const first = partAt(typed, 0);
  if (!first) return [];
  between.lastIndex = first.end;
  const gap = between.exec(typed)?.[0] ?? '';
  const second = partAt(typed, first.end + gap.length);
  if (!second || second.end !== typed.length || (gap === '' && first.part.is === null)) return [];
  const [a, b] = [first.part, second.part];
  const isSaid = a.is !== null || b.is !== null;
  if (isSaid && a.is === b.is) return [];
  const latFirst = a.is === 'lat' || b.is === 'lon';
  const orders: [lon: number, lat: number][] = isSaid
    ? [latFirst ? [b.degrees, a.degrees] : [a.degrees, b.degrees]]
    : [
        [a.degrees, b.degrees],
        [b.degrees, a.degrees],
      ];
  return orders.filter(([lon, lat], at) => Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && (at === 0 || lon !== lat));
};

/** The place in the address; null: there is none. */
export const placeIn = (text: string): LngLat | null => {
  const [lon, lat, ...more] = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const isPlace = lon !== undefined && lat !== undefined && Math.abs(lon) <= 180 && Math.abs(lat) <= 90;
  return isPlace && more.length === 0 ? [lon, lat] : null;
};
