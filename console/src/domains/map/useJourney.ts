import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from '../../map/handle.ts';
import type { LngLat } from '../../map/marks.ts';
import { type Bounds, isInside } from './lockFilter.ts';
import type { Shown } from './shown.ts';

export const placeOf = (shown: Shown | null): LngLat | null =>
  shown === null || shown.lock.lon === null || shown.lock.lat === null ? null : [shown.lock.lon, shown.lock.lat];

interface Journey {
  handle: MapHandle | null;
  /** where the locks lie, to open on all of them */
  points: () => readonly LngLat[];
  loaded: boolean;
  chosen: Shown | null;
  /** the part of the map that no panel covers */
  free: () => Bounds | null;
  /** the operator's own opening view, which is then left as it is */
  ownView: boolean;
}

/**
 * Where the map goes by itself: to all locks when it opens, to a lock that was chosen and is out of sight. With
 * those that are followed it goes by `useFollowed`. Otherwise it stays where the operator put it.
 */
export const useJourney = (j: Journey): void => {
  const { handle, chosen, loaded } = j;
  const opened = useRef(false);
  const shown = useRef<number | null>(null);
  const place = placeOf(chosen);
  const [lon, lat] = place ?? [null, null];
  const id = chosen?.lock.id ?? null;

  const open = useEffectEvent((map: MapHandle): void => {
    const points = j.points();
    if (points.length === 0) return;
    opened.current = true;
    if (!j.ownView && chosen === null) map.fit(points, 11);
  });
  useEffect(() => {
    if (handle && loaded && !opened.current) open(handle);
  }, [handle, loaded]);

  const show = useEffectEvent((map: MapHandle, to: LngLat): void => {
    const free = j.free();
    if (chosen && free && isInside(chosen, free) && map.view().zoom >= 7) return;
    map.fly(to);
  });
  useEffect(() => {
    if (id === null) shown.current = null;
    if (!handle || id === null || lon === null || lat === null || shown.current === id) return;
    shown.current = id;
    show(handle, [lon, lat]);
  }, [handle, id, lon, lat]);
};
