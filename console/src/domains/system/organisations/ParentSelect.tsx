import { TreeSelect } from 'antd';
import { nodesOf } from '../../../ui/tree.ts';
import { type Branch, parentOf } from './tree.ts';

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
    treeData={nodesOf(tree, parentOf, (o) => ({ title: o.org_name, disabled: disabled.has(o.id) }))}
  />
);
