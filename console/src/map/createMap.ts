import type { Lang } from '@plomb/contract/kit/text';
import {
  addProtocol,
  type GeoJSONSource,
  Map as GlMap,
  type LngLatLike,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
// The worker as an asset of our own origin: `worker-src 'self'` suffices, and no code is made from strings.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { Protocol } from 'pmtiles';
import type { Mode } from '../ui/theme/palette.ts';
import { fenceCollection, placeCollection, signCollection, spotCollection, trackCollection } from './areaFeatures.ts';
import { areaLayers, areaSources } from './areaLayers.ts';
import { Arrivals } from './arrivals.ts';
import { type BaseMap, isScript, STREET } from './baseMap.ts';
import { BEYOND, baseSource, beyondFilter } from './baseStyle.ts';
import { openCredits } from './credits.ts';
import type { Drawing } from './draw/openDrawing.ts';
import { Emitter } from './emitter.ts';
import type { MapEvents, MapHandle, Padding } from './handle.ts';
import { listenForHits } from './hits.ts';
import { openLasso } from './lasso.ts';
import { lockLayers, lockSources } from './lockLayers.ts';
import { mapColours } from './mapColours.ts';
import { mapTexts } from './mapTexts.ts';
import type { LngLat, MapViewState } from './marks.ts';
import { openMeasuring } from './measuring.ts';
import { drawMissing } from './missingImages.ts';
import { openLocks } from './openLocks.ts';
import { pointLayers, pointSources } from './pointLayers.ts';
import { openRectangle } from './rectangle.ts';
import { groundLayers, streetSources } from './streetStyle.ts';
import type { openStyleGround } from './styleGround.ts';
import { fetchTile, isBlank } from './tiles.ts';
import { townsBeyond } from './townsBeyond.ts';
import type { Ground } from './vendorGround.ts';

export interface MapOptions {
  mode: Mode;
  /** the theme's accent: rings and tracks */
  accent: string;
  lang: Lang;
  /** what the map shows, for screen readers */
  label: string;
  centre?: LngLat;
  zoom?: number;
  /** streets above the offline map */
  base?: BaseMap | null;
  /** fences and points of interest can be picked */
  picks?: boolean;
}

/** The browser has no WebGL 2: nothing was drawn, and nothing can be. */
export class MapUnavailable extends Error {}

let prepared = false;
export const prepare = (): void => {
  if (prepared) return;
  prepared = true;
  setWorkerUrl(workerUrl);
  addProtocol('pmtiles', new Protocol().tile);
  addProtocol('tiles', fetchTile);
};

/** Where the archive of the offline base map lies. */
export const baseAddress = (): string => new URL(`${import.meta.env.BASE_URL}base/base.pmtiles`, location.href).href;

const MAX_ZOOM = 18;
const SHORT = 200;
/** Pixels at the edges of what is in sight, where filters and tools stand. */
const clear = { top: 64, right: 72, bottom: 76, left: 48 };
const withoutStreets = (sources: StyleSpecification['sources']): StyleSpecification['sources'] =>
  Object.fromEntries(Object.entries(sources).filter(([id]) => !id.startsWith(STREET)));

/** What draws a ground of its own is fetched by whom it shows. */
const openerOf = async (base: BaseMap): Promise<typeof openStyleGround> => {
  if (base.style !== undefined) return (await import('./styleGround.ts')).openStyleGround;
  const { openVendorGround } = await import('./vendorGround.ts');
  return (el, mine, _lang, viewed, told) => openVendorGround(el, mine, viewed, told);
};

const place = ([lon, lat]: LngLat): LngLatLike => [lon, lat];

/** Draws the map into `el`. Everything given and told is WGS-84. Throws `MapUnavailable` without WebGL 2. */
export const createMap = (el: HTMLElement, options: MapOptions): MapHandle => {
  if (!document.createElement('canvas').getContext('webgl2')) throw new MapUnavailable('no WebGL 2');
  prepare();
  let { mode, accent, lang } = options;
  let deaf = false;
  const events = new Emitter<MapEvents>();
  let base = options.base ?? null;
  /** a vendor's own map below this one, or one by a style of its own: this one then has no ground */
  let ground: Ground | null = null;
  let stands = false;
  let ended = false;
  /** towns that the streets do not know, which the offline map names */
  let spared: readonly string[] = [];
  const arrivals = new Arrivals((isAway) => {
    events.emit('base', { failed: isAway });
    // what names its places instead
    restyle();
  });

  const style = (): StyleSpecification => ({
    version: 8,
    sources: {
      base: baseSource(baseAddress()),
      ...(base && streetSources(base, lang)),
      ...areaSources,
      ...lockSources,
      ...pointSources,
    },
    layers: [
      ...(stands ? [] : groundLayers(base, mode, lang, { isAway: arrivals.isAway, beyond: spared })),
      ...areaLayers(mode, accent),
      ...lockLayers(mode, accent, deaf),
      ...pointLayers(mode, accent),
    ],
  });
  const map = new GlMap({
    container: el,
    style: style(),
    center: place(options.centre ?? [108, 33]),
    zoom: options.zoom ?? 3.6,
    minZoom: 2,
    maxZoom: MAX_ZOOM,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 120,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: false,
    locale: { 'Map.Title': options.label, 'AttributionControl.ToggleAttribution': mapTexts[lang].attribution },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 90 }), 'bottom-right');
  const credits = openCredits(map, el, () => view());

  map.setMissingStyleImageResolver((id) => drawMissing(map, id));
  const isOfStreets = (e: object): boolean => 'sourceId' in e && String(e.sourceId).startsWith(STREET);
  /** its server answers, and has no tile */
  const isBare = (): boolean => base !== null && isBlank(base.tiles[lang]);
  map.on('data', (e) => {
    // one that is given up on is told of, too
    if (isOfStreets(e) && 'tile' in e && e.tile?.state === 'loaded' && !isBare()) arrivals.came();
  });
  map.on('idle', () => {
    if (isBare()) arrivals.missed('all');
  });
  // before its archive has come, and without it, the base map would be nothing but sea
  let isDry = true;
  const flood = (): void => {
    if (map.getLayer('water'))
      map.setPaintProperty('water', 'background-color', mapColours[mode][isDry ? 'land' : 'water']);
  };
  map.on('style.load', flood);
  map.on('data', (e) => {
    if (!isDry || !('tile' in e && e.tile) || e.sourceId !== 'base' || !map.isSourceLoaded('base')) return;
    isDry = false;
    flood();
  });
  map.on('error', (e) => {
    if (isOfStreets(e)) arrivals.missed('tile' in e ? 'tile' : 'all');
    if (!('sourceId' in e) || e.sourceId !== 'base') return;
    isDry = true;
    flood();
  });

  let styled = false;
  const waiting: (() => void)[] = [];
  const whenStyled = (task: () => void): void => {
    if (styled) task();
    else waiting.push(task);
  };
  map.on('style.load', () => {
    styled = true;
    for (const task of waiting.splice(0)) task();
  });
  // a narrow map shows its sources at first, then keeps them behind the button
  map.once('load', () => el.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show'));
  const source = (id: string): GeoJSONSource => {
    const found = map.getSource<GeoJSONSource>(id);
    if (!found) throw new Error(`The map has lost its source ${id}.`);
    return found;
  };
  const locks = openLocks(map, { whenStyled, source });
  /** Changes colours or language and leaves data, images and view alone. */
  const restyle = (): void =>
    whenStyled(() => {
      map.setStyle(style(), {
        // what is drawn has layers of its own, which the style does not know
        transformStyle: (before, next) =>
          before
            ? {
                ...next,
                // what lies on it keeps its data
                sources: { ...next.sources, ...withoutStreets(before.sources) },
                layers: [...next.layers, ...before.layers.filter(({ id }) => id.startsWith('drawing'))],
              }
            : next,
      });
      flood();
      // what the library cannot change piece by piece it builds anew: until then nothing can be drawn
      styled = map.getSource('locks') !== undefined;
      locks.draw();
    });
  const lay = async (): Promise<void> => {
    ground?.end();
    [ground, stands] = [null, false];
    const mine = base;
    if (!mine || !(isScript(mine.kind) || mine.style !== undefined)) return;
    const open = await openerOf(mine);
    if (ended || base !== mine) return;
    ground = open(
      el,
      mine,
      lang,
      () => {
        // its middle, also where panels cover a part of it
        const { lng, lat } = map.unproject([el.clientWidth / 2, el.clientHeight / 2]);
        return { at: [lng, lat], zoom: map.getZoom() };
      },
      (what) => {
        const before = stands;
        stands = what === 'stands';
        if (stands) arrivals.came();
        else arrivals.missed('all');
        if (stands !== before) restyle();
      },
    );
  };
  void lay();
  const view = (): MapViewState => {
    const [centre, bounds] = [map.getCenter(), map.getBounds()];
    return {
      centre: [centre.lng, centre.lat],
      zoom: map.getZoom(),
      bounds: [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
    };
  };
  map.on('moveend', () => events.emit('view', view()));
  map.on('moveend', () => credits.follow(base));
  credits.follow(base);
  map.on('idle', () => {
    const next = townsBeyond(map, base, lang);
    if (next.join() === spared.join()) return;
    spared = next;
    if (map.getLayer(BEYOND)) map.setFilter(BEYOND, beyondFilter(spared));
  });
  map.on('move', locks.follow);
  map.on('move', () => ground?.move());
  map.on('resize', locks.follow);
  map.on('resize', () => ground?.resize());
  let drawing: Drawing | null = null;
  /** the pointer draws or measures now */
  let pointing = 0;
  /** with what ends it; the click that ends a stroke comes after it */
  const pointed = (stop: () => void): (() => void) => {
    pointing += 1;
    return () => {
      stop();
      setTimeout(() => {
        pointing -= 1;
      }, 0);
    };
  };
  listenForHits(
    map,
    (box, most) => locks.index.within(box, most),
    events,
    () => drawing !== null || pointing > 0,
    options.picks ?? false,
  );

  const still: Padding = { top: 0, right: 0, bottom: 0, left: 0 };

  return {
    setTheme(nextMode, nextAccent) {
      if (nextMode === mode && nextAccent === accent) return;
      [mode, accent] = [nextMode, nextAccent];
      restyle();
    },
    setLang(nextLang, label) {
      map.getCanvas().setAttribute('aria-label', label);
      if (nextLang === lang) return;
      lang = nextLang;
      if (base?.style !== undefined) void lay();
      const button = el.querySelector('.maplibregl-ctrl-attrib-button');
      for (const name of ['title', 'aria-label']) button?.setAttribute(name, mapTexts[lang].attribution);
      restyle();
    },
    setBase(next) {
      if (next?.id === base?.id && JSON.stringify(next) === JSON.stringify(base)) return;
      base = next;
      spared = [];
      arrivals.restart();
      credits.follow(base);
      void lay();
      restyle();
    },
    setDeaf(nextDeaf) {
      if (nextDeaf === deaf) return;
      deaf = nextDeaf;
      restyle();
    },
    locks: locks.handle,
    places: { replace: (places) => whenStyled(() => void source('places').setData(placeCollection(places))) },
    fences: { replace: (fences) => whenStyled(() => void source('fences').setData(fenceCollection(fences))) },
    async draw({ colour = 'violet', ...on }) {
      const [{ openDrawing }] = await Promise.all([import('./draw/openDrawing.ts'), new Promise<void>(whenStyled)]);
      drawing?.end();
      const own = mapColours[mode][colour === 'violet' ? 'fence' : colour];
      const opened = openDrawing(map, { colour: own, paper: mapColours[mode].paper, ...on });
      const mine: Drawing = {
        show: opened.show,
        end() {
          if (drawing !== mine) return;
          drawing = null;
          opened.end();
        },
      };
      drawing = mine;
      return mine;
    },
    lasso: (told, shape = 'free') => pointed((shape === 'rectangle' ? openRectangle : openLasso)(map, told)),
    measure(asked) {
      const { show, end } = openMeasuring(map, asked, (features) =>
        whenStyled(() => void source('measured').setData(features)),
      );
      return { show, end: pointed(end) };
    },
    spot: (spot) => whenStyled(() => void source('spot').setData(spotCollection(spot))),
    tracks: {
      replace: (tracks, signs = []) =>
        whenStyled(() => {
          void source('tracks').setData(trackCollection(tracks));
          void source('trackSigns').setData(signCollection(signs));
        }),
    },
    setPadding: (padding) => void map.setPadding({ ...still, ...padding }),
    fly(to, zoom) {
      const target = { center: place(to), zoom: zoom ?? Math.max(map.getZoom(), 10) };
      // a long flight would take seconds and make people dizzy
      if (map.getBounds().contains(target.center)) map.easeTo({ ...target, duration: SHORT });
      else map.jumpTo(target);
    },
    fit(points, maxZoom = 13) {
      if (points.length === 0) return;
      const [lons, lats] = [points.map((p) => p[0]), points.map((p) => p[1])];
      const extent = (values: number[], pick: (a: number, b: number) => number): number =>
        values.reduce((a, b) => pick(a, b));
      const corners: [LngLatLike, LngLatLike] = [
        [extent(lons, Math.min), extent(lats, Math.min)],
        [extent(lons, Math.max), extent(lats, Math.max)],
      ];
      map.fitBounds(corners, { padding: clear, maxZoom, duration: SHORT });
    },
    zoomBy: (steps) => void map.easeTo({ zoom: map.getZoom() + steps, duration: SHORT }),
    view,
    on: (event, listener) => events.on(event, listener),
    resize: () => void map.resize(),
    destroy() {
      locks.end();
      drawing?.end();
      ended = true;
      credits.end();
      ground?.end();
      events.clear();
      map.remove();
    },
  };
};
