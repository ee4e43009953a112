import type { Lang } from '@plomb/contract/kit/text';
import type {
  ExpressionSpecification,
  FilterSpecification,
  LayerSpecification,
  SourceSpecification,
} from 'maplibre-gl';
import type { Mode } from '../ui/theme/palette.ts';
import { type BaseMap, plainText, STREET } from './baseMap.ts';
import { baseLayers } from './baseStyle.ts';
import { mapColours } from './mapColours.ts';
import { regular } from './mapFonts.ts';
import { nameIn } from './names.ts';
import { tileAddress } from './tiles.ts';

/** A path of ours; one of another server stands as it is, for its braces would be written otherwise. */
export const absolute = (address: string): string =>
  address.startsWith('/') ? new URL(address, location.href).href : address;

/** What it is fetched from: pictures that lie on each other, or one source of vectors. */
export const streetSources = (base: BaseMap, lang: Lang): Record<string, SourceSpecification> =>
  Object.fromEntries(
    base.tiles[lang].map((address, i): [string, SourceSpecification] => {
      const isFile = base.kind === 'upload' || base.kind === 'pmtiles';
      const zooms = { minzoom: base.min_zoom, maxzoom: base.max_zoom };
      const from = isFile
        ? { url: `pmtiles://${absolute(address)}` }
        : { tiles: [tileAddress(base.datum, absolute(address))], ...zooms };
      const attribution = plainText(base.attribution);
      return [
        `${STREET}${base.id}-${lang}-${i}`,
        base.tile_schema === 'raster'
          ? { type: 'raster', tileSize: 256, attribution, ...from }
          : { type: 'vector', attribution, ...from },
      ];
    }),
  );

/** From this zoom on a vector map names its places itself. */
const NAMED_FROM = 7;

/** Its layers, above those of the offline map, in the colours of ours: pale enough that states stay what is seen. */
const streetLayers = (base: BaseMap, mode: Mode, lang: Lang): LayerSpecification[] => {
  const sources = Object.keys(streetSources(base, lang));
  if (base.tile_schema === 'raster')
    return sources.map((source) => ({
      id: source,
      type: 'raster',
      source,
      // a night shift is not blinded by somebody's day
      ...(mode === 'dark' ? { paint: { 'raster-brightness-max': 0.62, 'raster-saturation': -0.35 } } : {}),
    }));
  const [source] = sources;
  if (source === undefined) return [];
  return base.tile_schema === 'openmaptiles' ? openMapTiles(source, mode, lang) : protomaps(source, mode, lang);
};

/** From which zoom on it names places itself. Pictures do from where they begin: their tiles are half as wide as those of vectors. */
export const namedFrom = ({ tile_schema, min_zoom }: Pick<BaseMap, 'tile_schema' | 'min_zoom'>): number =>
  tile_schema === 'raster' ? Math.max(0, min_zoom - 1) : Math.max(NAMED_FROM, min_zoom);
/** Where vector tiles have names of places, and which of them are no towns. */
export const placesIn = { openmaptiles: 'place', protomaps: 'places' } as const;
export const isTown = ({ class: of, kind }: Record<string, unknown>): boolean =>
  !/^(continent|country|state|province|region|sea|ocean)$/.test(String(of ?? kind));

/**
 * The offline map and what lies on it: streets cover land and water, and neither borders nor the names of what is far away. `beyond`: towns that
 * they do not know, which the offline map names.
 */
export const groundLayers = (
  base: BaseMap | null,
  mode: Mode,
  lang: Lang,
  { isAway = false, beyond = [] }: { isAway?: boolean; beyond?: readonly string[] } = {},
): LayerSpecification[] => {
  // a vendor's own map lies below all this, once it is there
  if (!base || base.tiles[lang].length === 0) return baseLayers(mode, lang);
  const isRaster = base.tile_schema === 'raster';
  // one that does not come names nothing
  const offline = baseLayers(mode, lang, isAway ? undefined : { from: namedFrom(base), beyond });
  const isBelow = ({ type }: LayerSpecification): boolean =>
    isRaster ? type !== 'symbol' : type === 'background' || type === 'fill';
  return [...offline.filter(isBelow), ...streetLayers(base, mode, lang), ...offline.filter((layer) => !isBelow(layer))];
};

/** A value that one of these names has. */
const isOne = (field: string, values: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', field],
  ['literal', [...values]],
];

