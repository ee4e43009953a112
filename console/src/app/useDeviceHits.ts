import { deviceCalls } from '@plomb/contract/devices/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { useSettled } from '../ui/useSettled.ts';

const pause = 200;

/** Devices whose serial number or name contains the text: asked for when the typing pauses, and only who may list them. */
export const useDeviceHits = (text: string) => {
  const may = useMay()(deviceCalls.devices.list);
  const keyword = useSettled(text.trim(), pause);
  const { data, isFetching } = useQuery({
    queryKey: [deviceCalls.devices.list.path, 'search', keyword],
    queryFn: ({ signal }) => send(deviceCalls.devices.list, { keyword, page: 1, size: 10 }, { quiet: true, signal }),
    enabled: may && keyword.length >= 2,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const wanted = may && text.trim().length >= 2;
  return {
    devices: wanted && keyword !== '' ? (data?.rows ?? []) : [],
    busy: wanted && (isFetching || keyword !== text.trim()),
  };
};
