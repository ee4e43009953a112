import type { InputOf, OutputOf } from '@plomb/contract/call';
import { calls } from '@plomb/contract/calls';
import { useQuery } from '@tanstack/react-query';
import { send } from '../../../platform/client.ts';
import { useSession } from '../../../platform/session.ts';

export type Role = OutputOf<typeof calls.roles.list>['rows'][number];

export interface RoleOptions extends OutputOf<typeof calls.roles.options> {
  /** what the form of a new role starts with: the person's own organisation */
  blank: Partial<InputOf<typeof calls.roles.add>>;
}

/** The roles and organisations in sight. */
export const useRoleOptions = (): RoleOptions => {
  const { data } = useQuery({
    queryKey: [calls.roles.options.path],
    queryFn: () => send(calls.roles.options, {}, { quiet: true }),
  });
  const orgId = useSession((s) => s.oper?.organization.id);
  return {
    roles: data?.roles ?? [],
    organizations: data?.organizations ?? [],
    blank: orgId === undefined ? {} : { org_id: orgId },
  };
};

interface TreeOption {
  value: number;
  title: string;
  /** stands beside the title, where titles alone may be alike */
  note?: string;
  disabled?: boolean;
  children: TreeOption[];
}
/** A flat list as the tree that a tree select shows; what hangs below nothing in sight stands at the top. */
export const treeOptions = <T extends { id: number }>(
  items: readonly T[],
  parentOf: (item: T) => number | null,
  titleOf: (item: T) => string,
  noteOf?: (item: T) => string,
): TreeOption[] => {
  const known = new Set(items.map((i) => i.id));
  const at = (parent: number | null): TreeOption[] =>
    items
      .filter((i) => {
        const above = parentOf(i);
        return (above !== null && known.has(above) ? above : null) === parent;
      })
      .map((i) => ({ value: i.id, title: titleOf(i), ...(noteOf && { note: noteOf(i) }), children: at(i.id) }));
  return at(null);
};