const stylist = (source: string, mode: Mode, lang: Lang) => {
  const c = mapColours[mode];
  const id = (name: string): string => `${STREET}${name}`;
  const fill = (name: string, layer: string, colour: string, filter?: FilterSpecification): LayerSpecification => ({
    id: id(name),
    type: 'fill',
    source,
    'source-layer': layer,
    ...(filter ? { filter } : {}),
    paint: { 'fill-color': colour },
  });
  const line = (
    name: string,
    layer: string,
    colour: string,
    [from, thin, to, thick]: readonly [number, number, number, number],
    { filter, dashes, minzoom }: { filter?: FilterSpecification; dashes?: number[]; minzoom?: number } = {},
  ): LayerSpecification => ({
    id: id(name),
    type: 'line',
    source,
    'source-layer': layer,
    ...(filter ? { filter } : {}),
    ...(minzoom === undefined ? {} : { minzoom }),
    layout: { 'line-cap': dashes ? 'butt' : 'round', 'line-join': 'round' },
    paint: {
      'line-color': colour,
      'line-width': ['interpolate', ['exponential', 1.3], ['zoom'], from, thin, to, thick],
      ...(dashes ? { 'line-dasharray': dashes } : {}),
    },
  });
  const text = (
    name: string,
    layer: string,
    colour: string,
    [from, small, to, large]: readonly [number, number, number, number],
    { filter, minzoom, along }: { filter?: FilterSpecification; minzoom: number; along?: true },
  ): LayerSpecification => ({
    id: id(name),
    type: 'symbol',
    source,
    'source-layer': layer,
    minzoom,
    ...(filter ? { filter } : {}),
    layout: {
      'text-field': nameIn(lang),
      'text-font': regular,
      'text-size': ['interpolate', ['linear'], ['zoom'], from, small, to, large],
      'text-max-width': 8,
      'text-padding': 4,
      ...(along ? { 'symbol-placement': 'line' } : {}),
    },
    paint: { 'text-color': colour, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
  });
  /** A road is a casing and what lies in it; all casings lie below all roads. */
  const roads = (
    layer: string,
    kinds: readonly { name: string; filter: FilterSpecification; from: number; width: number; motorway?: true }[],
  ): LayerSpecification[] => [
    ...kinds.map(({ name, filter, from, width, motorway }) =>
      line(`${name}-casing`, layer, motorway ? c.motorwayCasing : c.casing, [from, 1.2, 18, width + 3], {
        filter,
        minzoom: from,
      }),
    ),
    ...kinds.map(({ name, filter, from, width, motorway }) =>
      line(name, layer, motorway ? c.motorway : c.road, [from, 0.6, 18, width], { filter, minzoom: from }),
    ),
  ];
  return { c, fill, line, text, roads };
};

const openMapTiles = (source: string, mode: Mode, lang: Lang): LayerSpecification[] => {
  const { c, fill, line, text, roads } = stylist(source, mode, lang);
  const of = (...values: string[]) => isOne('class', values);
  return [
    fill(
      'urban',
      'landuse',
      c.urban,
      of('residential', 'suburb', 'neighbourhood', 'industrial', 'commercial', 'retail'),
    ),
    fill('wood', 'landcover', c.park, of('wood', 'grass', 'wetland')),
    fill('park', 'park', c.park),
    fill('water', 'water', c.water),
    line('river', 'waterway', c.river, [8, 0.6, 16, 5]),
    fill('building', 'building', c.building),
    line('rail', 'transportation', c.rail, [9, 0.6, 16, 2], { filter: of('rail', 'transit') }),
    ...roads('transportation', [
      { name: 'path', filter: of('service', 'track', 'path', 'raceway', 'busway'), from: 14, width: 5 },
      { name: 'minor', filter: of('minor', 'tertiary'), from: 11, width: 12 },
      { name: 'major', filter: of('primary', 'secondary'), from: 8, width: 18 },
      { name: 'motorway', filter: of('motorway', 'trunk'), from: 5, width: 22, motorway: true },
    ]),
    line('border', 'boundary', c.border, [2, 0.6, 8, 1.6], { filter: ['<=', ['get', 'admin_level'], 2] }),
    text('road-names', 'transportation_name', c.city, [11, 10, 17, 13], { minzoom: 11, along: true }),
    text('small-places', 'place', c.city, [10, 10, 15, 14], {
      minzoom: 10,
      filter: of('village', 'suburb', 'neighbourhood', 'hamlet', 'quarter'),
    }),
    text('places', 'place', c.city, [7, 11, 13, 18], { minzoom: NAMED_FROM, filter: of('city', 'town') }),
  ];
};

const protomaps = (source: string, mode: Mode, lang: Lang): LayerSpecification[] => {
  const { c, fill, line, text, roads } = stylist(source, mode, lang);
  const of = (...values: string[]) => isOne('kind', values);
  const areas: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
  return [
    fill('earth', 'earth', c.land, areas),
    fill('urban', 'landuse', c.urban, of('residential', 'industrial', 'commercial', 'aerodrome', 'railway')),
    fill(
      'wood',
      'landuse',
      c.park,
      of('park', 'forest', 'wood', 'grass', 'nature_reserve', 'national_park', 'wetland'),
    ),
    fill('water', 'water', c.water, areas),
    line('river', 'water', c.river, [8, 0.6, 16, 5], { filter: of('river', 'canal', 'stream') }),
    fill('building', 'buildings', c.building, areas),
    line('rail', 'roads', c.rail, [9, 0.6, 16, 2], { filter: of('rail') }),
    ...roads('roads', [
      { name: 'path', filter: of('path', 'other'), from: 14, width: 5 },
      { name: 'minor', filter: of('minor_road'), from: 11, width: 12 },
      { name: 'major', filter: of('major_road', 'medium_road'), from: 8, width: 18 },
      { name: 'motorway', filter: of('highway'), from: 5, width: 22, motorway: true },
    ]),
    line('border', 'boundaries', c.border, [2, 0.6, 8, 1.6], { filter: of('country') }),
    text('road-names', 'roads', c.city, [11, 10, 17, 13], { minzoom: 11, along: true }),
    text('small-places', 'places', c.city, [10, 10, 15, 14], {
      minzoom: 10,
      filter: ['any', of('neighbourhood', 'macrohood'), isOne('kind_detail', ['village', 'hamlet', 'suburb'])],
    }),
    text('places', 'places', c.city, [7, 11, 13, 18], {
      minzoom: NAMED_FROM,
      filter: ['all', of('locality'), isOne('kind_detail', ['city', 'town'])],
    }),
  ];
};
