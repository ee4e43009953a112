import type { DictionarySeeds, Word } from '../kit/word.ts';
import type { BaseMapKind, Datum, TileSchema, Trial } from './baseMaps.ts';

export const baseMapWords = {
  base_map_kind: {
    title: { zh: '底图来源', en: 'Source of a base map' },
    items: {
      upload: ['上传的 PMTiles 文件', 'Uploaded PMTiles file'],
      style: ['样式地址（style JSON）', 'Style address (style JSON)'],
      pmtiles: ['PMTiles 地址', 'PMTiles address'],
      vector: ['矢量瓦片地址', 'Vector tiles'],
      raster: ['栅格瓦片地址', 'Raster tiles'],
      tianditu: ['天地图', 'Tianditu'],
      google: ['谷歌', 'Google'],
      amap: ['高德', 'AMap'],
      baidu: ['百度', 'Baidu'],
    } satisfies Record<BaseMapKind, Word>,
  },
  datum: {
    title: { zh: '坐标系', en: 'Datum' },
    items: { wgs84: ['WGS-84', 'WGS-84'], gcj02: ['GCJ-02', 'GCJ-02'], bd09: ['BD-09', 'BD-09'] } satisfies Record<
      Datum,
      Word
    >,
  },
  base_map_trial: {
    title: { zh: '底图检测结果', en: 'How a base map was found' },
    items: {
      works: ['可用', 'Works'],
      empty: ['此处无瓦片', 'No tiles there'],
      refused: ['密钥被拒', 'Key refused'],
      away: ['无应答', 'No answer'],
    } satisfies Record<Trial, Word>,
  },
  tile_schema: {
    title: { zh: '瓦片内容', en: 'Content of tiles' },
    items: {
      raster: ['图片', 'Pictures'],
      openmaptiles: ['矢量（OpenMapTiles）', 'Vector (OpenMapTiles)'],
      protomaps: ['矢量（Protomaps）', 'Vector (Protomaps)'],
      style: ['由其样式决定', 'As its style says'],
    } satisfies Record<TileSchema, Word>,
  },
} as const satisfies DictionarySeeds;
