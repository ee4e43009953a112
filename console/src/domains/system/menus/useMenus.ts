import { calls } from '@plomb/contract/calls';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import { said } from '../../../platform/notices.ts';
import type { Query } from '../../../ui/list/listQuery.ts';
import { treeOf } from './tree.ts';

/** The menus that the filter asks for, as a tree. */
export const useMenus = (query: Query, refresh: number | false) =>
  useQuery({
    queryKey: [calls.menuAdmin.list.path, query],
    queryFn: async () => {
      const { rows, total, editable } = await send(calls.menuAdmin.list, query, { quiet: true });
      return { tree: treeOf(rows), total, editable };
    },
    placeholderData: keepPreviousData,
    refetchInterval: refresh,
  });

/** Says that something was changed and fetches whatever shows menus. */
export const useChanged = (): ((words: string) => Promise<void>) => {
  const queries = useQueryClient();
  return async (words) => {
    said(words);
    for (const call of [calls.menuAdmin.list, calls.roles.grants])
      await queries.invalidateQueries({ queryKey: [call.path] });
  };
};
