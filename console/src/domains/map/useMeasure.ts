import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MapHandle, Measuring } from '../../map/handle.ts';
import type { LngLat } from '../../map/marks.ts';
import { lengthWords } from '../../map/measures.ts';
import { useSettings } from '../../platform/settings.ts';

export type Measured = 'way' | 'area';
export interface Measure {
  on: boolean;
  turn: (on: boolean) => void;
  of: Measured;
  setOf: (of: Measured) => void;
  points: readonly LngLat[];
  undo: () => void;
  clear: () => void;
}

/** A way or an area that somebody measures on the map; it is nobody else's, and ends with the measuring. */
export const useMeasure = (handle: MapHandle | null): Measure => {
  const [on, setOn] = useState(false);
  const [of, setOf] = useState<Measured>('way');
  const [points, setPoints] = useState<readonly LngLat[]>([]);
  const measuring = useRef<Measuring | null>(null);
  const words = useEffectEvent((metres: number) => lengthWords(metres, useSettings.getState().lang));
  useEffect(() => {
    if (!handle || !on) return;
    const mine = handle.measure({
      put: (at) => setPoints((before) => [...before, at]),
      words: (metres) => words(metres),
    });
    measuring.current = mine;
    return () => {
      measuring.current = null;
      mine.end();
    };
  }, [handle, on]);
  // drawn again where the map is another one
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => measuring.current?.show(points, of === 'area'), [points, of, handle, on]);
  return {
    on,
    turn: useCallback((next) => {
      setOn(next);
      setPoints([]);
    }, []),
    of,
    setOf,
    points,
    undo: useCallback(() => setPoints((before) => before.slice(0, -1)), []),
    clear: useCallback(() => setPoints([]), []),
  };
};
