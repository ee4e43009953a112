import { LockStatus } from '@plomb/contract/lock/codes';
import { stateSigns } from '@plomb/contract/lock/signs';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Mode } from '../ui/theme/palette.ts';
import { mapColours } from './mapColours.ts';
import { semibold } from './mapFonts.ts';

const empty: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
export const areaSources: Record<string, SourceSpecification> = {
  fences: empty,
  tracks: empty,
  trackSigns: empty,
  places: empty,
  lit: empty,
};

/** A measure that stays true to the ground: the property is what it is in pixels at zoom 0. */
const onGround = (property: string): ExpressionSpecification => [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', property],
  22,
  ['*', ['get', property], 2 ** 22],
];

/** Of what is looked at, and of all else. */
const ifPicked = <Value extends number | string>(of: Value, other: Value): ExpressionSpecification => [
  'case',
  ['==', ['get', 'picked'], true],
  of,
  other,
];

const dashed = (
  id: string,
  look: string,
  colour: string,
  width: number,
  dashes: readonly number[],
): LayerSpecification => ({
  id,
  type: 'line',
  source: 'tracks',
  filter: ['==', ['get', 'look'], look],
  layout: { 'line-cap': 'round', 'line-join': 'round' },
  paint: { 'line-color': colour, 'line-width': width, 'line-dasharray': [...dashes] },
});

/** By which the trails of those that are followed are told apart: in widths of the line, as colours are of states. */
export const trailDashes: readonly number[][] = [[], [3, 2], [0.4, 2], [4, 2, 0.4, 2], [1.4, 1.6]];

/** By which tracks beside another are told apart, in the order in which they were added: none of these is a state's. Dashes in widths of the line. */
export const comparedLooks = [
  { colour: 'fence', dashes: [2.4, 1.6] },
  { colour: 'teal', dashes: [0.4, 2] },
  { colour: 'pink', dashes: [4, 2, 0.4, 2] },
  { colour: 'brown', dashes: [1.2, 2.4] },
] as const satisfies readonly { colour: keyof (typeof mapColours)['light']; dashes: number[] }[];

/** A place that is named from afar is there at every zoom, any other from this one on. */
const fromZoom = (zoom: number): ExpressionSpecification => [
  'any',
  ['==', ['get', 'afar'], true],
  ['>=', ['zoom'], zoom],
];

