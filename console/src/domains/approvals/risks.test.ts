import { LockStatus } from '@plomb/contract/lock/codes';
import { describe, expect, it } from 'vitest';
import { type Risk, risksOf } from './risks.ts';
import { clockOf, shareLeft } from './TimeRing.tsx';

const now = Date.parse('2026-11-20T08:00:00Z');
const still = {
  lock_status: LockStatus.sealedLocked as LockStatus,
  family: 'hhd' as const,
  lock_time: '2026-11-20T07:59:00.000Z',
  fresh: true,
  electric: 80,
  velocity: 0,
  place_time: '2026-11-20T07:59:00.000Z',
  lon: 121.4,
  lat: 31.2,
};

describe('what speaks against opening a lock', () => {
  it('is nothing of one that stands still and was heard just now', () => expect(risksOf(still, now)).toEqual([]));
  it.each<[Risk, Partial<typeof still> | { place_time: null }]>([
    ['abnormal', { lock_status: LockStatus.abnormal }],
    ['unsealed', { lock_status: LockStatus.unsealedOpen }],
    ['unsealed', { lock_status: LockStatus.unsealedLocked }],
    ['moving', { velocity: 62 }],
    ['stateOld', { fresh: false }],
    ['noPlace', { place_time: null }],
    ['placeOld', { place_time: '2026-11-20T07:29:00.000Z' }],
    ['battery', { electric: 19 }],
  ])('is %s where %j', (risk, change) => expect(risksOf({ ...still, ...change }, now)).toEqual([risk]));
});

it('of a lock whose place is old nobody says that it moves, but that it did', () =>
  expect(risksOf({ ...still, velocity: 62, place_time: '2026-11-20T07:29:00.000Z' }, now)).toEqual([
    'moved',
    'placeOld',
  ]));

it('an open lock speaks against an unseal alone', () =>
  expect(risksOf({ ...still, lock_status: LockStatus.unsealedOpen }, now, 'factory_reset')).toEqual([]));

it('the ring empties with the time that is left', () => {
  const one = { create_time: '2026-11-20T08:00:00.000Z', expire_time: '2026-11-20T08:15:00.000Z' };
  expect([shareLeft(900, one), shareLeft(225, one), shareLeft(0, one)]).toEqual([1, 0.25, 0]);
  expect([clockOf(228), clockOf(7_205)]).toEqual(['3:48', '2:00:05']);
});
