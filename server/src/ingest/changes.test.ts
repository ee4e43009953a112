import { LockStatus } from '@plomb/contract/lock/codes';
import { expect, it } from 'vitest';
import { patchOf } from './changes.ts';
import type { DeviceAfter } from './effects.ts';
import { firstContact, mergeReadings, placeOf, readingsOf } from './present.ts';
import { aReport } from './testing/reports.ts';

const at = Date.UTC(2026, 10, 21, 8);
const after = (change: Partial<DeviceAfter>): DeviceAfter => ({
  deviceId: 7,
  orgId: 1,
  family: 'jt701',
  present: { ...firstContact, lockStatus: LockStatus.unsealedLocked, lockSince: at, lockTime: at + 1000 },
  readings: null,
  receiveTime: at + 2000,
  moved: true,
  lockMoved: true,
  clockMoved: false,
  asideMoved: false,
  ...change,
});

it('tells with a state how old the word is that it rests on, or a seal would be offered that is refused', () => {
  expect(patchOf(after({}))).toMatchObject({ lock_status: 0, lock_time: new Date(at + 1000).toISOString() });
  expect(patchOf(after({ moved: false, lockMoved: false }))).not.toHaveProperty('lock_time');
});

it('tells of a lock that speaks of its metal only when that changes that any report is its word', () => {
  const present = { ...firstContact, lockTime: at, presentTime: at + 60_000 };
  const word = (family: DeviceAfter['family']) => patchOf(after({ family, present, lockMoved: false })).lock_time;
  expect([word('hhd'), word('jt701')]).toEqual([new Date(at + 60_000).toISOString(), new Date(at).toISOString()]);
});

it('tells when the clock falls into doubt, and when it is out of it', () => {
  const doubt = { sample: -9_000_000, receiveTime: at };
  const clock = (of: DeviceAfter['present']['clock']['doubt']) =>
    after({ clockMoved: true, present: { ...firstContact, clock: { offset: 0, trial: null, doubt: of } } });
  expect([patchOf(clock(doubt)).clock_doubt, patchOf(clock(null)).clock_doubt]).toEqual([true, false]);
  expect(patchOf(after({}))).not.toHaveProperty('clock_doubt');
});

it('tells when reports begin to be put aside, and when they are taken again', () => {
  const aside = (asideSince: number | null) => after({ asideMoved: true, present: { ...firstContact, asideSince } });
  expect([patchOf(aside(at)).aside_since, patchOf(aside(null)).aside_since]).toEqual([
    new Date(at).toISOString(),
    null,
  ]);
  expect(patchOf(after({}))).not.toHaveProperty('aside_since');
});

it('tells when the lock was where it is, and nothing of it with a report that has no place', () => {
  const read = (fix: boolean) => {
    const report = aReport();
    const position = { ...report.position!, fix };
    return after({ readings: readingsOf(report, placeOf({ ...report, position }), at) });
  };
  expect(patchOf(read(true))).toMatchObject({ lon: 121.47, place_time: new Date(at).toISOString() });
  expect(patchOf(read(false))).not.toHaveProperty('place_time');
  const [older, newer] = [read(true).readings!, { ...read(false).readings!, placeTime: null }];
  expect(mergeReadings(older, newer)).toMatchObject({ placeTime: at, fix: false });
});
