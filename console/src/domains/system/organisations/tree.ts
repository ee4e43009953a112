import { finds } from '@plomb/contract/kit/search';
import type { Organisation } from '@plomb/contract/system/organisations/organisations';
import type { Query } from '../../../ui/list/listQuery.ts';
import { branchOf, type Placed, treeOf } from '../../../ui/tree.ts';

interface Summed {
  /** of it and of everything below it; `operators` and `devices` are its own */
  allOperators: number;
  allDevices: number;
  /** its own status, or that of any above it: who cannot sign in here */
  shut: boolean;
}
/** An organisation where it stands in the tree. */
export type Branch = Organisation & Placed & Summed;

export const parentOf = (o: { parent_id: number | null }): number | null => o.parent_id;

/** The flat answer as a tree, children after their parent. */
export const organisationTree = (rows: readonly Organisation[]): Branch[] => {
  const tree = treeOf<Organisation, Summed>(rows, parentOf, (o, above) => ({
    shut: above?.shut || o.status === 2,
    allOperators: o.operators,
    allDevices: o.devices,
  }));
  const byId = new Map(tree.map((o) => [o.id, o]));
  // from the end: what stands below one is counted before it
  for (const o of [...tree].reverse()) {
    const above = o.above === null ? undefined : byId.get(o.above);
    if (!above) continue;
    above.allOperators += o.allOperators;
    above.allDevices += o.allDevices;
  }
  return tree;
};

/** Finds by name or person, and by its own status. */
export const foundBy = ({ keyword, status }: Query): ((o: Branch) => boolean) => {
  const matches = finds(String(keyword ?? '').trim());
  return (o) =>
    [o.org_name, o.login_name, o.oper_name, o.phone, o.mailbox].some(matches) &&
    (status === undefined || o.status === status);
};

/** An organisation and everything below it: none of them can be above it. */
export const branchBelow = (tree: readonly Branch[], id: number): ReadonlySet<number> => branchOf(tree, parentOf, id);
