import { logisticsCalls } from '@plomb/contract/logistics/domain';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/client.ts';

const { limits } = logisticsCalls.logisticsBatches;

/** What new plans begin with; undefined: not read yet. */
export const useUsualLimits = () =>
  useQuery({
    queryKey: [limits.path],
    queryFn: ({ signal }) => send(limits, {}, { quiet: true, signal }),
    staleTime: 60_000,
  }).data;
