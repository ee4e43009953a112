import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { usePage } from '../page.ts';
import type { ResourceCalls, RowOf } from './resourceTypes.ts';
import type { List } from './useList.ts';

/** The rows the address asks for, kept fresh while they are looked at, and the record it has open. */
export const useResource = <R extends ResourceCalls>(of: R, { query, open }: List) => {
  const { active } = usePage();
  const queries = useQueryClient();
  const [paused, pause] = useState(false);
  const key = [of.list.path, query];
  const listed = useQuery({
    queryKey: key,
    // said once; while rows stand on the screen a failed refresh shows in their age
    queryFn: async () =>
      (await send(of.list, query, { quiet: queries.getQueryData(key) !== undefined })) as {
        rows: RowOf<R>[];
        total: number;
        totalIsAtLeast?: true;
      },
    placeholderData: keepPreviousData,
    refetchInterval: paused || !active ? false : 30_000,
    refetchOnWindowFocus: !paused,
  });
  const rows = listed.data?.rows;
  // by its id, wherever it stands in the list or whether it still does; its row serves until the answer is here
  const single = useQuery({
    queryKey: [of.detail.path, open.id],
    queryFn: async () => (await send(of.detail, { id: open.id }, { quiet: true })) as RowOf<R>,
    enabled: open.id !== null,
    refetchInterval: paused || !active ? false : 30_000,
    refetchOnWindowFocus: !paused,
  });
  const gone = single.error instanceof Refused;
  const record = gone || open.id === null ? undefined : (single.data ?? rows?.find((row) => row.id === open.id));
  const refresh = (): void => void listed.refetch();
  return {
    rows,
    total: listed.data?.total,
    totalIsAtLeast: listed.data?.totalIsAtLeast === true,
    error: listed.error,
    refresh,
    /** for `Freshness` */
    freshness: { at: listed.dataUpdatedAt, fetching: listed.isFetching, paused, pause, refresh },
    record,
    recordFailure: record ? null : single.error,
    /** says what was done, and fetches what it changed */
    changed: async (words: string): Promise<void> => {
      said(words);
      await Promise.all([
        queries.invalidateQueries({ queryKey: [of.list.path] }),
        queries.invalidateQueries({ queryKey: [of.detail.path] }),
      ]);
    },
  };
};
