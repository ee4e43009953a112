import { expect, it } from 'vitest';
import { organisationNodes } from './organisationNodes.ts';

it('hangs each organisation below its parent, in whatever order they come', () => {
  const tree = organisationNodes([
    { id: 3, org_name: 'Depot', parent_id: 2 },
    { id: 2, org_name: 'Branch', parent_id: 1 },
    { id: 9, org_name: 'Other', parent_id: null },
  ]);
  expect(tree).toEqual([
    { value: 2, title: 'Branch', children: [{ value: 3, title: 'Depot', children: [] }] },
    { value: 9, title: 'Other', children: [] },
  ]);
});
