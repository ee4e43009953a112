import { expect, it } from 'vitest';
import { z } from 'zod';
import { positionMedia, positionsOf } from './plan.ts';

const plan = positionsOf(z.object({ position: z.string(), medium: z.enum(positionMedia) }));
const areOne = (...names: [string, string]): boolean =>
  !plan.safeParse(names.map((position) => ({ position, medium: 'qr' }))).success;

it('names no two positions so that only spaces, dots and width tell them apart', () => {
  expect(areOne('left door', 'Left  door')).toBe(true);
  expect(areOne('左·门', '左门')).toBe(true);
  expect(areOne('left‑door', 'left-door')).toBe(true);
  expect(areOne('门 １-２', '门1·2')).toBe(true);
  expect(areOne('-', '-')).toBe(true);
  expect(areOne('left door', 'right door')).toBe(false);
  // between digits it is more than grouping
  expect(areOne('valve 1-1', 'valve 11')).toBe(false);
  expect(areOne('valve 1-10', 'valve 1.1 0')).toBe(false);
});
