import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { usePage } from '../page.ts';
import type { ResourceCalls, RowOf } from '../ResourcePage.tsx';
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
  const opened = rows?.find((row) => row.id === (open.edit === 'new' ? null : (open.edit ?? open.id)));
  const wanted = typeof open.edit === 'number' ? open.edit : open.id;
  const single = useQuery({
    queryKey: [of.detail.path, wanted],
    queryFn: async () => (await send(of.detail, { id: wanted }, { quiet: true })) as RowOf<R>,
    enabled: wanted !== null && rows !== undefined && opened === undefined,
  });
  const record = opened ?? (wanted === null ? undefined : single.data);
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
