import type { Call } from '@plomb/contract/kit/call';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/client.ts';
import { isAnswered } from '../../platform/queries.ts';
import { useSettings } from '../../platform/settings.ts';
import { usePage } from '../page.ts';
import type { Query } from './listQuery.ts';

export interface CursorPage<Row> {
  rows: Row[];
  more: boolean;
}
/** Of a list that is read by cursor, so many at once. */
const atOnce = 50;
/** A list read further than this is not read anew by itself: every refresh would fetch all of it. */
const fewPages = 3;
/** Rows that come by themselves while one scrolls; beyond, a button asks. */
export const mostByScrolling = 10_000;

const fromTheStart: Query = {};
const unlike = <Row extends { id: number }>(rows: readonly Row[]): Row[] => {
  const seen = new Set<number>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
};
const none = (): Query => ({});

/**
 * A list read by cursor, newest first: its rows so far, more of them, and the first ones again. `stood` is what its call
 * asks of the last row besides its id, where rows change their place meanwhile: one may then be read twice, and is shown
 * once.
 */
export const useCursorList = <Row extends { id: number }, Page extends CursorPage<Row> = CursorPage<Row>>(
  call: Call,
  query: Query,
  every: number | false,
  stood: (row: Row) => Query = none,
) => {
  const { active } = usePage();
  const queries = useQueryClient();
  const [paused, pause] = useState(false);
  // the server's words follow the language
  const lang = useSettings((s) => s.lang);
  const queryKey = [call.path, query, lang];
  const pages = queries.getQueryData<InfiniteData<Page, Query>>(queryKey)?.pages.length ?? 0;
  const held = paused || pages > fewPages;
  const found = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam }) =>
      (await send(
        call,
        { size: atOnce, ...query, ...pageParam },
        { quiet: pageParam === fromTheStart && isAnswered(queries, queryKey) },
      )) as Page,
    initialPageParam: fromTheStart,
    getNextPageParam: ({ more, rows }: Page) => {
      const last = rows.at(-1);
      return more && last ? { before: last.id, ...stood(last) } : undefined;
    },
    placeholderData: keepPreviousData,
    // held still it is not read anew by itself, but after a deed it is: what was done would stand there as not done
    refetchOnMount: !held,
    refetchOnWindowFocus: !held,
    refetchOnReconnect: !held,
    refetchInterval: held || !active ? false : every,
  });
  const rows = found.data && unlike(found.data.pages.flatMap((page) => page.rows));
  const more = (): void => {
    if (found.hasNextPage && !found.isFetching) void found.fetchNextPage();
  };
  /** the newest rows, and only those */
  const refresh = (): void => {
    queries.setQueryData<InfiniteData<Page, Query>>(queryKey, (now) =>
      now ? { pages: now.pages.slice(0, 1), pageParams: now.pageParams.slice(0, 1) } : now,
    );
    void found.refetch();
  };
  return {
    rows,
    /** the rows answer what was asked before */
    isOther: found.isPlaceholderData,
    first: found.data?.pages[0],
    error: found.error,
    hasMore: found.hasNextPage,
    loadingMore: found.isFetchingNextPage,
    more,
    onEnd: () => {
      if ((rows?.length ?? 0) < mostByScrolling) more();
    },
    refresh,
    /** for `Freshness` */
    freshness: {
      at: found.dataUpdatedAt,
      fetching: found.isFetching && !found.isFetchingNextPage,
      paused: held,
      pause: (on: boolean) => {
        pause(on);
        if (!on) refresh();
      },
      refresh,
    },
  };
};
