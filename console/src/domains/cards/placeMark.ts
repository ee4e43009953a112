import type { FenceMark, LngLat } from '../../map/marks.ts';

/** The circle of a card on a map; without a radius it has a place and no circle. */
export const placeMark = (place: LngLat | null, radius: number | null): FenceMark[] =>
  place && radius !== null ? [{ id: 1, name: '', geometry: { type: 'Point', coordinates: [...place] }, radius }] : [];
