import { bySeverity, stateSigns } from '@plomb/contract/lock/signs';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Mode } from '../ui/theme/palette.ts';
import { collectionOf } from './lockFeatures.ts';
import { mapColours } from './mapColours.ts';
import { regular, semibold } from './mapFonts.ts';

export const lockSources: Record<string, SourceSpecification> = {
  // only what the view shows, merged already: see markIndex.ts
  locks: { type: 'geojson', data: collectionOf([]), buffer: 32 },
  // the selected lock stands alone, also where the others are merged
  selected: { type: 'geojson', data: collectionOf([]) },
};

const perSeverity = (of: (sign: (typeof stateSigns)[keyof typeof stateSigns]) => string): ExpressionSpecification => [
  'match',
  ['get', 'severity'],
  4,
  of(stateSigns[bySeverity[0]!]),
  3,
  of(stateSigns[bySeverity[1]!]),
  2,
  of(stateSigns[bySeverity[2]!]),
  1,
  of(stateSigns[bySeverity[3]!]),
  of(stateSigns[bySeverity[4]!]),
];

const everyone: ExpressionSpecification = ['has', 'severity'];
/** its label always stands beside it, with what is the matter */
const isNamed: ExpressionSpecification = [
  'any',
  ['==', ['get', 'severity'], 4],
  ['==', ['get', 'alarm'], 1],
  ['==', ['get', 'outOfUse'], 1],
];
/** its label stands beside it, whatever its state is: one of a few that are looked at together */
const isLabelled: ExpressionSpecification = ['any', isNamed, ['==', ['get', 'named'], 1]];
/** no word beside the label, or one of a speed */
const withoutDetail: ExpressionSpecification = [
  'any',
  ['==', ['get', 'detail'], ''],
  ['all', ['>=', ['coalesce', ['get', 'heading'], -1], 0], ['!', isNamed]],
];
const isBarred: ExpressionSpecification = ['all', ['has', 'bar'], ['!=', ['get', 'bar'], '']];
const single: ExpressionSpecification = ['!', ['has', 'point_count']];
/** Diameters 32, 36, 46 and 54 with a ring of 4: from a hundred on there is a bar in it, from a thousand on a comma. */
const byCount = (few: number, some: number, many: number, most: number): ExpressionSpecification => [
  'step',
  ['get', 'point_count'],
  few,
  10,
  some,
  100,
  many,
  1000,
  most,
];

/** Of what was last known, while nothing is heard. */
const FADED = 0.5;

/**
 * The accent may be any colour of the theme, so it is given. `deaf`: nothing is heard of any lock. Then all markers
 * fade and lose what tells of the present at once: the sign of the connection, the direction of travel, the speed.
 */
