import type { InputOf } from '@plomb/contract/kit/call';
import { type FleetView, fleetLocks, map } from '@plomb/contract/map/map';
import { useEffect, useMemo, useState } from 'react';
import { holdLocks, useLiveLocks } from '../../lock/liveLocks.ts';
import type { MapViewState } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import type { Bounds, LockFilter, Sort } from './lockFilter.ts';

/** Milliseconds: a view is asked for when it has come to rest, and again while it is looked at. */
const REST = 250;
const AGAIN = 10_000;
/** A server that is busy is asked less often: the answer took so many times less than the rest after it. */
const REST_TIMES = 20;
const MOST_REST = 60_000;
/** How much of the view's width and height is asked for beyond each edge, as the map draws it. */
const AROUND = 0.4;
const world: Bounds = [-180, -85, 180, 85];

export interface Look {
  view: MapViewState | null;
  free: Bounds | null;
  filter: LockFilter;
  sort: Sort;
  viewOnly: boolean;
  chosen: number | null;
}

/** As far as the server looks: no further than once around. */
const bounded = ([west, south, east, north]: Bounds): [number, number, number, number] => {
  const within = (most: number, degrees: number): number => Math.max(-most, Math.min(most, degrees));
  return [within(540, west), within(85, south), within(540, east), within(85, north)];
};

/** What the server is asked; without a map, of the whole world. */
export const askedOf = ({ view, free, filter, sort, viewOnly, chosen }: Look): InputOf<typeof map.view> => {
  const [west, south, east, north] = view?.bounds ?? world;
  const [x, y] = view ? [(east - west) * AROUND, (north - south) * AROUND] : [0, 0];
  return {
    box: bounded([west - x, south - y, east + x, north + y]),
    free: bounded(free ?? world),
    zoom: view?.zoom ?? 2,
    text: filter.text,
    statuses: [...filter.statuses],
    connections: [...filter.connections],
    alarm: filter.alarm,
    ...(filter.heard !== null && { heard: filter.heard }),
    ...(filter.org !== null && { org: filter.org }),
    ...(filter.only && { only: [...filter.only] }),
    // a fleet that is asked for is searched by name rather than read by name
    sort: sort === 'name' ? 'severity' : sort,
    listFree: viewOnly,
    ...(chosen !== null && { chosen }),
  };
};

export interface Seen extends Omit<FleetView, 'drawn'> {
  drawn: ReadonlySet<number>;
  /** it answers another choice than the present one: another list, other counts */
  pending: boolean;
}
/** What the counts and the list depend on, whatever part of the world is looked at. */
const choiceOf = ({ filter, sort, viewOnly }: Look): string => JSON.stringify([filter, sort, viewOnly]);

/** Of a fleet too large to be held: what the server says of the view, renewed as it is looked at. Null for any other. */
export const useFleetView = (look: Look): Seen | null => {
  const large = useLiveLocks((s) => s.large);
  const [seen, setSeen] = useState<(Omit<Seen, 'pending'> & { choice: string }) | null>(null);
  const choice = choiceOf(look);
  const asked = large > 0 ? JSON.stringify(askedOf(look)) : null;
  useEffect(() => {
    if (asked === null || large === 0) {
      setSeen(null);
      return;
    }
    let gone = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async (): Promise<void> => {
      const from = performance.now();
      const input = JSON.parse(asked) as InputOf<typeof map.view>;
      const answer = await holdLocks(async (signal) => {
        const view = await send(map.view, input, { quiet: true, signal });
        return { ...view, locks: fleetLocks({ ...view.rows, now: view.now }) };
      });
      if (gone) return;
      // one that failed is asked again soon: the server may have just started
      const rest = answer ? Math.min(MOST_REST, REST_TIMES * (performance.now() - from)) : 0;
      if (answer) setSeen({ ...answer, choice, drawn: new Set(answer.drawn) });
      timer = setTimeout(() => void ask(), Math.max(AGAIN, rest));
    };
    timer = setTimeout(() => void ask(), REST);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [asked, choice, large]);
  return useMemo(() => seen && { ...seen, pending: seen.choice !== choice }, [seen, choice]);
};
