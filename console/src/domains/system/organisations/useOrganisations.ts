import { calls } from '@plomb/contract/calls';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import { said } from '../../../platform/notices.ts';
import { type Branch, treeOf } from './tree.ts';

const key = [calls.organisations.list.path];
const fetchTree = async (): Promise<Branch[]> =>
  treeOf((await send(calls.organisations.list, {}, { quiet: true })).rows);

/** Every organisation in sight, as a tree: one answer serves the list, the record beside it and the forms. */
export const useOrganisations = (refresh: number | false = false) =>
  useQuery({ queryKey: key, queryFn: fetchTree, refetchInterval: refresh });

/** Says that something was changed and fetches whatever shows organisations. */
export const useChanged = (): ((words: string) => Promise<void>) => {
  const queries = useQueryClient();
  const { organisations, operators, devices } = calls;
  const shown = [organisations.list, organisations.options, operators.options, devices.options];
  return async (words) => {
    said(words);
    await Promise.all(shown.map((call) => queries.invalidateQueries({ queryKey: [call.path] })));
  };
};
