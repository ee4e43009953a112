import { finds } from '@plomb/contract/kit/search';
import { TreeSelect, type TreeSelectProps } from 'antd';
import { type Organisation, organisationNodes } from '../organisationNodes.ts';

/** One of the organisations, found by its name or in their tree. */
export const OrganisationSelect = ({
  of = [],
  ...input
}: { of: readonly Organisation[] | undefined } & Omit<TreeSelectProps<number>, 'treeData' | 'showSearch'>) => (
  <TreeSelect<number>
    {...input}
    treeDefaultExpandAll
    showSearch={{ filterTreeNode: (sought, node) => finds(sought)(String(node.title)) }}
    treeData={organisationNodes(of)}
  />
);
