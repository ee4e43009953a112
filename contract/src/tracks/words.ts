import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { TrackFormat } from './tracks.ts';
import type { gapKinds } from './trip.ts';

export const trackWords = {
  track_gap: {
    title: { zh: '轨迹盲区', en: 'Gap in a track' },
    items: {
      silent: ['盲区', 'No report'],
      no_fix: ['无定位', 'No position'],
      asleep: ['休眠', 'Asleep'],
    } satisfies Record<(typeof gapKinds)[number], Word>,
  },
  track_format: {
    title: { zh: '轨迹文件格式', en: 'Format of a track file' },
    items: {
      gpx: ['GPX', 'GPX'],
      kml: ['KML', 'KML'],
      csv: ['CSV', 'CSV'],
      geojson: ['GeoJSON', 'GeoJSON'],
    } satisfies Record<TrackFormat, Word>,
  },
} as const satisfies DictionarySeeds;
