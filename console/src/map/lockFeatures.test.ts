import { expect, test } from 'vitest';
import { lockFeature } from './lockFeatures.ts';
import type { LockMark } from './marks.ts';

const lock = (id: number, change: Partial<LockMark> = {}): LockMark => ({
  id,
  held: false,
  outOfUse: false,
  at: [120.5, 31.25],
  status: 2,
  connection: 'online',
  heading: 90,
  alarm: false,
  label: '沪A·D7391',
  ...change,
});
test('a standing lock has no heading, and north is a heading', () => {
  expect(lockFeature(lock(1, { heading: null })).properties?.heading).toBe(-1);
  expect(lockFeature(lock(1, { heading: 0 })).properties?.heading).toBe(0);
});
