import { expect, test } from 'vitest';
import { lockDiff, lockFeature } from './lockFeatures.ts';
import type { LockMark } from './marks.ts';

const lock = (id: number, change: Partial<LockMark> = {}): LockMark => ({
  id,
  at: [120.5, 31.25],
  status: 2,
  connection: 'online',
  heading: 90,
  alarm: false,
  label: '沪A·D7391',
  ...change,
});
const known = (...locks: LockMark[]) => new Map(locks.map((l) => [l.id, l]));

test('a standing lock has no heading, and north is a heading', () => {
  expect(lockFeature(lock(1, { heading: null })).properties?.heading).toBe(-1);
  expect(lockFeature(lock(1, { heading: 0 })).properties?.heading).toBe(0);
});

test('nothing changed is nothing to send', () => {
  expect(lockDiff(known(lock(1)), [lock(1)])).toBeNull();
});

test('an unknown lock is added, a known one changed only in what differs', () => {
  const diff = lockDiff(known(lock(1), lock(2)), [lock(1, { status: 3 }), lock(2, { at: [120.6, 31.25] }), lock(3)]);
  expect(diff?.add?.map((f) => f.id)).toEqual([3]);
  expect(diff?.update).toEqual([
    {
      id: 1,
      addOrUpdateProperties: [
        { key: 'shape', value: 'abnormal' },
        { key: 'severity', value: 4 },
      ],
    },
    { id: 2, newGeometry: { type: 'Point', coordinates: [120.6, 31.25] }, addOrUpdateProperties: [] },
  ]);
});
