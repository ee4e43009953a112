import type { MenuRow } from '@plomb/contract/menuAdmin';

/** A menu where it stands in the tree. */
export interface Branch extends MenuRow {
  /** 0 = the top level */
  depth: number;
  /** how many stand directly below it */
  below: number;
  /** it, or a folder above it, is disabled: nobody sees it */
  off: boolean;
}

interface Node {
  id: number;
  sid: number | null;
}

/** Rows in display order: each parent before its children, those in the order of the list. */
export const treeOf = (rows: readonly MenuRow[]): Branch[] => {
  const present = new Set(rows.map((m) => m.id));
  const children = Map.groupBy(rows, (m) => (m.sid !== null && present.has(m.sid) ? m.sid : null));
  const walk = (parent: number | null, depth: number, off: boolean): Branch[] =>
    (children.get(parent) ?? []).flatMap((m) => {
      const here = { ...m, depth, below: children.get(m.id)?.length ?? 0, off: off || m.status === 2 };
      return [here, ...walk(m.id, depth + 1, here.off)];
    });
  return walk(null, 0, false);
};

/** The lines that no folded menu hides. */
export const unfolded = (tree: readonly Branch[], folded: ReadonlySet<number>): Branch[] => {
  const hidden = new Set<number>();
  return tree.filter((m) => {
    const under = m.sid !== null && hidden.has(m.sid);
    if (under || folded.has(m.id)) hidden.add(m.id);
    return !under;
  });
};

/** A menu and all below it, children after their parents: it cannot hang below any of them. */
export const branchOf = (tree: readonly Node[], id: number): ReadonlySet<number> => {
  const found = new Set([id]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const node of tree) if (node.sid !== null && found.has(node.sid)) found.add(node.id);
  }
  return found;
};

/** One place up (-1) or down (+1) among its siblings; at the end it stays. */
export const shifted = <N extends Node>(rows: readonly N[], id: number, by: -1 | 1): N[] => {
  const node = rows.find((m) => m.id === id);
  const siblings = rows.filter((m) => m.sid === node?.sid);
  const other = siblings[siblings.findIndex((m) => m.id === id) + by];
  if (!node || !other) return [...rows];
  return rows.map((m) => (m === node ? other : m === other ? node : m));
};

export type Place = 'before' | 'after' | 'into';
/** Beside another menu, or as the last below it. Onto itself or below itself: nothing happens. */
export const dropped = <N extends Node>(rows: readonly N[], id: number, target: number, place: Place): N[] => {
  const node = rows.find((m) => m.id === id);
  const other = rows.find((m) => m.id === target);
  if (!node || !other || branchOf(rows, id).has(target)) return [...rows];
  const left = rows.filter((m) => m !== node);
  if (place === 'into') return [...left, { ...node, sid: other.id }];
  const at = left.indexOf(other) + (place === 'after' ? 1 : 0);
  return [...left.slice(0, at), { ...node, sid: other.sid }, ...left.slice(at)];
};
