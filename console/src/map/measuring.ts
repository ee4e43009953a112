import type { FeatureCollection } from 'geojson';
import type { Map as GlMap, MapMouseEvent } from 'maplibre-gl';
import type { Measuring, MeasuringOptions } from './handle.ts';
import type { LngLat } from './marks.ts';
import { measuredCollection } from './measured.ts';

/** Pixels from the last place within which the pointer has not left it. */
const RESTS = 4;

/** Lets the pointer, a finger or Enter put places on the map, and draws the way through them and on to the pointer. */
export const openMeasuring = (
  map: GlMap,
  { put, words }: MeasuringOptions,
  draw: (features: FeatureCollection) => void,
): Measuring => {
  let points: readonly LngLat[] = [];
  let isArea = false;
  let pointer: LngLat | null = null;
  let frame: number | null = null;
  const show = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      const last = points.at(-1);
      // resting where a place was put it leads nowhere
      const leads = pointer && last && map.project([...pointer]).dist(map.project([...last])) > RESTS;
      const along = leads ? [...points, pointer as LngLat] : points;
      draw(measuredCollection(along, isArea, words));
    });
  };
  const { cursor } = map.getCanvas().style;
  map.getCanvas().style.cursor = 'crosshair';
  map.doubleClickZoom.disable();
  const click = ({ lngLat: { lng, lat } }: MapMouseEvent): void => put([lng, lat]);
  const move = ({ lngLat: { lng, lat } }: MapMouseEvent): void => {
    pointer = [lng, lat];
    if (points.length > 0) show();
  };
  const leave = (): void => {
    pointer = null;
    show();
  };
  const press = (e: KeyboardEvent): void => {
    if (e.key !== 'Enter') return;
    e.preventDefault();
    pointer = null;
    const { lng, lat } = map.getCenter();
    put([lng, lat]);
  };
  map.on('click', click);
  map.on('mousemove', move);
  map.on('mouseout', leave);
  map.getCanvas().addEventListener('keydown', press);
  return {
    show(next, nextIsArea) {
      [points, isArea] = [next, nextIsArea];
      show();
    },
    end() {
      if (frame !== null) cancelAnimationFrame(frame);
      map.off('click', click);
      map.off('mousemove', move);
      map.off('mouseout', leave);
      map.getCanvas().removeEventListener('keydown', press);
      map.doubleClickZoom.enable();
      map.getCanvas().style.cursor = cursor;
      draw({ type: 'FeatureCollection', features: [] });
    },
  };
};
