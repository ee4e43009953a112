import { deviceCalls } from '@plomb/contract/devices/domain';
import { useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';

/** What the filters and the form of devices offer. */
export const useDeviceOptions = () =>
  useQuery({
    queryKey: [deviceCalls.devices.options.path],
    queryFn: () => send(deviceCalls.devices.options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
