import type { MapViewState } from '../../map/marks.ts';
import type { Bounds } from './lockFilter.ts';

interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * The part of the map that panels leave free. Linear in degrees: over the height of one screen the Mercator stretch is
 * less than the width of a marker at the zooms where anyone counts.
 */
export const freeBounds = (
  { bounds: [west, south, east, north] }: MapViewState,
  size: { width: number; height: number },
  { top, right, bottom, left }: Insets,
): Bounds => {
  const x = (east - west) / Math.max(1, size.width);
  const y = (north - south) / Math.max(1, size.height);
  return [west + left * x, south + bottom * y, east - right * x, north - top * y];
};
