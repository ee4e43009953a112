import { onMap } from '@plomb/contract/map/onMap';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../../platform/client.ts';
import type { Organisation } from '../../ui/organisationNodes.ts';
import type { Choice } from './ChoiceChip.tsx';

/** An organisation and all below it. */
export const below = (organisations: readonly Organisation[], org: number): ReadonlySet<number> => {
  const children = Map.groupBy(organisations, ({ parent_id }) => parent_id);
  const all = new Set([org]);
  for (const id of all) for (const child of children.get(id) ?? []) all.add(child.id);
  return all;
};

/** As a tree is read, each with its depth; what has no parent here is a top. */
export const asChoices = (organisations: readonly Organisation[]): Choice<number>[] => {
  const known = new Set(organisations.map(({ id }) => id));
  const children = Map.groupBy(organisations, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  );
  const choices: Choice<number>[] = [];
  const put = (parent: number | null, depth: number): void => {
    for (const { id, org_name } of children.get(parent) ?? []) {
      choices.push({ value: id, label: org_name, depth });
      put(id, depth + 1);
    }
  };
  put(null, 0);
  return choices;
};

/** The organisations that the map may be narrowed to, and which of them the chosen one stands for; null: all. */
export const useMapOrganisations = (
  org: number | null,
): { choices: readonly Choice<number>[]; orgs: ReadonlySet<number> | null } => {
  const { data } = useQuery({
    queryKey: [onMap.organisations.path],
    queryFn: ({ signal }) => send(onMap.organisations, {}, { quiet: true, signal }),
    staleTime: 5 * 60_000,
  });
  const choices = useMemo(() => asChoices(data?.organisations ?? []), [data]);
  const orgs = useMemo(() => (org === null ? null : below(data?.organisations ?? [], org)), [data, org]);
  return { choices, orgs };
};
