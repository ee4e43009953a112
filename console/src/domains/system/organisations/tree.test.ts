import type { Organisation } from '@plomb/contract/system/organisations/organisations';
import { expect, it } from 'vitest';
import { unfolded, withAbove } from '../../../ui/tree.ts';
import { branchBelow, foundBy, organisationTree } from './tree.ts';

const organisation = (id: number, parent_id: number | null, org_name: string, change = {}): Organisation => ({
  id,
  parent_id,
  org_name,
  org_type: 'other',
  parent: '',
  status: 1,
  login_name: `admin-${id}`,
  oper_name: '',
  phone: '',
  mailbox: '',
  time_zone: 'UTC',
  logo: '',
  operators: 1,
  devices: 0,
  create_time: '2026-11-21T00:00:00Z',
  ...change,
});
// as the server answers: by name, whoever is above whom
const rows = [
  organisation(3, 2, 'Depot'),
  organisation(2, 1, 'East', { status: 2 }),
  organisation(1, null, 'Group'),
  organisation(5, 4, 'Quay'),
  organisation(4, 1, 'West'),
];
const tree = organisationTree(rows);
const names = (wanted: { keyword?: string; status?: 1 | 2 } | { folded: Set<number> }) =>
  ('folded' in wanted ? unfolded(tree, wanted.folded) : withAbove(tree, foundBy(wanted))).map((o) => o.org_name);

it('puts children below their parents, and counts them', () => {
  expect(tree.map((o) => [o.org_name, o.depth, o.below])).toEqual([
    ['Group', 0, 2],
    ['East', 1, 1],
    ['Depot', 2, 0],
    ['West', 1, 1],
    ['Quay', 2, 0],
  ]);
});

it('counts people and devices with everything below', () => {
  const counted = organisationTree([
    organisation(1, null, 'Group', { devices: 0 }),
    organisation(2, 1, 'East', { devices: 90 }),
    organisation(3, 2, 'Depot', { devices: 40 }),
  ]);
  expect(counted.map((o) => [o.devices, o.allDevices, o.allOperators])).toEqual([
    [0, 130, 3],
    [90, 130, 2],
    [40, 40, 1],
  ]);
});

it('tells which are shut by one above', () => {
  expect(tree.filter((o) => o.shut).map((o) => o.org_name)).toEqual(['East', 'Depot']);
});

it('takes whatever has no parent in sight for a top', () => {
  expect(organisationTree([organisation(9, 8, 'Alone')]).map((o) => o.depth)).toEqual([0]);
});

it('hides everything below what is folded', () => {
  expect(names({ folded: new Set([1]) })).toEqual(['Group']);
  expect(names({ folded: new Set([2, 4]) })).toEqual(['Group', 'East', 'West']);
  expect(names({ folded: new Set() })).toHaveLength(5);
});

it('shows what is found with all above it', () => {
  expect(names({ keyword: ' QUAY' })).toEqual(['Group', 'West', 'Quay']);
  expect(names({ keyword: 'admin-3' })).toEqual(['Group', 'East', 'Depot']);
  expect(names({ status: 2 })).toEqual(['Group', 'East']);
  expect(names({ keyword: 'nothing' })).toEqual([]);
});

it('knows a branch, so that nothing is moved below itself', () => {
  expect([...branchBelow(tree, 2)]).toEqual([2, 3]);
});
