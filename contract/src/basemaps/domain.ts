import type { MenuSeeds } from '../kit/menu.ts';
import { baseMaps } from './baseMaps.ts';
import { places } from './places.ts';

export const baseMapCalls = { baseMaps, places };

export const baseMapMenu = {
  baseMap: {
    title: { zh: '底图', en: 'Base maps' },
    view: 'basemaps/BaseMapsPage',
    icon: 'map',
    parent: 'system',
  },
} as const satisfies MenuSeeds;
