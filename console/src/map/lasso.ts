import type { Map as GlMap } from 'maplibre-gl';
import type { Lassoed } from './handle.ts';
import { holdStill } from './holdStill.ts';
import type { LngLat } from './marks.ts';

/** Pixels between two corners, and corners at most: a hand draws no finer. */
const STEP = 6;
const MOST = 100;
/** Pixels across, below which it was a press and no drawing. */
const LEAST = 12;

interface Pixel {
  x: number;
  y: number;
}

/** As few of its corners as are told apart, evenly; null: it encloses nothing. */
export const ringOf = (drawn: readonly Pixel[]): Pixel[] | null => {
  const [xs, ys] = [drawn.map(({ x }) => x), drawn.map(({ y }) => y)];
  const across = Math.min(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  if (drawn.length < 3 || across < LEAST) return null;
  const every = Math.ceil(drawn.length / MOST);
  return drawn.filter((_, at) => at % every === 0);
};

/** Lets the pointer draw one ring by hand, a finger too; answers how to stop. The map lies still meanwhile. */
export const openLasso = (map: GlMap, told: Lassoed): (() => void) => {
  const canvas = map.getCanvasContainer();
  const letGo = holdStill(map);
  let drawn: Pixel[] | null = null;
  const pixelOf = (e: PointerEvent): Pixel => {
    const { left, top } = canvas.getBoundingClientRect();
    return { x: e.clientX - left, y: e.clientY - top };
  };
  const placed = (pixels: readonly Pixel[]): LngLat[] =>
    pixels.map(({ x, y }) => {
      const { lng, lat } = map.unproject([x, y]);
      return [lng, lat];
    });
  const begin = (e: PointerEvent): void => {
    if (!e.isPrimary || e.button !== 0) return;
    canvas.setPointerCapture(e.pointerId);
    drawn = [pixelOf(e)];
  };
  const move = (e: PointerEvent): void => {
    const last = drawn?.at(-1);
    if (!drawn || !last || !e.isPrimary) return;
    const next = pixelOf(e);
    if (Math.hypot(next.x - last.x, next.y - last.y) < STEP) return;
    drawn.push(next);
    told.drawn(placed(drawn));
  };
  const end = (): void => {
    if (!drawn) return;
    const ring = ringOf(drawn);
    drawn = null;
    told.done(ring && placed(ring));
  };
  canvas.addEventListener('pointerdown', begin);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  return () => {
    canvas.removeEventListener('pointerdown', begin);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', end);
    letGo();
  };
};
