import type { Lang } from '@plomb/contract/kit/text';
import { Map as GlMap } from 'maplibre-gl';
import { type BaseMap, STREET } from './baseMap.ts';
import { baseSource } from './baseStyle.ts';
import { baseAddress, MapUnavailable, prepare } from './createMap.ts';
import type { LngLat } from './marks.ts';
import { groundLayers, streetSources } from './streetStyle.ts';
import { openly, styleIn } from './styleGround.ts';
import { turnsOf } from './turns.ts';

/** Sharp on paper, too. */
const PIXELS = 3;
/** Each is drawn in a context of its own, of which a browser has few: it takes the oldest from a map that stands open. */
const inTurn = turnsOf(2);
/** A server that says nothing is not waited for by all pictures behind it. */
const PATIENCE_MS = 20_000;

interface Still {
  zoom: number;
  base?: BaseMap | null;
  width: number;
  height: number;
  lang: Lang;
  mode: 'light' | 'dark';
  /** nobody waits for it any longer */
  signal?: AbortSignal;
}

/** The base map around a place as a picture. Throws where no map can be drawn. */
export const drawStill = (at: LngLat, still: Omit<Still, 'signal'>): Promise<string> =>
  inTurn(() =>
    withStill(at, { ...still, signal: AbortSignal.timeout(PATIENCE_MS) }, (map) =>
      map.getCanvas().toDataURL('image/png'),
    ),
  );

/** Whether a base map has something there, once it is drawn: features of vectors, and of pictures the box that a file says. Throws as `drawStill`. */
export const hasThere = (at: LngLat, still: Still): Promise<boolean> =>
  withStill(at, still, (map) => {
    const { sources, layers } = map.getStyle();
    const streets = Object.keys(sources).filter((id) => id.startsWith(STREET));
    if (streets.length === 0) return true;
    const drawn = layers.filter((layer) => 'source' in layer && streets.includes(layer.source)).map(({ id }) => id);
    if (streets.some((id) => sources[id]?.type === 'vector'))
      return map.queryRenderedFeatures({ layers: drawn }).length > 0;
    return streets.every((id) => {
      const source = map.getSource(id);
      const [west, south, east, north] = (source && 'bounds' in source && (source.bounds as number[] | undefined)) || [
        -180, -90, 180, 90,
      ];
      return at[0] >= west! && at[0] <= east! && at[1] >= south! && at[1] <= north!;
    });
  });

const withStill = async <Told>(
  [lng, lat]: LngLat,
  { zoom, width, height, lang, mode, base = null, signal }: Still,
  use: (map: GlMap) => Told,
): Promise<Told> => {
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
      signal?.addEventListener('abort', () => failed(signal.reason));
      // signs and pictures that do not come leave a map without them
      map.on('error', (e) => {
        if (base?.style === undefined || 'sourceId' in e) failed(e.error);
      });
    });
    return use(map);
  } finally {
    map.remove();
    el.remove();
  }
};
