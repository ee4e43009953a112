import { TreeSelect } from 'antd';
import type { Branch } from './tree.ts';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

const nodesOf = (tree: readonly Branch[], disabled: ReadonlySet<number>): Node[] => {
  const nodes = new Map<number, Node>();
  const tops: Node[] = [];
  // children stand after their parent
  for (const o of tree) {
    const node = { value: o.id, title: o.org_name, disabled: disabled.has(o.id), children: [] };
    nodes.set(o.id, node);
    ((o.parent_id !== null && nodes.get(o.parent_id)?.children) || tops).push(node);
  }
  return tops;
};

/** Chooses an organisation from the tree. Works inside a form item. */
export const ParentSelect = ({
  tree,
  disabled = new Set(),
  ...field
}: {
  tree: readonly Branch[];
  /** shown, and not to be chosen */
  disabled?: ReadonlySet<number>;
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) => (
  <TreeSelect
    {...field}
    treeDefaultExpandAll
    showSearch={{ treeNodeFilterProp: 'title' }}
    treeData={nodesOf(tree, disabled)}
  />
);
