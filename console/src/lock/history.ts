import { alarms } from '@plomb/contract/alarms/alarms';
import type { Command } from '@plomb/contract/lock/command';
import type { MapLock } from '@plomb/contract/map/map';
import { orders } from '@plomb/contract/orders/orders';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { anew } from '../platform/anew.ts';
import { send } from '../platform/client.ts';
import { onLive, onOpened } from '../platform/live.ts';
import { useMay } from '../platform/may.ts';
import { further } from './stepper.ts';
import type { Fetched, SourceName } from './timeline.ts';

const size = 20;
interface Row {
  id: number;
}
const older = ({ rows, more }: Fetched<Row>): number | null => (more ? (rows.at(-1)?.id ?? null) : null);
const from = (before: number | null) => (before === null ? { size } : { size, before });
const start: number | null = null;
/** Never fresh: what happened while nobody listened here is not known, however short that was. */
const pagesFrom = { initialPageParam: start, getNextPageParam: older, staleTime: 0 };

const all = <T>(data: InfiniteData<Fetched<T>, unknown> | undefined): Fetched<T> => ({
  rows: data?.pages.flatMap((p) => p.rows) ?? [],
  more: data?.pages.at(-1)?.more ?? false,
});

interface Orders extends Fetched<Command> {
  standing: readonly Command[];
}
type Pages = InfiniteData<Orders, number | null>;
/** The stream tells what became of a command in the order it became so: the last word stands, also one that takes a proof back. */
const asTold = (_: Command, told: Command): Command => told;
/**
 * Puts a command into what was fetched: in its place, where `which` stays of the two, or, being new, first. One that is
 * older than what was fetched has no place there.
 */
export const withCommand = (pages: Pages, command: Command, which = asTold): Pages => {
  const put = (rows: readonly Command[]): Command[] => rows.map((c) => (c.id === command.id ? which(c, command) : c));
  const newest = pages.pages[0]?.rows[0]?.id ?? 0;
  return {
    ...pages,
    pages: pages.pages.map((page, at) => ({
      ...page,
      rows: at === 0 && command.id > newest ? [command, ...page.rows] : put(page.rows),
      standing: put(page.standing),
    })),
  };
};

/** The orders that were fetched and those that stand out of all there are, newest first. */
const together = (pages: readonly Orders[]): Command[] => {
  const orders = new Map(pages.flatMap(({ rows, standing }) => [...standing, ...rows]).map((c) => [c.id, c]));
  return [...orders.values()].sort((a, b) => b.id - a.id);
};

const eventsKey = (deviceId: number) => [orders.events.path, deviceId] as const;
const commandsKey = (deviceId: number) => [orders.commands.path, deviceId] as const;
const alarmsKey = (deviceId: number) => [alarms.list.path, 'lock', deviceId] as const;

/** Of all orders of a lock the newest, and those that wait, are out or in doubt. */
const useOrders = (deviceId: number, enabled: boolean) =>
  useInfiniteQuery({
    queryKey: commandsKey(deviceId),
    queryFn: ({ pageParam, signal }) =>
      send(orders.commands, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    ...pagesFrom,
    enabled,
  });
/** The same as the lock's history beside it has them: whoever is about to give one asks for nothing. */
export const useKnownOrders = (deviceId: number): readonly Command[] => {
  const { data } = useOrders(deviceId, false);
  return useMemo(() => together(data?.pages ?? []), [data]);
};

const put = (queries: QueryClient, command: Command, which: typeof asTold): void => {
  queries.setQueryData<Pages>(commandsKey(command.device_id), (pages) => pages && withCommand(pages, command, which));
};
/** What the server answered who made or changed a command: the stream may have told more of it already. */
export const putCommand = (queries: QueryClient, command: Command): void => put(queries, command, further);

/** Milliseconds between two fetches of one list. */
const CALM = 3000;

/**
 * What happened with one lock: its events, commands and alarms, fetched by pages and kept current by the stream. The
 * stream tells no events: they are fetched again when the lock is heard, and when an alarm or a command changes. A word
 * told late may be all that came, change nothing of the present, and have earlier ones judged anew.
 */
export const useHistory = (
  lock: Pick<MapLock, 'id' | 'seen_time' | 'lock_status' | 'lock_since' | 'fault' | 'alarm'>,
) => {
  const deviceId = lock.id;
  const mark = [lock.seen_time, lock.lock_status, lock.lock_since, lock.fault, lock.alarm].join();
  const queries = useQueryClient();
  const seesAlarms = useMay()(alarms.list);
  const events = useInfiniteQuery({
    queryKey: eventsKey(deviceId),
    queryFn: ({ pageParam, signal }) =>
      send(orders.events, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    ...pagesFrom,
  });
  const commands = useOrders(deviceId, true);
  const raised = useInfiniteQuery({
    queryKey: alarmsKey(deviceId),
    queryFn: ({ pageParam, signal }) =>
      send(alarms.list, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    ...pagesFrom,
    enabled: seesAlarms,
  });

  const eventsAnew = useRef<() => void>(null);
  useEffect(() => {
    const lists = {
      events: anew(queries, eventsKey(deviceId), CALM),
      commands: anew(queries, commandsKey(deviceId), CALM),
      alarms: anew(queries, alarmsKey(deviceId), CALM),
    };
    eventsAnew.current = lists.events.ask;
    const unhear = [
      onLive('command', ({ command }) => {
        if (command.device_id !== deviceId) return;
        put(queries, command, asTold);
        lists.commands.behind();
        lists.events.ask();
      }),
      onLive('alarm', ({ alarm }) => {
        if (alarm.device_id !== deviceId) return;
        lists.alarms.ask();
        lists.events.ask();
      }),
      onOpened(({ resumed }) => {
        if (resumed) return;
        for (const list of Object.values(lists)) list.ask();
      }),
    ];
    return () => {
      for (const u of unhear) u();
      for (const list of Object.values(lists)) list.stop();
    };
  }, [queries, deviceId]);
  const fetched = useRef(mark);
  useEffect(() => {
    if (fetched.current === mark) return;
    fetched.current = mark;
    eventsAnew.current?.();
  }, [mark]);

  const lists = { events, commands, alarms: raised };
  const orderPages = commands.data?.pages;
  const given = useMemo(() => together(orderPages ?? []), [orderPages]);
  return {
    sources: { events: all(events.data), commands: all(commands.data), alarms: all(raised.data) },
    /** also those that newer ones have driven off the pages: what waits, is out or in doubt */
    orders: given,
    ordersKnown: commands.data !== undefined,
    ordersError: commands.error,
    loading: events.isPending || commands.isPending,
    failed: events.isError || commands.isError,
    fetchingOlder: Object.values(lists).some((l) => l.isFetchingNextPage),
    fetchOlder: (names: readonly SourceName[]): void => {
      for (const name of names) void lists[name].fetchNextPage();
    },
    retry: (): void => {
      for (const list of Object.values(lists)) if (list.isError) void list.refetch();
    },
  };
};
export type History = ReturnType<typeof useHistory>;
