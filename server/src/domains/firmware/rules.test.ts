import { issueStates, issueSteps, rolloutStates, rolloutSteps, stepOf } from '@plomb/contract/firmware/steps';
import { LockStatus } from '@plomb/contract/lock/codes';
import { describe, expect, it } from 'vitest';
import { type LockFacts, nextOf, refusalOf, waitOf, waveOf } from './rules.ts';

const firmware = { device_type_id: 3, firmware_version: '2.5' };
const fit: LockFacts = {
  device_type_id: 3,
  family: 'hhd',
  enabled: true,
  out_of_use: false,
  ver: '2.4',
  under_way: false,
  connected: true,
  lock_status: LockStatus.unsealedLocked,
  electric: 40,
  electric_fresh: true,
  on_batch: false,
  frozen: false,
};

describe('a lock', () => {
  it('that nothing speaks against gets it now', () => {
    expect([refusalOf(fit, firmware), waitOf(fit)]).toEqual([null, null]);
    expect(refusalOf({ ...fit, ver: '' }, firmware)).toBeNull();
  });

  it.each([
    ['otherType', { device_type_id: 4 }],
    ['unsupported', { family: 'jt701' }],
    ['disabled', { enabled: false }],
    ['outOfUse', { out_of_use: true }],
    ['sameVersion', { ver: '2.5' }],
    ['underWay', { under_way: true }],
  ] as const)('gets none for one reason alone: %s', (no, change) => {
    expect(refusalOf({ ...fit, ...change }, firmware)).toBe(no);
  });

  it.each([
    ['offline', { connected: false }],
    ['sealed', { lock_status: LockStatus.sealedLocked }],
    ['battery', { electric: 39 }],
    ['battery', { electric: null }],
    ['battery', { electric_fresh: false }],
    ['onBatch', { on_batch: true }],
    ['frozen', { frozen: true }],
  ] as const)('waits for one thing alone: %s', (wait, change) => {
    expect(waitOf({ ...fit, ...change })).toBe(wait);
    expect(refusalOf({ ...fit, ...change }, firmware)).toBeNull();
  });
});

it('stands in the wave of its place', () => {
  expect([0, 4, 5, 54, 55].map((place) => waveOf(place, 5, 50))).toEqual([0, 0, 1, 1, 2]);
});

describe('a running roll-out', () => {
  const standing = { wave: 0, total: 5, failed: 0, accepted: 0, open: 0, last: 3 };
  it.each([
    ['waits for its locks', { open: 1 }, 'wait'],
    ['goes on to the next wave', {}, 'wave'],
    ['ends with its last', { last: 0 }, 'finish'],
    ['stops by one canary that failed', { failed: 1 }, 'stop'],
    ['stops also while others are open', { failed: 1, open: 4 }, 'stop'],
    ['goes on with a failure that was seen', { failed: 1, accepted: 1 }, 'wave'],
    ['bears one in ten of a later wave', { wave: 1, total: 50, failed: 5 }, 'wave'],
    ['and no more', { wave: 1, total: 50, failed: 6 }, 'stop'],
    ['bears none of a small one', { wave: 1, total: 9, failed: 1 }, 'stop'],
  ] as const)('%s', (_, change, next) => {
    expect(nextOf({ ...standing, ...change })).toBe(next);
  });
});

/** As they were agreed. */
const agreed = {
  created: ['queued', 'failed', 'cancelled', 'timed_out'],
  queued: ['sending', 'verifying', 'failed', 'cancelled', 'timed_out'],
  sending: ['queued', 'verifying', 'failed', 'timed_out'],
  verifying: ['queued', 'success', 'failed', 'timed_out'],
  success: [],
  failed: ['created'],
  cancelled: [],
  timed_out: ['created'],
} as const;
it.each(issueStates)('an issue that is %s goes where the table says and nowhere else', (state) => {
  const reached = Object.values(issueSteps).flatMap((step) => stepOf(step, state) ?? []);
  expect(new Set(reached)).toEqual(new Set(agreed[state]));
});

const agreedRollouts = {
  draft: ['running'],
  running: ['paused', 'stopped', 'ended', 'done'],
  paused: ['running', 'ended'],
  stopped: ['running', 'ended'],
  ended: [],
  done: ['running'],
} as const;
it.each(rolloutStates)('a roll-out that is %s goes where the table says and nowhere else', (state) => {
  const reached = Object.values(rolloutSteps).flatMap((step) => stepOf(step, state) ?? []);
  expect(new Set(reached)).toEqual(new Set(agreedRollouts[state]));
});
