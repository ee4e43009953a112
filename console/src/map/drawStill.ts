import type { Lang } from '@plomb/contract/kit/text';
import { Map as GlMap } from 'maplibre-gl';
import type { BaseMap } from './baseMap.ts';
import { baseSource } from './baseStyle.ts';
import { baseAddress, MapUnavailable, prepare } from './createMap.ts';
import type { LngLat } from './marks.ts';
import { groundLayers, streetSources } from './streetStyle.ts';
import { openly, styleIn } from './styleGround.ts';

/** Sharp on paper, too. */
const PIXELS = 3;

/** The base map around a place as a picture. Throws where no map can be drawn. */
export const drawStill = async (
  [lng, lat]: LngLat,
  {
    zoom,
    width,
    height,
    lang,
    mode,
    base = null,
  }: { zoom: number; base?: BaseMap | null; width: number; height: number; lang: Lang; mode: 'light' | 'dark' },
): Promise<string> => {
  if (!document.createElement('canvas').getContext('webgl2')) throw new MapUnavailable('no WebGL 2');
  prepare();
  const el = document.createElement('div');
  // laid out, for the library measures it, and out of everybody's way
  el.style.cssText = `position: fixed; inset-block-start: 0; inset-inline-start: -10000px; inline-size: ${width}px; block-size: ${height}px`;
  el.inert = true;
  document.body.append(el);
  const map = new GlMap({
    container: el,
    style:
      base?.style === undefined
        ? {
            version: 8,
            sources: { base: baseSource(baseAddress()), ...(base && streetSources(base, lang)) },
            layers: groundLayers(base, mode, lang),
          }
        : styleIn(base, lang),
    transformRequest: openly,
    center: [lng, lat],
    zoom,
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
    pixelRatio: PIXELS,
    canvasContextAttributes: { preserveDrawingBuffer: true },
  });
  try {
    await new Promise<void>((done, failed) => {
      map.once('idle', () => done());
      // signs and pictures that do not come leave a map without them
      map.on('error', (e) => {
        if (base?.style === undefined || 'sourceId' in e) failed(e.error);
      });
    });
    return map.getCanvas().toDataURL('image/png');
  } finally {
    map.remove();
    el.remove();
  }
};
