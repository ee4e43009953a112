import { expect, it } from 'vitest';
import { asChoices, below } from './useMapOrganisations.ts';

const of = (id: number, parent_id: number | null) => ({ id, org_name: `O${id}`, parent_id });
// its own parent is out of sight
const organisations = [of(2, 1), of(5, 3), of(3, 2), of(4, 2)];

it('an organisation stands for itself and all below it', () => {
  expect([...below(organisations, 2)].toSorted()).toEqual([2, 3, 4, 5]);
  expect([...below(organisations, 3)]).toEqual([3, 5]);
  // not known yet, or foreign: its own locks, which are none of the reader's
  expect([...below([], 9)]).toEqual([9]);
});

it('they are offered as a tree is read', () => {
  expect(asChoices(organisations).map(({ value, depth }) => [value, depth])).toEqual([
    [2, 0],
    [3, 1],
    [5, 2],
    [4, 1],
  ]);
});
