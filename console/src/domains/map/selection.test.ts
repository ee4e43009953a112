import { expect, it } from 'vitest';
import { fleetLock } from '../../testing/fakeServer.ts';
import { judged, statusesOf } from './selection.ts';
import type { Shown } from './shown.ts';

const shown = (id: number, over: Parameters<typeof fleetLock>[1]): Shown =>
  ({ lock: fleetLock(id, { family: 'jt701', electric: 80, out_of_use: null, ...over }), fresh: true }) as Shown;
const picked = [
  shown(1, { lock_status: 2 }),
  shown(2, { lock_status: 0 }),
  shown(3, { lock_status: 1 }),
  shown(4, { lock_status: 2, electric: 3 }),
  shown(5, { lock_status: 2, out_of_use: 'lost' }),
];

it('an order goes to those alone that would take it, and each of the others has its reason', () => {
  const { able, left } = judged(picked, 'unseal');
  expect(able.map(({ lock }) => lock.id)).toEqual([1, 2]);
  expect(left.map(({ shown: { lock }, why }) => [lock.id, why])).toMatchObject([
    [3, expect.any(String)],
    [4, 'batteryTooLow'],
    [5, expect.any(String)],
  ]);
  expect(judged(picked, 'seal').able.map(({ lock }) => lock.id)).toEqual([2]);
});

it('what the batch offers beside is judged there', () => {
  expect(judged(picked, 'other')).toMatchObject({ able: picked, left: [] });
});

it('counts a selection by status', () => {
  expect([...statusesOf(picked)]).toEqual([
    [2, 3],
    [0, 1],
    [1, 1],
  ]);
});
