import type { Lang } from '@plomb/contract/kit/text';
import type { ExpressionSpecification } from 'maplibre-gl';

/** The name of what vector tiles hold, as OpenMapTiles and Protomaps call it in a language; else the one it has there. */
export const nameIn = (lang: Lang): ExpressionSpecification =>
  lang === 'zh'
    ? ['coalesce', ['get', 'name:zh-Hans'], ['get', 'name:zh'], ['get', 'name_zh'], ['get', 'name']]
    : ['coalesce', ['get', 'name:en'], ['get', 'name_en'], ['get', 'name:latin'], ['get', 'name']];
