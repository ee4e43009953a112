import { nodesOf, type TreeNode } from './tree.ts';

export interface Organisation {
  id: number;
  org_name: string;
  parent_id: number | null;
}

/** A flat list of organisations as the tree a choice shows; whatever has no parent here is a top. */
export const organisationNodes = (organisations: readonly Organisation[]): TreeNode[] =>
  nodesOf(
    organisations,
    (o) => o.parent_id,
    (o) => ({ title: o.org_name }),
  );
