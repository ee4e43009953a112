import { alarms } from '@plomb/contract/alarms';
import { type Command, locks } from '@plomb/contract/locks';
import { type InfiniteData, type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { calmly } from '../../platform/calm.ts';
import { send } from '../../platform/client.ts';
import { onLive, onOpened } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { further } from './stepper.ts';
import type { Fetched, SourceName } from './timeline.ts';

const size = 20;
interface Row {
  id: number;
}
const older = ({ rows, more }: Fetched<Row>): number | null => (more ? (rows.at(-1)?.id ?? null) : null);
const from = (before: number | null) => (before === null ? { size } : { size, before });
const start: number | null = null;

const all = <T>(data: InfiniteData<Fetched<T>, unknown> | undefined): Fetched<T> => ({
  rows: data?.pages.flatMap((p) => p.rows) ?? [],
  more: data?.pages.at(-1)?.more ?? false,
});

type Pages = InfiniteData<Fetched<Command>, number | null>;
/** Puts a command into what was fetched: in its place, or, being new, first. */
export const withCommand = (pages: Pages, command: Command): Pages => {
  const known = pages.pages.some((p) => p.rows.some((c) => c.id === command.id));
  return {
    ...pages,
    pages: pages.pages.map((page, at) => ({
      ...page,
      rows: known
        ? page.rows.map((c) => (c.id === command.id ? further(c, command) : c))
        : at === 0
          ? [command, ...page.rows]
          : page.rows,
    })),
  };
};

const commandsKey = (deviceId: number) => [locks.commands.path, deviceId] as const;

/** A command that was just made or changed, wherever the news came from. */
export const putCommand = (queries: QueryClient, command: Command): void => {
  queries.setQueryData<Pages>(commandsKey(command.device_id), (pages) => pages && withCommand(pages, command));
};

/**
 * What happened with one lock: its events, commands and alarms, fetched by pages and kept current by the stream.
 * `mark` changes when the lock's present does; then its latest events are fetched again.
 */
export const useHistory = (deviceId: number, mark: string) => {
  const queries = useQueryClient();
  const seesAlarms = useMay()(alarms.list);
  const events = useInfiniteQuery({
    queryKey: [locks.events.path, deviceId],
    queryFn: ({ pageParam, signal }) =>
      send(locks.events, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    initialPageParam: start,
    getNextPageParam: older,
  });
  const commands = useInfiniteQuery({
    queryKey: commandsKey(deviceId),
    queryFn: ({ pageParam, signal }) =>
      send(locks.commands, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    initialPageParam: start,
    getNextPageParam: older,
  });
  const raised = useInfiniteQuery({
    queryKey: [alarms.list.path, 'lock', deviceId],
    queryFn: ({ pageParam, signal }) =>
      send(alarms.list, { device_id: deviceId, ...from(pageParam) }, { quiet: true, signal }),
    initialPageParam: start,
    getNextPageParam: older,
    enabled: seesAlarms,
  });

  useEffect(() => {
    const again = (path: string): void =>
      void queries.invalidateQueries({ queryKey: [path, deviceId] }, { cancelRefetch: false });
    const alarmsAgain = calmly(
      () =>
        void queries.invalidateQueries({ queryKey: [alarms.list.path, 'lock', deviceId] }, { cancelRefetch: false }),
      3000,
    );
    const unhear = [
      onLive('command', ({ command }) => {
        if (command.device_id === deviceId) putCommand(queries, command);
      }),
      onLive('alarm', ({ alarm }) => {
        if (alarm.device_id === deviceId) alarmsAgain.ask();
      }),
      onOpened(({ resumed }) => {
        if (resumed) return;
        again(locks.events.path);
        again(locks.commands.path);
        alarmsAgain.ask();
      }),
    ];
    return () => {
      for (const u of unhear) u();
      alarmsAgain.stop();
    };
  }, [queries, deviceId]);
  // the mark it opened with belongs to the events that are being fetched already
  const fetched = useRef(mark);
  useEffect(() => {
    if (fetched.current === mark) return;
    fetched.current = mark;
    void queries.invalidateQueries({ queryKey: [locks.events.path, deviceId] });
  }, [queries, deviceId, mark]);

  const lists = { events, commands, alarms: raised };
  return {
    sources: { events: all(events.data), commands: all(commands.data), alarms: all(raised.data) },
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
