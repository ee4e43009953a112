import { deviceCalls } from '@plomb/contract/devices/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQueryClient } from '@tanstack/react-query';
import { said } from '../../../platform/notices.ts';

/** Says that something was changed and fetches whatever shows organisations. */
export const useChanged = (): ((words: string) => Promise<void>) => {
  const queries = useQueryClient();
  const { organisations, operators } = systemCalls;
  const { devices } = deviceCalls;
  const shown = [organisations.list, organisations.options, operators.options, devices.options];
  return async (words) => {
    said(words);
    await Promise.all(shown.map((call) => queries.invalidateQueries({ queryKey: [call.path] })));
  };
};
