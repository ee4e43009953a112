import type { MenuSeeds } from '../kit/menu.ts';
import { fences } from './fences.ts';
import { geoFiles } from './geoFiles.ts';
import { interests } from './interests.ts';
import { map } from './map.ts';
import { onMap } from './onMap.ts';

export const mapCalls = { map, onMap, fences, interests, geoFiles };

export const mapMenu = {
  map: { title: { zh: '地图', en: 'Map' }, view: 'map/MapPage', icon: 'map', parent: null },
  fence: { title: { zh: '围栏', en: 'Fences' }, view: 'map/FencesPage', icon: 'fence', parent: null },
  interest: { title: { zh: '兴趣点', en: 'Points of interest' }, view: 'map/InterestsPage', icon: 'pin', parent: null },
} as const satisfies MenuSeeds;
