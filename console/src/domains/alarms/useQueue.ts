import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarmCalls } from '@plomb/contract/alarms/domain';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { usePage } from '../../ui/page.ts';

const { list, tally } = alarmCalls.alarms;
/** Rows at once: what a screen shows several times over. */
const ATONCE = 100;

export interface QueueFilter {
  owner?: 'mine' | 'unclaimed';
  kind?: Alarm['kind'];
}

interface Behind {
  before?: number;
  stood?: Alarm['severity'];
}
const start: Behind = {};

/** What waits, the most severe first, then the longest waiting; kept current by the stream (useAlarmCount). */
export const useQueue = (filter: QueueFilter) => {
  const { active } = usePage();
  const found = useInfiniteQuery({
    queryKey: [list.path, 'queue', filter],
    queryFn: ({ pageParam, signal }) =>
      send(list, { status: 'unprocessed', size: ATONCE, ...filter, ...pageParam }, { quiet: true, signal }),
    initialPageParam: start,
    getNextPageParam: ({ more, rows }) => {
      const last = rows.at(-1);
      return more && last ? { before: last.id, stood: last.severity } : undefined;
    },
    placeholderData: keepPreviousData,
    refetchInterval: active ? 30_000 : false,
  });
  const rows = useMemo(() => {
    const all = found.data?.pages.flatMap((page) => page.rows) ?? [];
    // one that moved meanwhile is read twice
    return [...new Map(all.map((row) => [row.id, row])).values()];
  }, [found.data]);
  return { ...found, rows };
};

/** The figures of the queue, and of what was done today. */
export const useTally = () => {
  const { active } = usePage();
  const since = dayjs(serverNow()).startOf('day').toISOString();
  return useQuery({
    queryKey: [tally.path, since],
    queryFn: ({ signal }) => send(tally, { since }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: active ? 30_000 : false,
  });
};
