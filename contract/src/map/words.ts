import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { fenceTypes } from '../map/map.ts';

export const mapWords = {
  fence_type: {
    title: { zh: '围栏类型', en: 'Fence type' },
    items: {
      line: ['线路', 'Line'],
      polygon: ['多边形', 'Polygon'],
      circle: ['圆形', 'Circle'],
    } satisfies Record<(typeof fenceTypes)[number], Word>,
  },
} as const satisfies DictionarySeeds;
