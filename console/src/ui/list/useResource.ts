import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { isAnswered } from '../../platform/queries.ts';
import { usePage } from '../page.ts';
import type { ListCalls, RowOf } from './resourceTypes.ts';
import type { List } from './useList.ts';
import { useRecord } from './useRecord.ts';

const every = 30_000;

/** The rows the address asks for, kept fresh while they are looked at, and the record it has open. */
export const useResource = <R extends ListCalls>(of: R, { query, open }: List) => {
  const { active } = usePage();
  const queries = useQueryClient();
  const [paused, pause] = useState(false);
  const interval = paused || !active ? false : every;
  const key = [of.list.path, query];
  const listed = useQuery({
    queryKey: key,
    // once rows stand on the screen, or why there are none, a failure shows there
    queryFn: async () =>
      (await send(of.list, query, { quiet: isAnswered(queries, key) })) as {
        rows: RowOf<R>[];
        total: number;
        totalIsAtLeast?: true;
      },
    placeholderData: keepPreviousData,
    refetchInterval: interval,
    refetchOnWindowFocus: !paused,
  });
  const rows = listed.data?.rows;
  const { record, failure } = useRecord(of, open.id, { rows, at: listed.dataUpdatedAt }, interval);
  const refresh = (): void => void listed.refetch();
  return {
    rows,
    total: listed.data?.total,
    totalIsAtLeast: listed.data?.totalIsAtLeast === true,
    /** the rows answer what was asked before */
    isOther: listed.isPlaceholderData,
    error: listed.error,
    refresh,
    /** for `Freshness` */
    freshness: { at: listed.dataUpdatedAt, fetching: listed.isFetching, paused, pause, refresh },
    record,
    recordFailure: failure,
    changed: useChanged(of),
  };
};

/** Says what was done, and fetches what it changed. */
export const useChanged = (of: ListCalls): ((words: string) => Promise<void>) => {
  const queries = useQueryClient();
  return async (words) => {
    said(words);
    await Promise.all([of.list, of.detail].map((call) => call && queries.invalidateQueries({ queryKey: [call.path] })));
  };
};
