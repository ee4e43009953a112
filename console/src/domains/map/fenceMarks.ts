import type { ShownFence } from '@plomb/contract/map/fences';
import type { LineString, Point, Polygon } from 'geojson';
import type { FenceMark } from '../../map/marks.ts';

const isGeometry = (value: unknown): value is Polygon | LineString | Point =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'Polygon' || value.type === 'LineString' || value.type === 'Point') &&
  'coordinates' in value &&
  Array.isArray(value.coordinates);

/** The fences that can be drawn; one whose geometry is of another kind is left out. */
export const fenceMarks = (fences: readonly ShownFence[]): FenceMark[] =>
  fences.flatMap(({ id, fence_name, fence_context, radius, colour, is_show }) =>
    is_show && isGeometry(fence_context) ? [{ id, name: fence_name, geometry: fence_context, radius, colour }] : [],
  );
