import type { MenuSeeds } from '../kit/menu.ts';
import { map } from './map.ts';

export const mapCalls = { map };

export const mapMenu = {
  map: { title: { zh: '地图', en: 'Map' }, view: 'map/MapPage', icon: 'map', parent: null },
} as const satisfies MenuSeeds;
