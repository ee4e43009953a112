import type { MapLock } from '@plomb/contract/map';
import { expect, it } from 'vitest';
import { applyPatches } from './liveLocks.ts';

const lock = { id: 1, sn: '1001', lock_status: 2, velocity: 0 } as MapLock;

it('merges the fields that changed and leaves the rest', () => {
  const { locks, unknown } = applyPatches(new Map([[1, lock]]), [{ id: 1, velocity: 40 }], []);
  expect(locks.get(1)).toEqual({ ...lock, velocity: 40 });
  expect(unknown).toBe(false);
});
it('takes a whole new lock, and asks for a reload when only a part of one comes', () => {
  expect(applyPatches(new Map(), [lock], []).locks.get(1)).toEqual(lock);
  const part = applyPatches(new Map(), [{ id: 9, velocity: 3 }], []);
  expect(part.unknown).toBe(true);
  expect(part.locks.size).toBe(0);
});
it('removes what went away and never changes the map it was given', () => {
  const before = new Map([[1, lock]]);
  expect(applyPatches(before, [], [1]).locks.size).toBe(0);
  expect(before.size).toBe(1);
});
