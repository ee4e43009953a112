import { systemCalls } from '@plomb/contract/system/domain';
import { useQueryClient } from '@tanstack/react-query';
import { said } from '../../../platform/notices.ts';

/** Says that something was changed and fetches whatever shows menus. */
export const useChanged = (): ((words: string) => Promise<void>) => {
  const queries = useQueryClient();
  return async (words) => {
    said(words);
    for (const call of [systemCalls.menus.list, systemCalls.roles.grants])
      await queries.invalidateQueries({ queryKey: [call.path] });
  };
};
