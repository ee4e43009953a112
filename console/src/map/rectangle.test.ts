import { expect, it, vi } from 'vitest';
import { corners, openRectangle } from './rectangle.ts';

it('has four corners between any two, and is none below the width of a press', () => {
  expect(corners({ x: 10, y: 90 }, { x: 50, y: 20 })).toEqual([
    { x: 10, y: 90 },
    { x: 50, y: 90 },
    { x: 50, y: 20 },
    { x: 10, y: 20 },
  ]);
  expect(corners({ x: 10, y: 90 }, { x: 12, y: 20 })).toBeNull();
});

/** A map whose degrees are pixels; its middle moves. */
const stage = () => {
  const [container, canvas] = [document.createElement('div'), document.createElement('canvas')];
  const middle = { lng: 100, lat: 50 };
  const moves = new Set<() => void>();
  const turned = { enable: vi.fn(), disable: vi.fn(), disableRotation: vi.fn() };
  const map = {
    ...{ dragPan: turned, boxZoom: turned, touchZoomRotate: turned },
    getCanvas: () => canvas,
    getCanvasContainer: () => container,
    getCenter: () => middle,
    project: (at: { lng: number; lat: number } | [number, number]) =>
      Array.isArray(at) ? { x: at[0], y: at[1] } : { x: at.lng, y: at.lat },
    unproject: ([x, y]: [number, number]) => ({ lng: x, lat: y }),
    on: (_: string, heard: () => void) => moves.add(heard),
    off: (_: string, heard: () => void) => moves.delete(heard),
  };
  const told = { drawn: vi.fn(), done: vi.fn() };
  const stop = openRectangle(map as never, told);
  return {
    ...{ told, stop, turned, moves },
    enter: () => canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })),
    pan: (lng: number, lat: number) => {
      Object.assign(middle, { lng, lat });
      for (const heard of moves) heard();
    },
  };
};

it('is drawn by keys: Enter at a corner, the map moved below the cross, Enter at the opposite one', () => {
  const { told, enter, pan } = stage();
  enter();
  expect(told.done).not.toHaveBeenCalled();
  pan(140, 80);
  expect(told.drawn).toHaveBeenLastCalledWith([
    [100, 50],
    [140, 50],
    [140, 80],
    [100, 80],
  ]);
  enter();
  expect(told.done).toHaveBeenCalledExactlyOnceWith([
    [100, 50],
    [140, 50],
    [140, 80],
    [100, 80],
  ]);
});

it('twice at one place it encloses nothing, and may be begun again', () => {
  const { told, enter } = stage();
  enter();
  enter();
  expect(told.done).toHaveBeenCalledExactlyOnceWith(null);
});

it('lets the map go when it is stopped', () => {
  const { stop, turned, moves } = stage();
  expect(turned.disable).toHaveBeenCalledTimes(3);
  stop();
  expect(turned.enable).toHaveBeenCalledTimes(3);
  expect(moves.size).toBe(0);
});
