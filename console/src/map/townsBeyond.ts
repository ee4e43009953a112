import type { Lang } from '@plomb/contract/kit/text';
import type { GeoJSONFeature, Map as GlMap } from 'maplibre-gl';
import type { BaseMap } from './baseMap.ts';
import { beyond, type Named } from './beyond.ts';
import type { LngLat } from './marks.ts';
import { isTown, namedFrom, placesIn, streetSources } from './streetStyle.ts';

const pointOf = ({ geometry }: GeoJSONFeature): LngLat[] =>
  geometry.type === 'Point' ? [[geometry.coordinates[0] ?? 0, geometry.coordinates[1] ?? 0]] : [];

/** Towns in the view that the offline map knows and the streets do not, by what has come of both. */
export const townsBeyond = (map: GlMap, base: BaseMap | null, lang: Lang): string[] => {
  if (!base || base.tiles[lang].length === 0 || map.getZoom() < namedFrom(base)) return [];
  const [source = ''] = Object.keys(streetSources(base, lang));
  const streets = map.getSource(source);
  const bounds = map.getBounds();
  const offline = map
    .querySourceFeatures('base', { sourceLayer: 'city_names' })
    .flatMap((town): Named[] => pointOf(town).map((at) => ({ name: String(town.properties.en), at })))
    .filter(({ at: [lon, lat] }) => bounds.contains([lon, lat]));
  if (!streets || offline.length === 0) return [];
  if (base.tile_schema === 'openmaptiles' || base.tile_schema === 'protomaps') {
    const places = map.querySourceFeatures(source, { sourceLayer: placesIn[base.tile_schema] });
    return beyond(offline, places.filter(({ properties }) => isTown(properties)).flatMap(pointOf), null);
  }
  // addresses of pictures end nowhere; files say where
  const box = 'bounds' in streets && Array.isArray(streets.bounds) ? streets.bounds : null;
  return beyond(offline, null, box as [number, number, number, number] | null);
};