export const lockLayers = (mode: Mode, accent: string, deaf = false): LayerSpecification[] => {
  const c = mapColours[mode];
  const red = stateSigns[bySeverity[0]!];
  const severity: ExpressionSpecification = ['get', 'severity'];
  const mark = perSeverity((s) => s.mark[mode]);
  const image = (kind: string): ExpressionSpecification => [
    'concat',
    `${kind}/`,
    ['get', 'shape'],
    '/',
    deaf ? 'online' : ['get', 'connection'],
    `/${mode}`,
  ];

  const halo = (source: string, filter: ExpressionSpecification): LayerSpecification => ({
    id: `${source}-alarm`,
    type: 'circle',
    source,
    filter: ['all', ['==', ['get', 'alarm'], 1], filter],
    paint: {
      'circle-radius': ['case', ['has', 'point_count'], byCount(21, 23, 28, 32), 22],
      'circle-color': red.mark[mode],
      'circle-opacity': 0.16,
      'circle-stroke-color': red.mark[mode],
      'circle-stroke-opacity': 0.5,
      'circle-stroke-width': 1,
    },
  });
  const nose = (source: string, filter: ExpressionSpecification, away: number): LayerSpecification => ({
    id: `${source}-nose`,
    type: 'symbol',
    source,
    filter: ['all', ['>=', ['coalesce', ['get', 'heading'], -1], 0], filter],
    layout: {
      visibility: deaf ? 'none' : 'visible',
      'icon-image': image('nose'),
      'icon-rotate': ['get', 'heading'],
      'icon-rotation-alignment': 'map',
      'icon-offset': [0, -away],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  });
  const marker = (source: string, filter: ExpressionSpecification): LayerSpecification => ({
    id: `${source}-marker`,
    type: 'symbol',
    source,
    filter,
    layout: { 'icon-image': image('lock'), 'icon-allow-overlap': true, 'symbol-sort-key': severity },
    paint: { 'icon-opacity': deaf ? FADED : ['match', ['get', 'connection'], 'offline', 0.85, 1] },
  });
  const doubt = (source: string, filter: ExpressionSpecification): LayerSpecification => ({
    id: `${source}-doubt`,
    type: 'symbol',
    source,
    filter: ['all', ['==', ['get', 'placeOld'], 1], filter],
    layout: {
      'icon-image': `doubt/${mode}`,
      'icon-offset': [-11, -10],
      'icon-allow-overlap': true,
      'icon-ignore-placement': true,
    },
  });
  const label = (source: string, filter: ExpressionSpecification, below: number): LayerSpecification => ({
    id: `${source}-label`,
    type: 'symbol',
    source,
    filter: ['all', ['!=', ['get', 'label'], ''], filter],
    layout: {
      'text-field': [
        'format',
        ['get', 'label'],
        { 'text-font': ['literal', semibold] },
        ['case', deaf ? withoutDetail : ['==', ['get', 'detail'], ''], '', ['concat', '  ', ['get', 'detail']]],
        { 'text-font': ['literal', regular], 'text-color': c.text2 },
      ],
      'text-font': semibold,
      'text-size': 12,
      'text-max-width': 30,
      'text-anchor': 'top',
      'text-offset': [0, below],
      'icon-image': `label/${mode}`,
      'icon-text-fit': 'both',
      'text-allow-overlap': source === 'selected',
      'icon-allow-overlap': source === 'selected',
      'symbol-sort-key': ['-', 0, ['get', 'severity']],
    },
    paint: { 'text-color': ['case', ['==', ['get', 'severity'], 4], red.ink[mode], c.text] },
  });

  return [
    {
      id: 'locks-lit',
      type: 'circle',
      source: 'locks',
      filter: ['==', ['get', 'lit'], 1],
      paint: {
        'circle-radius': ['case', ['has', 'point_count'], byCount(24, 26, 31, 35), 22],
        'circle-color': accent,
        'circle-opacity': 0.24,
        'circle-stroke-color': accent,
        'circle-stroke-width': ['case', ['has', 'point_count'], 0, 2],
      },
    },
    halo('locks', everyone),
    {
      id: 'cluster-paper',
      type: 'circle',
      source: 'locks',
      filter: ['has', 'point_count'],
      layout: { 'circle-sort-key': ['get', 'severity'] },
      paint: {
        'circle-radius': byCount(17.5, 19.5, 24.5, 28.5),
        'circle-color': c.paper,
        'circle-stroke-width': 1,
        'circle-stroke-color': c.shade,
      },
    },
    {
      id: 'cluster',
      type: 'circle',
      source: 'locks',
      filter: ['has', 'point_count'],
      layout: { 'circle-sort-key': ['get', 'severity'] },
      paint: {
        'circle-radius': byCount(12, 14, 19, 23),
        'circle-color': c.paper,
        'circle-stroke-width': 4,
        'circle-stroke-color': mark,
        'circle-stroke-opacity': deaf ? FADED : 1,
      },
    },
    {
      id: 'cluster-count',
      type: 'symbol',
      source: 'locks',
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': semibold,
        'text-size': byCount(12, 12.5, 13, 13),
        'text-offset': ['case', isBarred, ['literal', [0, -0.25]], ['literal', [0, 0]]],
        'text-allow-overlap': true,
        'icon-image': ['concat', 'mini/', perSeverity((s) => s.shape), `/online/${mode}`],
        'icon-offset': [
          'step',
          ['get', 'point_count'],
          ['literal', [12, -12]],
          10,
          ['literal', [13, -13]],
          100,
          ['literal', [17, -17]],
          1000,
          ['literal', [20, -20]],
        ],
        'icon-allow-overlap': true,
        'symbol-sort-key': ['get', 'severity'],
      },
      paint: { 'text-color': c.text, 'icon-opacity': deaf ? FADED : 1 },
    },
    {
      id: 'cluster-bar',
      type: 'symbol',
      source: 'locks',
      filter: isBarred,
      layout: {
        'icon-image': ['concat', 'bar/', ['get', 'bar'], `/${mode}`],
        'icon-offset': [0, 9],
        'icon-allow-overlap': true,
      },
      paint: { 'icon-opacity': deaf ? FADED : 1 },
    },
    nose('locks', single, 21),
    marker('locks', single),
    doubt('locks', single),
    label('locks', ['all', single, isLabelled], 1.7),
    {
      id: 'selected-glow',
      type: 'circle',
      source: 'selected',
      paint: { 'circle-radius': 28, 'circle-color': accent, 'circle-opacity': 0.2 },
    },
    {
      id: 'selected-ring',
      type: 'circle',
      source: 'selected',
      paint: {
        'circle-radius': 20,
        'circle-color': c.paper,
        'circle-opacity': 0.92,
        'circle-stroke-color': accent,
        'circle-stroke-width': 3,
      },
    },
    halo('selected', everyone),
    nose('selected', everyone, 32),
    marker('selected', everyone),
    doubt('selected', everyone),
    label('selected', everyone, 2.6),
  ];
};

/** Layers a click or the Enter key may hit, the topmost first. */
export const hitLayers = ['selected-marker', 'locks-marker', 'cluster'];
