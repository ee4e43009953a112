/** Whose child a row is; null: nobody's. */
export type ParentOf<T> = (row: T) => number | null;

/** Where a row stands in the tree it is shown in. */
export interface Placed {
  id: number;
  /** 0 = the top of what is in sight */
  depth: number;
  /** how many stand directly below it (not `children`: a table takes that for rows of its own) */
  below: number;
  /** its parent, where that is in sight */
  above: number | null;
}

/** The rows directly below one; below nobody those whose parent is out of sight too. */
export const childrenOf = <T extends { id: number }>(
  rows: readonly T[],
  parentOf: ParentOf<T>,
): ((id: number | null) => readonly T[]) => {
  const present = new Set(rows.map((row) => row.id));
  const below = Map.groupBy(rows, (row) => {
    const above = parentOf(row);
    return above !== null && present.has(above) ? above : null;
  });
  return (id) => below.get(id) ?? [];
};

/** Rows in display order: each parent before its children, those in the order of the list. `more` is added to each. */
export const treeOf = <T extends { id: number }, X extends object>(
  rows: readonly T[],
  parentOf: ParentOf<T>,
  more: (row: T, above: X | undefined) => X,
): (T & Placed & X)[] => {
  const children = childrenOf(rows, parentOf);
  const walk = (above: number | null, depth: number, over: X | undefined): (T & Placed & X)[] =>
    children(above).flatMap((row) => {
      const own = more(row, over);
      return [{ ...row, ...own, depth, above, below: children(row.id).length }, ...walk(row.id, depth + 1, own)];
    });
  return walk(null, 0, undefined);
};

/** The lines that nothing folded hides. */
export const unfolded = <B extends Placed>(tree: readonly B[], folded: ReadonlySet<number>): B[] => {
  const hidden = new Set<number>();
  return tree.filter(({ id, above }) => {
    const under = above !== null && hidden.has(above);
    if (under || folded.has(id)) hidden.add(id);
    return !under;
  });
};

/** What is found, and everything above it, so that it is seen where it belongs. */
export const withAbove = <B extends Placed>(tree: readonly B[], found: (row: B) => boolean): B[] => {
  const kept = new Set<number>();
  // children stand after their parent, so from the end each is met before the one above it
  for (const row of [...tree].reverse())
    if (kept.has(row.id) || found(row)) {
      kept.add(row.id);
      if (row.above !== null) kept.add(row.above);
    }
  return tree.filter(({ id }) => kept.has(id));
};

/** The ids of one row and of all below it: it cannot hang below any of them. */
export const branchOf = <T extends { id: number }>(
  rows: readonly T[],
  parentOf: ParentOf<T>,
  id: number,
): ReadonlySet<number> => {
  const children = childrenOf(rows, parentOf);
  const walk = (at: number): number[] => [at, ...children(at).flatMap((row) => walk(row.id))];
  return new Set(walk(id));
};

export interface TreeNode {
  value: number;
  title: string;
  /** stands beside the title, where titles alone may be alike */
  note?: string;
  disabled?: boolean;
  children: TreeNode[];
}
/** A flat list as the tree that a choice shows. */
export const nodesOf = <T extends { id: number }>(
  rows: readonly T[],
  parentOf: ParentOf<T>,
  shown: (row: T) => Omit<TreeNode, 'value' | 'children'>,
): TreeNode[] => {
  const children = childrenOf(rows, parentOf);
  const at = (above: number | null): TreeNode[] =>
    children(above).map((row) => ({ value: row.id, ...shown(row), children: at(row.id) }));
  return at(null);
};
