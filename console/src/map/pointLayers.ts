import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Mode } from '../ui/theme/palette.ts';
import { mapColours } from './mapColours.ts';
import { semibold } from './mapFonts.ts';

const empty: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };
export const pointSources: Record<string, SourceSpecification> = { measured: empty, spot: empty };

/** What somebody has put on the map for a moment, above all else: a way or an area that is measured, and a place that was searched for. */
export const pointLayers = (mode: Mode, accent: string): LayerSpecification[] => {
  const c = mapColours[mode];
  return [
    {
      id: 'measured-fill',
      type: 'fill',
      source: 'measured',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': accent, 'fill-opacity': mode === 'light' ? 0.12 : 0.2 },
    },
    {
      id: 'measured-casing',
      type: 'line',
      source: 'measured',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': c.paper, 'line-width': 6, 'line-opacity': 0.8 },
    },
    {
      id: 'measured-line',
      type: 'line',
      source: 'measured',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': accent, 'line-width': 2.5 },
    },
    {
      id: 'measured-corner',
      type: 'circle',
      source: 'measured',
      filter: ['has', 'corner'],
      paint: { 'circle-radius': 5, 'circle-color': c.paper, 'circle-stroke-color': accent, 'circle-stroke-width': 2 },
    },
    {
      id: 'measured-label',
      type: 'symbol',
      source: 'measured',
      filter: ['has', 'label'],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': semibold,
        'text-size': 12,
        'icon-image': `label/${mode}`,
        'icon-text-fit': 'both',
      },
      paint: { 'text-color': c.text },
    },
    {
      id: 'spot',
      type: 'circle',
      source: 'spot',
      paint: {
        'circle-radius': 9,
        'circle-color': accent,
        'circle-opacity': 0.2,
        'circle-stroke-color': accent,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'spot-middle',
      type: 'circle',
      source: 'spot',
      paint: { 'circle-radius': 3, 'circle-color': accent },
    },
    {
      id: 'spot-label',
      type: 'symbol',
      source: 'spot',
      filter: ['!=', ['get', 'label'], ''],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': semibold,
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 1.2],
        'text-max-width': 30,
        'icon-image': `label/${mode}`,
        'icon-text-fit': 'both',
        'text-allow-overlap': true,
        'icon-allow-overlap': true,
      },
      paint: { 'text-color': c.text },
    },
  ];
};
