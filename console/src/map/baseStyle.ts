import type { Lang } from '@plomb/contract/kit/text';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Mode } from '../ui/theme/palette.ts';
import { mapColours } from './mapColours.ts';
import { regular } from './mapFonts.ts';

/** Whose data the base map is made of. */
export const baseSources = '© Natural Earth · GeoNames · GMT DCW';

export const baseSource = (url: string): SourceSpecification => ({
  type: 'vector',
  url: `pmtiles://${url}`,
  attribution: baseSources,
});

/** From a zoom on, names are another map's to say, but for those of towns that it does not know. */
export interface NamedElsewhere {
  from: number;
  beyond: readonly string[];
}
/** Of the towns that another map does not know. */
export const beyondFilter = (beyond: readonly string[]): ExpressionSpecification => [
  'in',
  ['get', 'en'],
  ['literal', [...beyond]],
];
export const BEYOND = 'city-names-beyond';

/** The offline base map: land, water, borders and names. It is blank at street level, for the data end at zoom 7. */
export const baseLayers = (mode: Mode, lang: Lang, elsewhere: NamedElsewhere | null = null): LayerSpecification[] => {
  const named = elsewhere?.from ?? 24;
  const c = mapColours[mode];
  const from = { source: 'base' };
  const names = (
    id: string,
    layer: string,
    colour: string,
    size: [number, number, number, number],
    zooms: { minzoom: number; maxzoom: number },
    rankAtZoom: [number, number][],
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    ...from,
    'source-layer': layer,
    minzoom: Math.min(zooms.minzoom, named),
    // to the library 0 is none
    maxzoom: Math.max(0.01, Math.min(zooms.maxzoom, named)),
    // the more important a place, the earlier it is named
    filter: ['<=', ['get', 'rank'], ['step', ['zoom'], 1, ...rankAtZoom.flat()]],
    layout: {
      'text-field': ['get', lang],
      'text-font': regular,
      'text-size': ['interpolate', ['linear'], ['zoom'], ...size],
      // a marker may lie on a city: the name moves aside before it goes
      ...(layer === 'city_names'
        ? {
            'text-variable-anchor': ['center', 'bottom', 'top', 'left', 'right'],
            'text-radial-offset': 1.5,
            'text-justify': 'auto',
          }
        : {}),
      'text-max-width': 8,
      'text-padding': 6,
      'text-letter-spacing': lang === 'zh' ? 0.06 : 0,
      'symbol-sort-key': ['get', 'rank'],
    },
    paint: { 'text-color': colour, 'text-halo-color': c.halo, 'text-halo-width': 1.4 },
  });
  const cities = names('city-names', 'city_names', c.city, [4, 11, 9, 16], { minzoom: 4, maxzoom: 19 }, [
    [5, 2],
    [5.8, 3],
    [8, 4],
  ]);
  const beyond = ({ from, beyond }: NamedElsewhere): LayerSpecification =>
    Object.assign({}, cities, { id: BEYOND, minzoom: Math.max(4, from), maxzoom: 19, filter: beyondFilter(beyond) });
  return [
    { id: 'water', type: 'background', paint: { 'background-color': c.water } },
    { id: 'land', type: 'fill', ...from, 'source-layer': 'land', paint: { 'fill-color': c.land } },
    { id: 'lakes', type: 'fill', ...from, 'source-layer': 'lakes', paint: { 'fill-color': c.water } },
    {
      id: 'rivers',
      type: 'line',
      ...from,
      'source-layer': 'rivers',
      minzoom: 3,
      paint: { 'line-color': c.river, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 8, 2, 14, 4] },
    },
    {
      id: 'provinces',
      type: 'line',
      ...from,
      'source-layer': 'provinces',
      minzoom: 3,
      paint: {
        'line-color': c.province,
        'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 8, 1.2],
        'line-dasharray': [4, 3],
      },
    },
    {
      id: 'borders',
      type: 'line',
      ...from,
      'source-layer': 'borders',
      paint: { 'line-color': c.border, 'line-width': ['interpolate', ['linear'], ['zoom'], 2, 0.6, 8, 1.6] },
    },
    names('country-names', 'country_names', c.country, [2, 11, 6, 15], { minzoom: 1, maxzoom: 7 }, [
      [3, 2],
      [4, 3],
      [5, 4],
    ]),
    cities,
    ...(elsewhere ? [beyond(elsewhere)] : []),
    names('province-names', 'province_names', c.country, [4, 11, 7, 14], { minzoom: 3.6, maxzoom: 6.4 }, [
      [4, 2],
      [5, 3],
    ]),
  ];
};
