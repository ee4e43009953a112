import { expect, it } from 'vitest';
import { branchOf, childrenOf, nodesOf, treeOf, unfolded, withAbove } from './tree.ts';

interface Row {
  id: number;
  over: number | null;
  name: string;
}
const parentOf = (row: Row) => row.over;
/** a over b over d, a over c; e hangs below one that is out of sight; told with children before their parents */
const rows: Row[] = [
  { id: 4, over: 2, name: 'd' },
  { id: 5, over: 99, name: 'e' },
  { id: 2, over: 1, name: 'b' },
  { id: 3, over: 1, name: 'c' },
  { id: 1, over: null, name: 'a' },
];
const tree = treeOf(rows, parentOf, (row, above?: { path: string }) => ({ path: `${above?.path ?? ''}/${row.name}` }));
const names = (of: readonly Row[]): string => of.map((row) => row.name).join('');

it('stands each below its parent, and hands down what is told on the way', () => {
  expect(tree.map(({ name, depth, below, above }) => [name, depth, below, above])).toEqual([
    ['e', 0, 0, null],
    ['a', 0, 2, null],
    ['b', 1, 1, 1],
    ['d', 2, 0, 2],
    ['c', 1, 0, 1],
  ]);
  expect(tree.map(({ path }) => path)).toEqual(['/e', '/a', '/a/b', '/a/b/d', '/a/c']);
  expect(names(childrenOf(rows, parentOf)(null))).toBe('ea');
});

it('hides all below what is folded', () => {
  expect(names(unfolded(tree, new Set([2])))).toBe('eabc');
  expect(names(unfolded(tree, new Set([1, 2])))).toBe('ea');
});

it('shows what is found where it belongs', () => {
  expect(names(withAbove(tree, ({ name }) => name === 'd'))).toBe('abd');
  expect(names(withAbove(tree, () => false))).toBe('');
});

it('knows a branch whatever the order', () => {
  expect([...branchOf(rows, parentOf, 1)].sort()).toEqual([1, 2, 3, 4]);
  expect([...branchOf(rows, parentOf, 77)]).toEqual([77]);
});

it('makes the nodes of a choice', () => {
  const [e, a] = nodesOf(rows, parentOf, ({ name, id }) => ({ title: name, disabled: id === 2 }));
  expect(e).toEqual({ value: 5, title: 'e', disabled: false, children: [] });
  expect(a?.children.map(({ title, disabled }) => [title, disabled])).toEqual([
    ['b', true],
    ['c', false],
  ]);
});

it('puts a note beside each node, so that two of one name are told apart', () => {
  const role = (id: number, above: number | null, org: string) => ({ id, above, roleName: 'Guards', org });
  const nodes = nodesOf(
    [role(1, null, 'North'), role(2, 1, 'South'), role(3, 99, 'East')],
    (r) => r.above,
    (r) => ({ title: r.roleName, note: r.org }),
  );
  expect(nodes).toEqual([
    {
      value: 1,
      title: 'Guards',
      note: 'North',
      children: [{ value: 2, title: 'Guards', note: 'South', children: [] }],
    },
    { value: 3, title: 'Guards', note: 'East', children: [] },
  ]);
});

it('ends when rows hang below each other', () => {
  const round = [
    { id: 1, over: 2, name: 'x' },
    { id: 2, over: 1, name: 'y' },
  ];
  expect(treeOf(round, parentOf, () => ({}))).toEqual([]);
});
