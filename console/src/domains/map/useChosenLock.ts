import { connectionOf } from '@plomb/contract/connection';
import type { Connection } from '@plomb/contract/devices';
import type { LockPatch } from '@plomb/contract/live';
import { type MapLock, map } from '@plomb/contract/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { onLive, onOpened, wantLocks } from '../../platform/live.ts';
import { learnLock } from '../../platform/liveLocks.ts';
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
    const gone = new AbortController();
    /** what the stream says while the lock is asked for: newer than the answer */
    const asking = new Set<LockPatch[]>();
    // commands come at once and locks once a second: what a command has proved is shown with it, not after it
    const learn = async (): Promise<void> => {
      const news: LockPatch[] = [];
      asking.add(news);
      try {
        const found = await send(map.lock, { id }, { quiet: true, signal: gone.signal });
        const lock = Object.assign(found, ...news) as MapLock;
        queries.setQueryData<MapLock>(queryKey, lock);
        learnLock(lock);
      } catch {
        // the stream brings it a moment later
      } finally {
        asking.delete(news);
      }
    };
    const unhear = [
      onLive('command', ({ command }) => {
        if (command.device_id === id && command.evidence !== null) void learn();
      }),
      onLive('locks', ({ locks }) => {
        const patch = locks.find((l) => l.id === id);
        if (patch) for (const news of asking) news.push(patch);
        if (patch) queries.setQueryData<MapLock>(queryKey, (lock) => lock && ({ ...lock, ...patch } as MapLock));
      }),
      onOpened(({ resumed }) => {
        if (!resumed) again();
      }),
    ];
    // what was told while nobody listened
    again();
    return () => {
      gone.abort();
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
