import type { GeoJSONSource, Map as GlMap } from 'maplibre-gl';
import { ringCollection } from './areaFeatures.ts';
import type { Lit, MapHandle } from './handle.ts';
import { collectionOf, lngLatOf, lockFeature } from './lockFeatures.ts';
import { type Box, MarkIndex } from './markIndex.ts';

/** How much of the view's width and height is drawn beyond each edge, so that a short move shows no holes. */
const AROUND = 0.4;
/** What is merged changes with every half zoom. */
const stepOf = (zoom: number): number => Math.floor(zoom * 2);

interface On {
  /** at once, or when the map can be drawn on */
  whenStyled(task: () => void): void;
  source(id: string): GeoJSONSource;
}

/** The locks of a map: held all of them, drawn as many as the view and a little land around it shows. */
export const openLocks = (map: GlMap, { whenStyled, source }: On) => {
  const index = new MarkIndex();
  let selected: number | null = null;
  let lit: Lit | null = null;
  /** what was drawn last: a view with some land around it, at a zoom */
  let drawn: { box: Box; zoom: number } | null = null;
  /** once a frame, however much is told in it */
  let frame: number | null = null;

  const view = (): Box => {
    const bounds = map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  };
  const drawLit = (): void => void source('lit').setData(ringCollection(lit?.ring ?? null));
  const drawSelected = (): void => {
    const lock = selected === null ? undefined : index.get(selected);
    void source('selected').setData(collectionOf(lock ? [lockFeature(lock)] : []));
  };
  const drawLocks = (): void => {
    const [west, south, east, north] = view();
    const [x, y] = [(east - west) * AROUND, (north - south) * AROUND];
    const box: Box = [west - x, Math.max(-85, south - y), east + x, Math.min(85, north + y)];
    drawn = { box, zoom: stepOf(map.getZoom()) };
    const shown = index.view(box, map.getZoom(), selected);
    if (lit) for (const f of shown) if (f.properties && lit.has(lngLatOf(f))) f.properties.lit = 1;
    void source('locks').setData(collectionOf(shown));
  };
  const draw = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      whenStyled(drawLocks);
    });
  };
  const handle: MapHandle['locks'] = {
    replace(all) {
      index.clear();
      for (const lock of all) index.put(lock);
      draw();
      whenStyled(drawSelected);
    },
    put(next) {
      for (const lock of next) index.put(lock);
      draw();
      if (next.some((l) => l.id === selected)) whenStyled(drawSelected);
    },
    remove(ids) {
      for (const id of ids) index.remove(id);
      draw();
      if (selected !== null && ids.includes(selected)) whenStyled(drawSelected);
    },
    heap(heaps) {
      index.heap(heaps);
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
  };
  return {
    index,
    handle,
    draw,
    /** the view has left what is drawn, or shows it at a zoom at which other marks are merged */
    follow(): void {
      if (!drawn) return;
      const [west, south, east, north] = view();
      const [left, bottom, right, top] = drawn.box;
      const within = west >= left && east <= right && south >= bottom && north <= top;
      if (!within || drawn.zoom !== stepOf(map.getZoom())) draw();
    },
    end(): void {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
};
