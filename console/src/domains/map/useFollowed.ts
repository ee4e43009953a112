import { tracks } from '@plomb/contract/tracks/tracks';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { onStep } from '../../lock/liveLocks.ts';
import type { MapHandle } from '../../map/handle.ts';
import type { TrackMark } from '../../map/marks.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useMay } from '../../platform/may.ts';
import { useScreenPreference } from '../../platform/screenPreferences.ts';
import type { Bounds } from './lockFilter.ts';
import type { Shown } from './shown.ts';
import { board } from './theBoard.ts';
import {
  type Crumb,
  crumbsOf,
  followedWith,
  hasLeft,
  joined,
  linesOf,
  MOST_FOLLOWED,
  type TrailMinutes,
  trailMinutes,
  withCrumb,
} from './trail.ts';
import { useAddress } from './useAddress.ts';

const readMinutes = (stored: unknown): TrailMinutes => trailMinutes.find((one) => one === stored) ?? 30;
const idsIn = (text: string): number[] => [
  ...new Set(
    text
      .split(',')
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
  ),
];
/** Milliseconds after which what is stored is read again: it has what came late, too. */
const AGAIN = 60_000;

export interface Followed {
  ids: readonly number[];
  /** those of them that are known here */
  shown: readonly Shown[];
  minutes: TrailMinutes;
  setMinutes: (minutes: TrailMinutes) => void;
  follow: (id: number, on: boolean) => void;
  /** drawn on the map, each with dashes of its own */
  trails: readonly TrackMark[];
  /** where somebody is now, to show all of them */
  places: () => [number, number][];
}

/** Locks that are kept in view with their trails; who they are stands in the address. */
export const useFollowed = (handle: MapHandle | null, free: () => Bounds | null): Followed => {
  const may = useMay();
  const [address, change] = useAddress();
  const said = address.get('follow') ?? '';
  const ids = useMemo(() => idsIn(said).slice(0, MOST_FOLLOWED), [said]);
  const [minutes, setMinutes] = useScreenPreference('map.trail', readMinutes);
  const follow = useCallback(
    (id: number, on: boolean) =>
      change((next) => {
        const others = followedWith(idsIn(next.get('follow') ?? ''), id, on);
        if (others.length > 0) next.set('follow', others.join(','));
        else next.delete('follow');
        return next;
      }),
    [change],
  );

  const { data: stored } = useQuery({
    enabled: ids.length > 0 && may(tracks.read),
    queryKey: [tracks.read.path, 'followed', said],
    queryFn: async ({ signal }) => {
      const to = serverNow();
      const window = { from: to - 30 * 60_000, to };
      const [from, until] = [new Date(window.from).toISOString(), new Date(to).toISOString()];
      const read = await send(tracks.read, { ids: [...ids], from, to: until }, { quiet: true, signal });
      return new Map(read.tracks.map((track) => [track.id, crumbsOf(track, window)]));
    },
    refetchInterval: AGAIN,
    retry: false,
  });

  /** what the stream told since they are followed */
  const [told, setTold] = useState<ReadonlyMap<number, readonly Crumb[]>>(new Map());
  const hear = useEffectEvent((of: Iterable<Shown['lock']>): void => {
    setTold((before) => {
      let next: Map<number, readonly Crumb[]> | null = null;
      for (const lock of of) {
        const trail = (next ?? before).get(lock.id) ?? [];
        const longer = withCrumb(trail, lock);
        if (longer !== trail) next = new Map(next ?? before).set(lock.id, longer);
      }
      return next ?? before;
    });
    const map = handle;
    const seen = free();
    const shown = ids.flatMap((id) => board.all.get(id) ?? []);
    if (map && seen && hasLeft(shown, seen)) keep(map, places());
  });
  const places = (): [number, number][] =>
    ids.flatMap((id) => {
      const lock = board.all.get(id)?.lock;
      const last = stored?.get(id)?.at(-1)?.place;
      if (lock && lock.lon !== null && lock.lat !== null) return [[lock.lon, lock.lat] as [number, number]];
      return last ? [[last[0], last[1]] as [number, number]] : [];
    });
  useEffect(() => {
    if (ids.length === 0) return;
    const wanted = new Set(ids);
    hear(ids.flatMap((id) => board.all.get(id)?.lock ?? []));
    return onStep(({ changed }) => {
      const mine = changed.filter(({ id }) => wanted.has(id));
      if (mine.length > 0) hear(mine);
    });
  }, [ids]);

  const trails = useMemo(
    () =>
      ids.flatMap((id, at) =>
        linesOf(joined(stored?.get(id) ?? [], told.get(id) ?? []), serverNow(), minutes).map((points, n) => ({
          id: `${id}-${n}`,
          points,
          look: `trail${at}` as TrackMark['look'] & string,
        })),
      ),
    [ids, stored, told, minutes],
  );
  return {
    ids,
    shown: ids.flatMap((id) => board.all.get(id) ?? []),
    minutes,
    setMinutes,
    follow,
    trails,
    places,
  };
};

/** One is gone along with; of several all are brought into view. */
const keep = (map: MapHandle, places: readonly [number, number][]): void => {
  const [only, ...more] = places;
  if (only && more.length === 0) map.fly(only);
  else map.fit(places);
};
