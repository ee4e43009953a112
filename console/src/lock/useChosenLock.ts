import type { LockPatch } from '@plomb/contract/live/live';
import type { Connection } from '@plomb/contract/lock/connection';
import { connectionFactsOf, connectionOf } from '@plomb/contract/lock/connection';
import { type FleetLock, type MapLock, map } from '@plomb/contract/map/map';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { Refused } from '../platform/answer.ts';
import { send } from '../platform/client.ts';
import { isCovered, onLive, onOpened, wantLocks } from '../platform/live.ts';
import { covers } from '../platform/liveWants.ts';
import { useNow } from '../platform/time.ts';
import { learnLock } from './liveLocks.ts';

/** The lock as the server has it now; what the stream says while it is asked for is newer than the answer. */
const askFor = async (id: number, signal: AbortSignal): Promise<MapLock> => {
  const news: LockPatch[] = [];
  const unhear = onLive('locks', ({ locks }) => news.push(...locks.filter((patch) => patch.id === id)));
  try {
    return Object.assign(await send(map.lock, { id }, { quiet: true, signal }), ...news) as MapLock;
  } finally {
    unhear();
  }
};

/** Milliseconds after which a lock is asked of the stream, which is opened anew for it: who steps through a list opens many. */
const RESTS = 200;

/**
 * One lock with everything its panel shows: fetched once, then kept current by the stream. What a list beside it knows too
 * is taken from the list, so that the two never contradict each other.
 */
export const useChosenLock = (
  id: number,
  shown: { lock: FleetLock; connection: Connection } | null,
  /** whether it is asked for at all: who may not see it on the map asks in vain */
  follows = true,
) => {
  const queries = useQueryClient();
  const now = useNow();
  const queryKey = useMemo(() => [map.lock.path, id], [id]);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => askFor(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    enabled: follows,
  });
  useEffect(() => {
    if (!follows) return;
    let letGo = (): void => {};
    const timer = setTimeout(() => {
      letGo = wantLocks({ all: false, ids: [id], open: [id] });
    }, RESTS);
    return () => {
      clearTimeout(timer);
      letGo();
    };
  }, [id, follows]);
  useEffect(() => {
    if (!follows) return;
    const mine = { all: false, ids: [id] };
    let brought = isCovered(mine);
    const again = (): void => void queries.invalidateQueries({ queryKey });
    const gone = new AbortController();
    // commands come at once, and locks once a second where the stream does not know yet that one is open: what a command has proved is shown with it, not after it
    const learn = async (): Promise<void> => {
      try {
        const lock = await askFor(id, gone.signal);
        queries.setQueryData<MapLock>(queryKey, lock);
        learnLock(lock);
      } catch {
        // the stream brings it a moment later
      }
    };
    const unhear = [
      onLive('command', ({ command }) => {
        if (command.device_id === id && command.evidence !== null) void learn();
      }),
      onLive('locks', ({ locks, removed }) => {
        // it left one's sight, or only moved in it: the answer says which
        if (removed.includes(id)) again();
        const patch = locks.find((l) => l.id === id);
        if (patch) queries.setQueryData<MapLock>(queryKey, (lock) => lock && ({ ...lock, ...patch } as MapLock));
      }),
      onOpened(({ covers: brings, resumed }) => {
        // also one that goes on where it stopped brought nothing of this lock before it was asked to
        if (!resumed || !brought) again();
        brought = covers(brings, mine);
      }),
    ];
    // what was told while nobody listened
    again();
    return () => {
      gone.abort();
      for (const u of unhear) u();
    };
  }, [queries, queryKey, id, follows]);

  const lock = useMemo(() => (data ? { ...data, ...shown?.lock } : null), [data, shown]);
  const connection: Connection = shown?.connection ?? (lock ? connectionOf(now, connectionFactsOf(lock)) : 'offline');
  const missing = error instanceof Refused && error.sign === 'notFound';
  return {
    lock: missing ? null : lock,
    connection,
    missing,
    failed: error !== null && !lock && !missing,
    again: () => void refetch(),
  };
};