/** Fences and tracks: what lies between the base map and the locks. */
export const areaLayers = (mode: Mode, accent: string): LayerSpecification[] => {
  const c = mapColours[mode];
  const own: ExpressionSpecification = [
    'match',
    ['get', 'colour'],
    ...(['teal', 'brown', 'pink', 'slate'] as const).flatMap((name) => [name, c[name]]),
    c.fence,
  ] as never;
  return [
    {
      id: 'fence-fill',
      type: 'fill',
      source: 'fences',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': own, 'fill-opacity': mode === 'light' ? ifPicked(0.18, 0.08) : ifPicked(0.26, 0.14) },
    },
    {
      id: 'fence-corridor',
      type: 'line',
      source: 'fences',
      filter: ['has', 'width0'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': own, 'line-opacity': mode === 'light' ? 0.12 : 0.2, 'line-width': onGround('width0') },
    },
    {
      id: 'fence-line',
      type: 'line',
      source: 'fences',
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': own, 'line-width': ifPicked(2.6, 1.6), 'line-dasharray': [3, 2] },
    },
    // of one that is looked at alone: its edge, and beyond it where a lock is out
    {
      id: 'fence-edge',
      type: 'line',
      source: 'fences',
      filter: ['has', 'gap0'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': own, 'line-width': 1.6, 'line-gap-width': onGround('width0') },
    },
    {
      id: 'fence-out-line',
      type: 'line',
      source: 'fences',
      filter: ['has', 'gap0'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': own, 'line-width': 1.2, 'line-dasharray': [4, 3], 'line-gap-width': onGround('gap0') },
    },
    {
      id: 'fence-out-area',
      type: 'line',
      source: 'fences',
      filter: ['has', 'out0'],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': own, 'line-width': 1.2, 'line-dasharray': [4, 3], 'line-offset': onGround('out0') },
    },
    {
      id: 'lit-fill',
      type: 'fill',
      source: 'lit',
      paint: { 'fill-color': accent, 'fill-opacity': mode === 'light' ? 0.1 : 0.16 },
    },
    {
      id: 'lit-line',
      type: 'line',
      source: 'lit',
      layout: { 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 2, 'line-dasharray': [3, 2] },
    },
    {
      id: 'track-casing',
      type: 'line',
      source: 'tracks',
      filter: ['==', ['get', 'look'], 'way'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': c.paper, 'line-width': 7, 'line-opacity': 0.8 },
    },
    ...trailDashes.map((dashes, at): LayerSpecification => {
      const { 'line-dasharray': _, ...solid } = { 'line-color': accent, 'line-width': 3, 'line-dasharray': dashes };
      return {
        id: `trail-${at}`,
        type: 'line',
        source: 'tracks',
        filter: ['==', ['get', 'look'], `trail${at}`],
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: dashes.length > 0 ? { ...solid, 'line-dasharray': dashes } : solid,
      };
    }),
    ...comparedLooks.map(({ colour, dashes }, at) =>
      dashed(`track-compared-${at}`, `compared${at}`, c[colour], 3, dashes),
    ),
    {
      id: 'track',
      type: 'line',
      source: 'tracks',
      filter: ['==', ['get', 'look'], 'way'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 4 },
    },
    dashed('track-planned', 'planned', accent, 3, [0.4, 2]),
    dashed('track-unseen', 'unseen', stateSigns[LockStatus.unsealedOpen].mark[mode], 4, [0.1, 2]),
    {
      id: 'track-late',
      type: 'circle',
      source: 'trackSigns',
      filter: ['==', ['get', 'sign'], 'late'],
      paint: { 'circle-radius': 4, 'circle-color': c.paper, 'circle-stroke-color': accent, 'circle-stroke-width': 2 },
    },
    {
      id: 'track-sign-paper',
      type: 'circle',
      source: 'trackSigns',
      filter: ['all', ['!=', ['get', 'sign'], 'late'], ['!', ['get', 'alarm']]],
      paint: { 'circle-radius': 12, 'circle-color': c.paper, 'circle-stroke-color': c.line, 'circle-stroke-width': 1 },
    },
    {
      id: 'track-sign',
      type: 'symbol',
      source: 'trackSigns',
      filter: ['!=', ['get', 'sign'], 'late'],
      layout: {
        'icon-image': [
          'case',
          ['==', ['get', 'sign'], 'stop'],
          `flag/${mode}`,
          ['concat', ['case', ['get', 'alarm'], 'lock/', 'mini/'], ['get', 'sign'], `/online/${mode}`],
        ],
        'icon-allow-overlap': true,
        'symbol-sort-key': ['case', ['get', 'alarm'], 1, 0],
      },
    },
    {
      id: 'track-words',
      type: 'symbol',
      source: 'trackSigns',
      filter: ['has', 'words'],
      layout: {
        'text-field': ['get', 'words'],
        'text-font': semibold,
        'text-size': 12,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': ['case', ['==', ['get', 'sign'], 'late'], 0.7, 1.2],
      },
      paint: { 'text-color': c.text2, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
    },
    {
      id: 'place',
      type: 'circle',
      source: 'places',
      filter: fromZoom(5),
      paint: {
        'circle-radius': ifPicked(6, 4),
        'circle-color': c.paper,
        'circle-stroke-color': ifPicked(accent, c.text2),
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'place-name',
      type: 'symbol',
      source: 'places',
      filter: fromZoom(8),
      layout: {
        'text-field': ['get', 'name'],
        'text-font': semibold,
        'text-size': 12,
        'text-variable-anchor': ['top', 'bottom', 'left', 'right'],
        'text-radial-offset': 0.6,
        'text-max-width': 10,
      },
      paint: { 'text-color': c.text2, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
    },
    // where the areas are all that a map is of, each is named however small it is
    {
      id: 'fence-name-afar',
      type: 'symbol',
      source: 'fences',
      filter: ['all', ['==', ['geometry-type'], 'Point'], ['has', 'afar']],
      maxzoom: 7,
      layout: {
        'text-field': ['concat', '⬡ ', ['get', 'name']],
        'text-font': semibold,
        'text-size': 12,
        'text-max-width': 12,
        'text-variable-anchor': ['left', 'right', 'top-left', 'bottom-left', 'top-right', 'bottom-right'],
      },
      paint: { 'text-color': own, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
    },
    {
      id: 'fence-name',
      type: 'symbol',
      source: 'fences',
      filter: ['==', ['geometry-type'], 'Point'],
      minzoom: 7,
      layout: {
        'text-field': ['concat', '⬡ ', ['get', 'name']],
        'text-font': semibold,
        'text-size': 12,
        'text-max-width': 12,
      },
      paint: { 'text-color': own, 'text-halo-color': c.halo, 'text-halo-width': 1.6 },
    },
  ];
};

/** Layers by which a fence or a point of interest is picked, the topmost first; the inside of a fence is whatever lies in it. */
export const pickLayers: Record<string, 'fence' | 'interest'> = {
  place: 'interest',
  'place-name': 'interest',
  'fence-name': 'fence',
  'fence-line': 'fence',
};
