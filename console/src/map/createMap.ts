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
import {
  fenceCollection,
  placeCollection,
  ringCollection,
  signCollection,
  spotCollection,
  trackCollection,
} from './areaFeatures.ts';
import { areaLayers, areaSources } from './areaLayers.ts';
import { Arrivals } from './arrivals.ts';
import { type BaseMap, isScript, STREET } from './baseMap.ts';
import { BEYOND, baseSource, beyondFilter } from './baseStyle.ts';
import { openCredits } from './credits.ts';
import type { Drawing } from './draw/openDrawing.ts';
import { Emitter } from './emitter.ts';
import type { Lit, MapEvents, MapHandle, Padding } from './handle.ts';
import { listenForHits } from './hits.ts';
import { openLasso } from './lasso.ts';
import { collectionOf, lngLatOf, lockFeature } from './lockFeatures.ts';
import { lockLayers, lockSources } from './lockLayers.ts';
import { mapColours } from './mapColours.ts';
import { mapTexts } from './mapTexts.ts';
import { type Box, MarkIndex } from './markIndex.ts';
import type { LngLat, MapViewState } from './marks.ts';
import { openMeasuring } from './measuring.ts';
import { pointLayers, pointSources } from './pointLayers.ts';
import { openRectangle } from './rectangle.ts';
import { drawBar, drawDoubt, drawFlag, drawLabelBox, drawSprite, PIXEL_RATIO, parseSpriteId } from './sprites.ts';
import { groundLayers, streetSources } from './streetStyle.ts';
import type { openStyleGround } from './styleGround.ts';
import { fetchTile } from './tiles.ts';
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
/** How much of the view's width and height is drawn beyond each edge, so that a short move shows no holes. */
const AROUND = 0.4;
/** What is merged changes with every half zoom. */
const stepOf = (zoom: number): number => Math.floor(zoom * 2);

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
  let selected: number | null = null;
  let lit: Lit | null = null;
  const locks = new MarkIndex();
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

  map.setMissingStyleImageResolver((id) => {
    const sprite = parseSpriteId(id);
    if (sprite) {
      const image = drawSprite(sprite);
      if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
    } else if (id.startsWith('bar/')) {
      const image = drawBar(id);
      if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
    } else if (id === 'flag/light' || id === 'flag/dark') {
      const image = drawFlag(id === 'flag/light' ? 'light' : 'dark');
      if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
    } else if (id === 'doubt/light' || id === 'doubt/dark') {
      const image = drawDoubt(id === 'doubt/light' ? 'light' : 'dark');
      if (image) map.addImage(id, image, { pixelRatio: PIXEL_RATIO });
    } else if (id === 'label/light' || id === 'label/dark') {
      const box = drawLabelBox(id === 'label/light' ? 'light' : 'dark');
      const { stretch, content } = box ?? {};
      if (box && stretch && content)
        map.addImage(id, box.image, { pixelRatio: PIXEL_RATIO, stretchX: [stretch], stretchY: [stretch], content });
    }
  });
  const isOfStreets = (e: object): boolean => 'sourceId' in e && String(e.sourceId).startsWith(STREET);
  map.on('data', (e) => {
    // one that is given up on is told of, too
    if (isOfStreets(e) && 'tile' in e && e.tile?.state === 'loaded') arrivals.came();
  });
  // without its archive the base map would be nothing but sea
  map.on('error', (e) => {
    if (isOfStreets(e)) arrivals.missed('tile' in e ? 'tile' : 'all');
    if ('sourceId' in e && e.sourceId === 'base')
      map.setPaintProperty('water', 'background-color', mapColours[mode].land);
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
      // what the library cannot change piece by piece it builds anew: until then nothing can be drawn
      styled = map.getSource('locks') !== undefined;
      draw();
    });
  const drawLit = (): void => void source('lit').setData(ringCollection(lit?.ring ?? null));
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
  const drawSelected = (): void => {
    const lock = selected === null ? undefined : locks.get(selected);
    void source('selected').setData(collectionOf(lock ? [lockFeature(lock)] : []));
  };
  /** what was drawn last: a view with some land around it, at a zoom */
  let drawn: { box: Box; zoom: number } | null = null;
  const drawLocks = (): void => {
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const [x, y] = [(east - west) * AROUND, (north - south) * AROUND];
    const box: Box = [west - x, Math.max(-85, south - y), east + x, Math.min(85, north + y)];
    drawn = { box, zoom: stepOf(map.getZoom()) };
    const shown = locks.view(box, map.getZoom(), selected);
    if (lit) for (const f of shown) if (f.properties && lit.has(lngLatOf(f))) f.properties.lit = 1;
    void source('locks').setData(collectionOf(shown));
  };
  /** once a frame, however much is told in it */
  let frame: number | null = null;
  const draw = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      whenStyled(drawLocks);
    });
  };
  /** the view has left what is drawn, or shows it at a zoom at which other marks are merged */
  const follow = (): void => {
    if (!drawn) return;
    const bounds = map.getBounds();
    const [west, south, east, north] = drawn.box;
    const within =
      bounds.getWest() >= west && bounds.getEast() <= east && bounds.getSouth() >= south && bounds.getNorth() <= north;
    if (!within || drawn.zoom !== stepOf(map.getZoom())) draw();
  };

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
  map.on('move', follow);
  map.on('move', () => ground?.move());
  map.on('resize', follow);
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
    (box, most) => locks.within(box, most),
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
    locks: {
      replace(all) {
        locks.clear();
        for (const lock of all) locks.put(lock);
        draw();
        whenStyled(drawSelected);
      },
      put(next) {
        for (const lock of next) locks.put(lock);
        draw();
        if (next.some((l) => l.id === selected)) whenStyled(drawSelected);
      },
      remove(ids) {
        for (const id of ids) locks.remove(id);
        draw();
        if (selected !== null && ids.includes(selected)) whenStyled(drawSelected);
      },
      heap(heaps) {
        locks.heap(heaps);
        draw();
      },
      light(next) {
        if (next === lit) return;
        lit = next;
        draw();
        whenStyled(drawLit);
      },
      select(id) {
        if (id === selected) return;
        selected = id;
        draw();
        whenStyled(drawSelected);
      },
    },
    places: { replace: (places) => whenStyled(() => void source('places').setData(placeCollection(places))) },
    fences: { replace: (fences) => whenStyled(() => void source('fences').setData(fenceCollection(fences))) },
    async draw(on) {
      const [{ openDrawing }] = await Promise.all([import('./draw/openDrawing.ts'), new Promise<void>(whenStyled)]);
      drawing?.end();
      const { fence, paper } = mapColours[mode];
      const opened = openDrawing(map, { colour: fence, paper, ...on });
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
      map.fitBounds(corners, { padding: 48, maxZoom, duration: SHORT });
    },
    zoomBy: (steps) => void map.easeTo({ zoom: map.getZoom() + steps, duration: SHORT }),
    view,
    on: (event, listener) => events.on(event, listener),
    resize: () => void map.resize(),
    destroy() {
      if (frame !== null) cancelAnimationFrame(frame);
      drawing?.end();
      ended = true;
      credits.end();
      ground?.end();
      events.clear();
      map.remove();
    },
  };
};
