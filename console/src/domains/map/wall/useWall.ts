import { alarms as alarmCalls } from '@plomb/contract/alarms/alarms';
import { approvalCalls } from '@plomb/contract/approvals/domain';
import { dashboardCalls } from '@plomb/contract/dashboard/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { calmly } from '../../../platform/calm.ts';
import { send } from '../../../platform/client.ts';
import { onLive, onOpened } from '../../../platform/live.ts';
import { useMay } from '../../../platform/may.ts';
import { type Part, usePart } from '../../../ui/usePart.ts';
import type { WallChoice } from './address.ts';
import { MOST_TURNS, type WallItem, wallItems } from './items.ts';

const { alarms: counted, orders: orderCall, fleet: fleetCall } = dashboardCalls.dashboard;
const often = { paused: false, every: 15_000 };
/** What an event of the live stream changes here. */
const heard = [
  ['alarm', [counted.path, alarmCalls.list.path]],
  ['command', [orderCall.path]],
] as const;

/** What a wall shows beside the locks themselves: the calls of the first page and of the queue of alarms, and no others. */
export const useWall = ({ org, severity }: WallChoice) => {
  const within = org === undefined ? {} : { org_id: org };
  const alarms = usePart(counted, within, often);
  const queue = usePart(
    alarmCalls.list,
    { status: 'unprocessed', order: 'urgency', size: MOST_TURNS, ...within, ...(severity && { severity }) },
    often,
  );
  const fleet = usePart(fleetCall, within, often);
  const orders = usePart(orderCall, within, often);
  const approvals = usePart(approvalCalls.approvals.waiting, {}, often);
  const may = useMay();
  // as the bell asks it: whether somebody has muted what would be heard
  useQuery({
    queryKey: [alarmCalls.count.path],
    queryFn: () => send(alarmCalls.count, {}, { quiet: true }),
    enabled: may(alarmCalls.count),
    refetchInterval: 60_000,
  });

  const queries = useQueryClient();
  useEffect(() => {
    const again = (paths: readonly string[]) => () => {
      // in a storm each request is let finish, or the figures would stand still
      for (const path of paths) void queries.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
    };
    const stops = heard.flatMap(([event, paths]) => {
      const { ask, stop } = calmly(again(paths), 3000);
      return [onLive(event, ask), onOpened(({ resumed }) => !resumed && ask()), stop];
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);

  const items = useMemo(
    (): WallItem[] =>
      wallItems(
        {
          alarms: queue?.data?.rows,
          silent: fleet?.data?.silent.rows,
          orders: orders?.data?.rows,
          // they are asked of a person, wherever the lock is
          approvals: org === undefined ? approvals?.data?.rows : undefined,
          battery: fleet?.data?.battery.rows,
        },
        severity,
      ),
    [queue?.data, fleet?.data, orders?.data, approvals?.data, org, severity],
  );
  const all: readonly (Part<unknown> | null)[] = [alarms, queue, fleet, orders, approvals];
  const parts = all.filter((part) => part !== null);
  /** what each thing was read by: it is as old as that */
  const readBy = { alarm: queue, silent: fleet, battery: fleet, order: orders, approval: approvals };
  const isNarrow = severity === 'critical';
  const counts = [
    isNarrow ? alarms?.data?.critical : alarms?.data?.unprocessed,
    ...(isNarrow ? [] : [fleet?.data?.silent.count, fleet?.data?.battery.count, orders?.data?.count]),
    ...(isNarrow || org !== undefined ? [] : [approvals?.data?.count]),
  ];
  /** all that need somebody, of which the first take turns */
  const total = Math.max(
    items.length,
    counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
  );
  return { alarms, fleet, items, total, parts, readBy };
};

/** A part that was to be asked for again long ago is old, whatever it says. */
const OVERDUE = 90_000;
/** Since when a part may be old, ms since 1970 by this computer's clock; null: it is as of now. 0: it was never known. */
export const oldSince = (part: Part<unknown> | null, now: number, online: boolean): number | null => {
  if (part === null) return 0;
  const { data, error, at } = part;
  if (data === undefined) return error ? 0 : null;
  return error || !online || now - at > OVERDUE ? at : null;
};
