import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { fenceAlarms, fenceBounds, fenceColours, fenceTypes } from '../map/fences.ts';
import type { geoFormats } from '../map/geoFiles.ts';

export const mapWords = {
  fence_type: {
    title: { zh: '围栏类型', en: 'Fence type' },
    items: {
      line: ['线路', 'Line'],
      polygon: ['多边形', 'Polygon'],
      circle: ['圆形', 'Circle'],
    } satisfies Record<(typeof fenceTypes)[number], Word>,
  },
  fence_alarm: {
    title: { zh: '围栏告警', en: 'Fence alarm' },
    items: {
      enter: ['驶入时', 'When entered'],
      leave: ['驶出时', 'When left'],
      both: ['驶入和驶出时', 'Either way'],
    } satisfies Record<(typeof fenceAlarms)[number], Word>,
  },
  fence_bound: {
    title: { zh: '围栏适用范围', en: 'What a fence is for' },
    items: {
      all: ['本组织及下级的全部锁', 'All locks of the organisation and below'],
      types: ['指定设备类型', 'Device types'],
      devices: ['指定设备', 'Chosen devices'],
    } satisfies Record<(typeof fenceBounds)[number], Word>,
  },
  geo_format: {
    title: { zh: '地图文件格式', en: 'Format of a map file' },
    items: {
      geojson: ['GeoJSON', 'GeoJSON'],
      kml: ['KML', 'KML'],
    } satisfies Record<(typeof geoFormats)[number], Word>,
  },
  fence_colour: {
    title: { zh: '围栏颜色', en: 'Fence colour' },
    items: {
      violet: ['紫色', 'Violet'],
      teal: ['青色', 'Teal'],
      brown: ['棕色', 'Brown'],
      pink: ['粉色', 'Pink'],
      slate: ['灰蓝', 'Slate'],
    } satisfies Record<(typeof fenceColours)[number], Word>,
  },
} as const satisfies DictionarySeeds;
