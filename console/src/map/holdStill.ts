import type { Map as GlMap } from 'maplibre-gl';

/** The map lies still while the pointer draws on it; answers how to let it go. */
export const holdStill = (map: GlMap): (() => void) => {
  const cursor = map.getCanvas().style.cursor;
  map.dragPan.disable();
  map.boxZoom.disable();
  map.touchZoomRotate.disable();
  map.getCanvas().style.cursor = 'crosshair';
  return () => {
    map.dragPan.enable();
    map.boxZoom.enable();
    map.touchZoomRotate.enable();
    map.touchZoomRotate.disableRotation();
    map.getCanvas().style.cursor = cursor;
  };
};
