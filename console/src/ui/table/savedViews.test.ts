import { expect, it } from 'vitest';
import { isShowing, readViews, withView } from './savedViews.ts';

const night = { name: 'Night shift', address: 'lock_status=3', columns: [{ id: 'sn', shown: true, pinned: true }] };

it('replaces the view of the same name, in its place', () => {
  const views = [night, { ...night, name: 'Day' }];
  expect(withView(views, { ...night, address: 'x=1' }).map((v) => [v.name, v.address])).toEqual([
    ['Night shift', 'x=1'],
    ['Day', 'lock_status=3'],
  ]);
  expect(withView(views, { ...night, name: 'New' })).toHaveLength(3);
});

it('knows when it is what the screen shows', () => {
  expect(isShowing(night, { address: 'lock_status=3', columns: night.columns })).toBe(true);
  expect(isShowing(night, { address: 'lock_status=3', columns: [] })).toBe(false);
  expect(isShowing(night, { address: '', columns: night.columns })).toBe(false);
});

it('is read without trust', () => {
  expect(readViews([night, { name: 4 }, null])).toEqual([night]);
  expect(readViews([{ name: 'a', address: 'b', columns: 'no' }])).toEqual([{ name: 'a', address: 'b', columns: [] }]);
  expect(readViews('x')).toEqual([]);
});
