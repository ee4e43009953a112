import { expect, it } from 'vitest';
import { rolesFor } from './roleChoice.ts';

const options = {
  organizations: [
    { id: 1, org_name: 'Group', parent_id: null },
    { id: 2, org_name: 'East', parent_id: 1 },
    { id: 3, org_name: 'Depot', parent_id: 2 },
    { id: 4, org_name: 'West', parent_id: 1 },
  ],
  roles: [
    { id: 10, roleName: 'Head', org_id: 1 },
    { id: 20, roleName: 'East', org_id: 2 },
    { id: 40, roleName: 'West', org_id: 4 },
  ],
};
const ids = (orgId: number | undefined) => rolesFor(options, orgId).map((r) => r.id);

it('offers roles of the organisation and of those above it', () => {
  expect(ids(3)).toEqual([10, 20]);
  expect(ids(4)).toEqual([10, 40]);
  expect(ids(1)).toEqual([10]);
});

it('offers none before an organisation is chosen, and for one out of sight', () => {
  expect(ids(undefined)).toEqual([]);
  expect(ids(99)).toEqual([]);
});

it('ends even if the tree were a circle', () => {
  const circle = { ...options, organizations: [{ id: 1, org_name: 'x', parent_id: 1 }] };
  expect(rolesFor(circle, 1).map((r) => r.id)).toEqual([10]);
});
