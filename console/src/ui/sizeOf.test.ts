import { expect, it } from 'vitest';
import { sizeOf } from './sizeOf.ts';

it('is said in the unit that people read, and a file with something in it is never of no size', () => {
  expect([0, 1, 999, 1000, 34_567].map(sizeOf)).toEqual(['0 B', '1 B', '999 B', '1 kB', '35 kB']);
  expect([999_499, 999_500, 3_400_000].map(sizeOf)).toEqual(['999 kB', '1.0 MB', '3.4 MB']);
  expect([999_900_000, 999_999_999, 4_321_000_000].map(sizeOf)).toEqual(['999.9 MB', '1.0 GB', '4.3 GB']);
});
