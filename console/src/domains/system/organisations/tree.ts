import type { Organisation } from '@plomb/contract/organisations';
import { finds } from '@plomb/contract/search';

/** An organisation where it stands in the tree. */
export interface Branch extends Organisation {
  /** 0 = the top of what the operator sees */
  depth: number;
  /** how many stand directly below it (not `children`: a table takes that for rows of its own) */
  below: number;
  /** of it and of everything below it; `operators` and `devices` are its own */
  allOperators: number;
  allDevices: number;
  /** its own status, or that of any above it: who cannot sign in here */
  shut: boolean;
}

const textsOf = (o: Organisation): string[] => [o.org_name, o.login_name, o.oper_name, o.phone, o.mailbox];

/** The flat answer as a tree, children after their parent, each with its depth. Whatever has no parent here is a top. */
export const treeOf = (rows: readonly Organisation[]): Branch[] => {
  const present = new Set(rows.map((o) => o.id));
  const below = Map.groupBy(rows, (o) => (o.parent_id !== null && present.has(o.parent_id) ? o.parent_id : null));
  const walk = (parent: number | null, depth: number, shut: boolean): Branch[] =>
    (below.get(parent) ?? []).flatMap((o) => {
      const children = below.get(o.id)?.length ?? 0;
      const here = { ...o, depth, below: children, shut: shut || o.status === 2, allOperators: 0, allDevices: 0 };
      const rest = walk(o.id, depth + 1, here.shut);
      for (const one of [o, ...rest]) {
        here.allOperators += one.operators;
        here.allDevices += one.devices;
      }
      return [here, ...rest];
    });
  return walk(null, 0, false);
};

interface Wanted {
  keyword: string;
  status: 1 | 2 | undefined;
  folded: ReadonlySet<number>;
}

/**
 * The lines of the tree that are shown: without a search, all that no folded one hides; with one, what is found and
 * everything above it, so that it is seen where it belongs.
 */
export const shownOf = (tree: readonly Branch[], { keyword, status, folded }: Wanted): Branch[] => {
  const word = keyword.trim();
  const found = finds(word);
  if (word !== '' || status !== undefined) {
    const parents = new Map(tree.map((o) => [o.id, o.parent_id]));
    const kept = new Set<number>();
    for (const o of tree) {
      if (!textsOf(o).some(found) || (status !== undefined && o.status !== status)) continue;
      for (let id: number | null | undefined = o.id; id && !kept.has(id); id = parents.get(id)) kept.add(id);
    }
    return tree.filter((o) => kept.has(o.id));
  }
  const hidden = new Set<number>();
  return tree.filter((o) => {
    const under = o.parent_id !== null && hidden.has(o.parent_id);
    if (under || folded.has(o.id)) hidden.add(o.id);
    return !under;
  });
};

/** The ids of one organisation and of everything below it: none of them can be above it. */
export const branchOf = (tree: readonly Branch[], id: number): ReadonlySet<number> => {
  const found = new Set([id]);
  // children stand after their parent
  for (const o of tree) if (o.parent_id !== null && found.has(o.parent_id)) found.add(o.id);
  return found;
};
