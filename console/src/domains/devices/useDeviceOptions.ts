import { calls } from '@plomb/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../platform/client.ts';

/** What the filters and the form of devices offer. */
export const useDeviceOptions = () =>
  useQuery({
    queryKey: [calls.devices.options.path],
    queryFn: () => send(calls.devices.options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
