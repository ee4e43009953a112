import { alarms } from '@plomb/contract/alarms/alarms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { calmly } from '../../platform/calm.ts';
import { send } from '../../platform/client.ts';
import { onLive, onOpened } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';

const { list, count, tally } = alarms;

/** Milliseconds: in a storm of alarms the counts are fetched this often, and each of these requests is let finish. */
const CALM = 3000;

export interface AlarmCount {
  unprocessed: number;
  critical: number;
  locks: number;
  /** alarms are not heard until then, and why */
  mute: { until_time: string; reason: string } | null;
  /** ms since 1970, by this computer's clock: when it was last known; the present unless the last attempt failed */
  at: number;
  failed: boolean;
}

/** How many alarms somebody has to deal with. `null`: this operator sees none; `undefined`: not known yet, nor failed. */
export const useAlarmCount = (): AlarmCount | null | undefined => {
  const allowed = useMay()(list);
  const alive = useSession((s) => s.expired === 'no');
  const queries = useQueryClient();
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: [count.path],
    queryFn: () => send(count, {}, { quiet: true }),
    enabled: allowed && alive,
    refetchInterval: 60_000,
  });
  useEffect(() => {
    // an alarm that rises, is taken or processed changes the lists too
    const { ask, stop } = calmly(() => {
      for (const path of [count.path, list.path, tally.path])
        void queries.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false });
    }, CALM);
    const unhear = [onLive('alarm', ask), onOpened(({ resumed }) => !resumed && ask())];
    return () => {
      for (const u of unhear) u();
      stop();
    };
  }, [queries]);
  if (!allowed) return null;
  if (data) return { ...data, at: dataUpdatedAt, failed: isError };
  return isError ? { unprocessed: 0, critical: 0, locks: 0, mute: null, at: 0, failed: true } : undefined;
};
