import type { Lang } from '@plomb/contract/kit/text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { accentsOf, type Mode } from '../ui/theme/palette.ts';
import type { Lit, MapEvents, MapHandle, Padding } from './handle.ts';
import { mapTexts } from './mapTexts.ts';
import type { Box } from './markIndex.ts';
import type { FenceMark, LngLat, MapViewState, PlaceMark, Spot, TrackMark, TrackSign } from './marks.ts';
import { useBaseMap } from './useBaseMap.ts';
import './map.css';

export interface MapViewProps {
  mode: Mode;
  /** the theme's colour; rings and tracks take their accent from it */
  colour: string;
  lang: Lang;
  /** names the map for screen readers */
  label: string;
  /** where it opens; later changes do not move it */
  initial?: { centre: LngLat; zoom: number };
  selected?: number | null;
  /** marks that are looked at together */
  lit?: Lit | null;
  fences?: readonly FenceMark[];
  places?: readonly PlaceMark[];
  tracks?: readonly TrackMark[];
  /** what stands on the tracks */
  signs?: readonly TrackSign[];
  /** a place that was searched for */
  spot?: Spot | null;
  /** Enter takes the place at the cross, and selects no lock */
  takes?: boolean;
  /** nothing is heard of the locks now */
  deaf?: boolean;
  /** pixels covered by panels */
  padding?: Partial<Padding>;
  /** gives the handle, through which locks stream in without a render; null when the map goes away */
  onHandle: (handle: MapHandle | null) => void;
  onSelect?: (id: number | null) => void;
  onHover?: (id: number | null) => void;
  onSeveral?: (ids: number[]) => void;
  /** what a disc stands for; without it the map goes there */
  onCluster?: (box: Box) => void;
  onView?: (view: MapViewState) => void;
  /** a fence or a point of interest was picked; without it none can be */
  onPick?: (picked: MapEvents['pick']) => void;
}

/** Milliseconds that a map is kept while another tab is on top. */
const KEPT = 5 * 60_000;
/** Beyond this zoom the offline base map has nothing new to show. */
const STREETS = 10.5;

type Fault = 'unavailable' | 'failed';
/** Nearer the map does not go. */
const MOST_ZOOM = 18;
const none: readonly never[] = [];

