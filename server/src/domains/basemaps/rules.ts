import {
  addressKinds,
  type BaseMapKind,
  type Datum,
  type ScriptKind,
  scriptKinds,
  type TileSchema,
  vendorDatum,
  vendorKinds,
} from '@plomb/contract/basemaps/baseMaps';
import { namesTile, tileOrigin } from '@plomb/contract/basemaps/tileAddress';
import type { TilesFacts } from './pmtilesFile.ts';

export interface Source {
  kind: BaseMapKind;
  path: string | null;
  url: string;
  tile_schema: TileSchema;
  datum: Datum;
  min_zoom: number;
  max_zoom: number;
}
export const isVendor = (kind: BaseMapKind): kind is (typeof vendorKinds)[number] =>
  (vendorKinds as readonly string[]).includes(kind);
export const isScript = (kind: BaseMapKind): kind is ScriptKind => (scriptKinds as readonly string[]).includes(kind);
export const isAddress = (kind: BaseMapKind): boolean => (addressKinds as readonly string[]).includes(kind);

/** What is wrong with it, beside which field; null: nothing. */
export const sourceFault = (
  s: Source,
): { field: string; error: 'tileSource' | 'tileNames' | 'tileSchema' | 'tileDatum' | 'tileZooms' } | null => {
  if ((s.kind === 'upload') !== (s.path !== null)) return { field: 'path', error: 'tileSource' };
  if (isAddress(s.kind) !== (s.url !== '')) return { field: 'url', error: 'tileSource' };
  if ((s.kind === 'raster' || s.kind === 'vector') && !namesTile(s.url)) return { field: 'url', error: 'tileNames' };
  if ((s.kind === 'pmtiles' || s.kind === 'style') && namesTile(s.url)) return { field: 'url', error: 'tileSchema' };
  if ((s.kind === 'style') !== (s.tile_schema === 'style')) return { field: 'tile_schema', error: 'tileSchema' };
  if ((s.kind === 'raster' && s.tile_schema !== 'raster') || (s.kind === 'vector' && s.tile_schema === 'raster'))
    return { field: 'tile_schema', error: 'tileSchema' };
  if (s.datum === 'gcj02' && s.kind !== 'raster' && !isVendor(s.kind)) return { field: 'datum', error: 'tileDatum' };
  if (s.datum === 'bd09' && s.kind !== 'baidu') return { field: 'datum', error: 'tileDatum' };
  if (s.min_zoom > s.max_zoom) return { field: 'max_zoom', error: 'tileZooms' };
  return null;
};

/** What nobody can choose: a file says what is in it, a vendor in what its roads are drawn. */
export const known = <S extends Source>(source: S, file: TilesFacts | null): S => {
  if (file) return { ...source, ...file, datum: 'wgs84' };
  if (source.kind === 'style') return { ...source, tile_schema: 'style', datum: 'wgs84' };
  if (isVendor(source.kind)) return { ...source, tile_schema: 'raster', datum: vendorDatum[source.kind] };
  return source;
};

/** To whom a key is told: with another of these it would be told to somebody else. */
export const keyBelongsTo = ({ kind, url }: Pick<Source, 'kind' | 'url'>): string => `${kind} ${tileOrigin(url) ?? ''}`;

const tianditu = (layer: string): string =>
  `https://t0.tianditu.gov.cn/${layer}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${layer}&STYLE=default` +
  '&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk={key}';

/** Servers that a page of the console fetches from for it; those of a style it was read from. */
export const originsOf = ({ kind, url, servers }: Pick<Source, 'kind' | 'url'> & { servers: string[] }): string[] => {
  if (kind === 'style') return servers;
  if (kind === 'tianditu') return ['https://t0.tianditu.gov.cn'];
  if (kind === 'google') return ['https://tile.googleapis.com'];
  // their scripts run in a frame that has a policy of its own
  if (isScript(kind)) return [];
  const origin = tileOrigin(url);
  return origin ? [origin] : [];
};

/** What a map fetches, lowest first, in both languages; none of vendors that are asked in another way. */
export const tilesFor = (
  { kind, url, path }: Pick<Source, 'kind' | 'url' | 'path'>,
  key: string,
): Record<'zh' | 'en', string[]> => {
  const put = (address: string): string => address.replaceAll('{key}', encodeURIComponent(key));
  if (kind === 'upload') return { zh: [`/basemap/${path}`], en: [`/basemap/${path}`] };
  if (kind === 'tianditu')
    return { zh: ['vec', 'cva'].map(tianditu).map(put), en: ['vec', 'eva'].map(tianditu).map(put) };
  // what a style names is told with it
  if (isVendor(kind) || kind === 'style') return { zh: [], en: [] };
  return { zh: [put(url)], en: [put(url)] };
};
