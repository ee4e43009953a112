import { expect, it } from 'vitest';
import { treeOptions } from './useRoleOptions.ts';

it('puts the organisation beside each role of a tree, so that two of one name are told apart', () => {
  const role = (id: number, above: number | null, org: string) => ({ id, above, roleName: 'Guards', org });
  const tree = treeOptions(
    [role(1, null, 'North'), role(2, 1, 'South'), role(3, 99, 'East')],
    (r) => r.above,
    (r) => r.roleName,
    (r) => r.org,
  );
  expect(tree).toEqual([
    {
      value: 1,
      title: 'Guards',
      note: 'North',
      children: [{ value: 2, title: 'Guards', note: 'South', children: [] }],
    },
    { value: 3, title: 'Guards', note: 'East', children: [] },
  ]);
});