/** The map as a component. MapLibre itself is fetched when the first map is shown. */
export const MapView = (props: MapViewProps) => {
  const {
    mode,
    colour,
    lang,
    label,
    selected = null,
    lit = null,
    fences = none,
    places = none,
    tracks = none,
    signs = none,
    spot = null,
    deaf = false,
    padding,
  } = props;
  const { accent } = accentsOf(colour, mode);
  const { base, chosen, instead, lost, failed } = useBaseMap();
  const canvas = useRef<HTMLDivElement>(null);
  /** hidden, with all it has drawn */
  const kept = useRef<{ map: MapHandle; timer: ReturnType<typeof setTimeout> } | null>(null);
  const [handle, setHandle] = useState<MapHandle | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [away, setAway] = useState(false);
  const [close, setClose] = useState((props.initial?.zoom ?? 0) > STREETS);

  const give = useEffectEvent((next: MapHandle | null) => props.onHandle(next));
  const told = useEffectEvent(<K extends keyof MapEvents>(event: K, e: MapEvents[K]) => {
    if (event === 'select' && 'id' in e) props.onSelect?.(e.id);
    if (event === 'hover' && 'id' in e) props.onHover?.(e.id);
    if (event === 'several' && 'ids' in e) props.onSeveral?.(e.ids);
    if (event === 'cluster' && 'box' in e) {
      const [west, south, east, north] = e.box;
      if (props.onCluster) props.onCluster(e.box);
      else
        handle?.fit(
          [
            [west, south],
            [east, north],
          ],
          MOST_ZOOM,
        );
    }
    if (event === 'pick' && 'of' in e) props.onPick?.(e);
    if (event === 'base' && 'failed' in e) {
      setAway(e.failed);
      if (e.failed) failed();
    }
    if (event === 'view' && 'zoom' in e) {
      setClose(e.zoom > STREETS);
      props.onView?.(e);
    }
  });
  const start = useEffectEvent(async (el: HTMLElement, gone: () => boolean): Promise<MapHandle | null> => {
    const { createMap, MapUnavailable } = await import('./createMap.ts');
    if (gone()) return null;
    try {
      const { centre, zoom } = props.initial ?? {};
      const picks = props.onPick !== undefined;
      return createMap(el, {
        mode,
        accent,
        lang,
        label,
        base,
        picks,
        ...(centre && { centre }),
        ...(zoom && { zoom }),
      });
    } catch (cause) {
      if (!(cause instanceof MapUnavailable)) throw cause;
      setFault('unavailable');
      return null;
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt starts the map again
  useEffect(() => {
    const el = canvas.current;
    if (!el) return;
    let gone = false;
    let made: MapHandle | null = null;
    let deaf: (() => void)[] = [];
    const show = (next: MapHandle | null): void => {
      made = next;
      if (!next) return;
      deaf = (['select', 'hover', 'several', 'cluster', 'pick', 'view', 'base'] as const).map((event) =>
        next.on(event, (e) => told(event, e)),
      );
      setHandle(next);
      give(next);
    };
    const waiting = kept.current;
    kept.current = null;
    if (waiting) {
      clearTimeout(waiting.timer);
      waiting.map.resize();
      show(waiting.map);
    } else start(el, () => gone).then(show, () => setFault('failed'));
    return () => {
      gone = true;
      for (const stop of deaf) stop();
      setHandle(null);
      if (!made) return;
      give(null);
      const map = made;
      // another tab came on top, and its place in the page stays: coming back is at once. Else it goes with its place
      const end = (): void => {
        if (kept.current?.map === map) kept.current = null;
        map.destroy();
      };
      kept.current = { map, timer: setTimeout(end, el.isConnected ? KEPT : 0) };
    };
  }, [attempt]);

  useEffect(() => handle?.setTheme(mode, accent), [handle, mode, accent]);
  useEffect(() => handle?.setLang(lang, label), [handle, lang, label]);
  useEffect(() => handle?.setBase(base), [handle, base]);
  useEffect(() => handle?.setDeaf(deaf), [handle, deaf]);
  useEffect(() => handle?.locks.select(selected), [handle, selected]);
  useEffect(() => handle?.locks.light(lit), [handle, lit]);
  useEffect(() => handle?.fences.replace(fences), [handle, fences]);
  useEffect(() => handle?.places.replace(places), [handle, places]);
  useEffect(() => handle?.tracks.replace(tracks, signs), [handle, tracks, signs]);
  useEffect(() => handle?.spot(spot), [handle, spot]);
  const { top = 0, right = 0, bottom = 0, left = 0 } = padding ?? {};
  useEffect(() => handle?.setPadding({ top, right, bottom, left }), [handle, top, right, bottom, left]);

  const words = mapTexts[lang];
  const insets = Object.fromEntries(
    Object.entries({ top, right, bottom, left }).map(([side, px]) => [`--map-inset-${side}`, `${px}px`]),
  );
  return (
    <div className="map" style={insets}>
      <div className="map-canvas" ref={canvas} />
      <svg
        className="map-cross"
        viewBox="0 0 22 22"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
      >
        <path d="M11 1v7M11 14v7M1 11h7M14 11h7" />
      </svg>
      {handle && (
        <p className="unseen">{props.takes ? words.keysTake : props.onSelect ? words.keys : words.keysLook}</p>
      )}
      {handle && (instead || away || lost) && (
        <p className="map-note" data-wrong="true" role="status">
          {instead ? words.instead(chosen?.base_map_name ?? '', instead.base_map_name) : words.baseAway}
        </p>
      )}
      {handle && !away && close && !base && <p className="map-note">{words.noStreets}</p>}
      {!handle && !fault && (
        <div className="map-message" role="status">
          {words.loading}
        </div>
      )}
      {fault && (
        <div className="map-message" role="alert">
          <strong>{words[fault]}</strong>
          <p>{fault === 'failed' ? words.failedWhy : words.unavailableWhy}</p>
          {fault === 'failed' && (
            <button
              type="button"
              onClick={() => {
                setFault(null);
                setAttempt(attempt + 1);
              }}
            >
              {words.retry}
            </button>
          )}
        </div>
      )}
    </div>
  );
};
