import type { Call } from '@plomb/contract/kit/call';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { isAnswered } from '../../platform/queries.ts';
import { useSettings } from '../../platform/settings.ts';
import { changedAddress, type Query } from '../../ui/list/listQuery.ts';
import { type List, useList } from '../../ui/list/useList.ts';
import { usePage } from '../../ui/page.ts';

/** A number by which a table knows a record, whose own name is a text. */
export const idOf = (key: string): number => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const sign of key) {
    const code = sign.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return 1 + (high >>> 0) * 0x100000 + ((low >>> 0) & 0xfffff);
};

export interface Keyed {
  key: string;
}
export type Shown<R> = R & { id: number };

/** The beginning of today, where the address names no time. */
export const windowOf = ({ from, to }: Query, now: number): { from: string | undefined; to: string | undefined } => ({
  from: typeof from === 'string' ? from : typeof to === 'string' ? undefined : dayjs(now).startOf('day').toISOString(),
  to: typeof to === 'string' ? to : undefined,
});

interface Page<R> {
  rows: R[];
  next: string | null;
}

/**
 * A page of records by its address: the filters, the time, behind which record it goes on, and which is open by its own key.
 * Pages are stepped through and not put one below the other: what is old is as near as what is new.
 */
export const useRecordList = <R extends Keyed>(call: Call, every: number) => {
  const { active } = usePage();
  const [address, setAddress] = useSearchParams();
  const plain = useList(call);
  const lang = useSettings((s) => s.lang);
  const [paused, pause] = useState(false);
  // behind what the pages before this one began, as far as they were walked through here
  const [walked, walk] = useState<(string | undefined)[]>([]);
  const { before, ...filter } = plain.query;
  const window = windowOf(filter, serverNow());
  const asked = { size: 50, ...filter, ...window, ...(before ? { before } : {}) };
  const held = paused || before !== undefined || typeof filter.to === 'string';
  const queries = useQueryClient();
  const queryKey = [call.path, asked, lang];
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await send(call, asked, { signal, quiet: isAnswered(queries, queryKey) })) as Page<R>,
    placeholderData: keepPreviousData,
    refetchInterval: held || !active ? false : every,
  });
  const rows = useMemo(() => found.data?.rows.map((row): Shown<R> => ({ ...row, id: idOf(row.key) })), [found.data]);
  const key = address.get('key');
  const list: List = {
    ...plain,
    change(changes) {
      if (!('before' in changes)) walk([]);
      plain.change('before' in changes ? changes : { ...changes, before: undefined });
    },
    reset() {
      walk([]);
      plain.reset();
    },
    goTo(to) {
      walk([]);
      plain.goTo(to);
    },
    open: { id: key === null ? null : idOf(key), edit: null },
    show({ id }) {
      const next = rows?.find((row) => row.id === id)?.key;
      setAddress((now) => changedAddress(now, { key: next }));
    },
    hrefOf: (id) => `?${changedAddress(address, { key: rows?.find((row) => row.id === id)?.key })}`,
  };
  const next = found.data?.next ?? null;
  return {
    list,
    rows,
    key,
    window,
    filter: { ...filter, ...window },
    isOther: found.isPlaceholderData,
    error: found.error,
    /** the end it was looked through to, where the answer had no time for more */
    lookedTo: next !== null && !next.includes('~') ? next : null,
    older:
      next === null
        ? null
        : () => {
            walk((now) => [...now, before as string | undefined]);
            list.change({ before: next });
          },
    newer:
      before === undefined
        ? null
        : () => {
            walk((now) => now.slice(0, -1));
            list.change({ before: walked.at(-1) });
          },
    goTo: (time: string) => {
      walk((now) => [...now, before as string | undefined]);
      list.change({ before: time });
    },
    freshness: {
      at: found.dataUpdatedAt,
      fetching: found.isFetching,
      paused: held,
      pause: (on: boolean) => {
        pause(on);
        if (!on && before !== undefined) list.change({ before: undefined });
      },
      refresh: () => void found.refetch(),
    },
  };
};
