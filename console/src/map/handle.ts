import type { Lang } from '@plomb/contract/kit/text';
import type { FleetCell } from '@plomb/contract/map/map';
import type { Mode } from '../ui/theme/palette.ts';
import type { BaseMap } from './baseMap.ts';
import type { Drawing, DrawingOptions } from './draw/openDrawing.ts';
import type { Box } from './markIndex.ts';
import type { FenceMark, LngLat, LockMark, MapViewState, PlaceMark, Spot, TrackMark, TrackSign } from './marks.ts';

export interface MapEvents {
  /** a lock was chosen, by mouse, finger or Enter; null = the choice was given up (Escape, a click on nothing) */
  select: { id: number | null };
  hover: { id: number | null };
  /** a disc was opened: the box that what it stands for lies in */
  cluster: { box: Box };
  /** several locks at one place, which zooming in does not part */
  several: { ids: number[] };
  /** a fence or a point of interest was picked, where the map offers that */
  pick: { of: 'fence' | 'interest'; id: number };
  /** a click on nothing */
  click: { at: LngLat };
  /** the base map that was chosen does not come; the offline map is there */
  base: { failed: boolean };
  /** after every move */
  view: MapViewState;
}

/** Marks that are looked at together. */
export interface Lit {
  has(at: LngLat): boolean;
  /** drawn around them; null: nothing is */
  ring: readonly LngLat[] | null;
}

export interface Lassoed {
  drawn(ring: readonly LngLat[]): void;
  /** null: it encloses nothing */
  done(ring: readonly LngLat[] | null): void;
}

/** By hand, or from corner to corner. */
export type LassoShape = 'free' | 'rectangle';

export interface MeasuringOptions {
  /** the pointer or Enter has put a place */
  put(at: LngLat): void;
  /** a length, in the reader's language */
  words(metres: number): string;
}
export interface Measuring {
  show(points: readonly LngLat[], isArea: boolean): void;
  end(): void;
}

export interface Padding {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface MapHandle {
  setTheme(mode: Mode, accent: string): void;
  setLang(lang: Lang, label: string): void;
  /** what lies below all else; null: the offline map alone */
  setBase(base: BaseMap | null): void;
  /** nothing is heard of the locks: they stand where they were last, and nothing about them looks like the present */
  setDeaf(deaf: boolean): void;
  locks: {
    replace(all: Iterable<LockMark>): void;
    /** adds what is new and changes what differs; cheap, meant for every live frame */
    put(locks: readonly LockMark[]): void;
    remove(ids: readonly number[]): void;
    /** locks that are not given one by one: heaps that the server counted, instead of those before */
    heap(heaps: readonly FleetCell[]): void;
    /** a glow under all marks that are in it, whatever they are merged into */
    light(lit: Lit | null): void;
    /** rings the lock and takes it out of its cluster; does not move the map */
    select(id: number | null): void;
  };
  fences: { replace(fences: readonly FenceMark[]): void };
  places: { replace(places: readonly PlaceMark[]): void };
  /** lets an outline be drawn and moved; until that ends, no lock is hit by the pointer */
  draw(on: Omit<DrawingOptions, 'colour' | 'paper'> & { colour?: FenceMark['colour'] }): Promise<Drawing>;
  /** lets the pointer draw one ring until that is stopped, a rectangle by keys too; no lock is hit meanwhile */
  lasso(told: Lassoed, shape?: LassoShape): () => void;
  /** lets places be put and draws the way through them, until it ends; no lock is hit meanwhile */
  measure(options: MeasuringOptions): Measuring;
  /** a place that was searched for */
  spot(spot: Spot | null): void;
  tracks: { replace(tracks: readonly TrackMark[], signs?: readonly TrackSign[]): void };
  /** what panels cover: the middle of the rest is the middle of the map */
  setPadding(padding: Partial<Padding>): void;
  fly(to: LngLat, zoom?: number): void;
  fit(points: readonly LngLat[], maxZoom?: number): void;
  zoomBy(steps: number): void;
  view(): MapViewState;
  on<K extends keyof MapEvents>(event: K, listener: (e: MapEvents[K]) => void): () => void;
  resize(): void;
  destroy(): void;
}
