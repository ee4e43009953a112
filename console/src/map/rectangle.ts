import type { Map as GlMap } from 'maplibre-gl';
import type { Lassoed } from './handle.ts';
import { holdStill } from './holdStill.ts';
import type { LngLat } from './marks.ts';

/** Pixels across, below which it was a press and no drawing. */
const LEAST = 8;

interface Pixel {
  x: number;
  y: number;
}
/** The four corners of a rectangle on the screen between two of them. */
export const corners = (a: Pixel, b: Pixel): Pixel[] | null =>
  Math.min(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < LEAST ? null : [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }];

/**
 * Lets the pointer draw one rectangle, a finger too. By keys Enter puts a corner at the cross, the arrows move the map below it,
 * and Enter again puts the opposite one. Answers how to stop.
 */
export const openRectangle = (map: GlMap, told: Lassoed): (() => void) => {
  const canvas = map.getCanvasContainer();
  const letGo = holdStill(map);
  /** in degrees: by keys the map moves below it */
  let from: LngLat | null = null;
  let byKeys = false;
  const pixelOf = (e: PointerEvent): Pixel => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: e.clientX - left, y: e.clientY - top };
  };
  const placeOf = ({ x, y }: Pixel): LngLat => {
    const { lng, lat } = map.unproject([x, y]);
    return [lng, lat];
  };
  const ringTo = (to: Pixel): LngLat[] | null => {
    if (!from) return null;
    const begun = map.project([from[0], from[1]]);
    return corners(begun, to)?.map(placeOf) ?? null;
  };
  const cross = (): Pixel => map.project(map.getCenter());
  const show = (to: Pixel): void => {
    const ring = ringTo(to);
    if (ring) told.drawn(ring);
  };
  const finish = (to: Pixel): void => {
    const ring = ringTo(to);
    [from, byKeys] = [null, false];
    told.done(ring);
  };
  const begin = (e: PointerEvent): void => {
    if (!e.isPrimary || e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    [from, byKeys] = [placeOf(pixelOf(e)), false];
  };
  const move = (e: PointerEvent): void => {
    if (from && !byKeys && e.isPrimary) show(pixelOf(e));
  };
  const end = (e: PointerEvent): void => {
    if (from && !byKeys && e.isPrimary) finish(pixelOf(e));
  };
  const cancel = (): void => {
    if (from && !byKeys) [from, byKeys] = [null, false];
  };
  const press = (e: KeyboardEvent): void => {
    if (e.key !== 'Enter') return;
    e.preventDefault();
    if (from && byKeys) finish(cross());
    else [from, byKeys] = [placeOf(cross()), true];
  };
  const follow = (): void => {
    if (from && byKeys) show(cross());
  };
  canvas.addEventListener('pointerdown', begin);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', cancel);
  map.getCanvas().addEventListener('keydown', press);
  map.on('move', follow);
  return () => {
    canvas.removeEventListener('pointerdown', begin);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', cancel);
    map.getCanvas().removeEventListener('keydown', press);
    map.off('move', follow);
    letGo();
  };
};
