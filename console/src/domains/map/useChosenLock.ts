import { connectionOf } from '@plomb/contract/connection';
import type { Connection } from '@plomb/contract/devices';
import { type MapLock, map } from '@plomb/contract/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { onLive, onOpened, wantLocks } from '../../platform/live.ts';
import { useNow } from '../../platform/time.ts';
import type { Shown } from './board.ts';

/**
 * One lock with everything its panel shows: fetched once, then kept current by the stream. What the list knows too is
 * taken from the list, so that the two never contradict each other.
 */
export const useChosenLock = (id: number, shown: Shown | null) => {
  const queries = useQueryClient();
  const now = useNow();
  const queryKey = useMemo(() => [map.lock.path, id], [id]);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => send(map.lock, { id }, { quiet: true, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
  useEffect(() => wantLocks({ all: false, ids: [id] }), [id]);
  useEffect(() => {
    const again = (): void => void queries.invalidateQueries({ queryKey });
    const unhear = [
      onLive('locks', ({ locks }) => {
        const patch = locks.find((l) => l.id === id);
        if (patch) queries.setQueryData<MapLock>(queryKey, (lock) => lock && ({ ...lock, ...patch } as MapLock));
      }),
      onOpened(({ resumed }) => {
        if (!resumed) again();
      }),
    ];
    // what was told while nobody listened
    again();
    return () => {
      for (const u of unhear) u();
    };
  }, [queries, queryKey, id]);

  const lock = useMemo(() => (data ? { ...data, ...shown?.lock } : null), [data, shown]);
  const connection: Connection =
    shown?.connection ??
    (lock
      ? connectionOf(now, {
          connected: lock.connected,
          seen: lock.seen_time === null ? null : Date.parse(lock.seen_time),
          reportInterval: lock.report_interval,
          sleepInterval: lock.sleep_interval,
        })
      : 'offline');
  const missing = error instanceof Refused && error.sign === 'notFound';
  return {
    lock: missing ? null : lock,
    connection,
    missing,
    failed: error !== null && !lock && !missing,
    again: () => void refetch(),
  };
};
