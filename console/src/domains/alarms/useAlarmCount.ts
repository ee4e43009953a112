import { calls } from '@plomb/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '../../platform/client.ts';
import { onLive } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';

const { list } = calls.alarms;

/** How many alarms nobody has processed yet; null = not known, or not this operator's business. */
export const useAlarmCount = (): number | null => {
  const allowed = useMay()(list);
  const alive = useSession((s) => s.expired === 'no');
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: [list.path, 'unprocessed'],
    queryFn: () => send(list, { status: 'unprocessed', size: 1 }, { quiet: true }),
    enabled: allowed && alive,
    refetchInterval: 60_000,
  });
  useEffect(() => {
    // an alarm that rises, is taken or processed changes the lists too
    const again = (): void => void queries.invalidateQueries({ queryKey: [list.path] });
    const unhear = [onLive('alarm', again), onLive('resync', again)];
    return () => {
      for (const u of unhear) u();
    };
  }, [queries]);
  return data?.unprocessed ?? null;
};
