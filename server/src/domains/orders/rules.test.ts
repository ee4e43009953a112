import { LockStatus } from '@plomb/contract/lock/codes';
import { abilities, commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { describe, expect, it } from 'vitest';
import { type Operable, refusalToCancel, refusalToOperate } from './rules.ts';

const lock = (change: Partial<Operable>): Operable => ({
  family: 'hhd',
  status: 1,
  out_of_use: null,
  lock_status: LockStatus.sealedLocked,
  electric: 80,
  fresh: true,
  ...change,
});
const { unsealedLocked, unsealedOpen, sealedLocked, abnormal, initial } = LockStatus;

describe('whether a lock may be operated', () => {
  it.each([
    ['unseal', 'hhd', sealedLocked, null],
    ['unseal', 'hhd', unsealedLocked, 'alreadyUnsealed'],
    ['unseal', 'hhd', unsealedOpen, 'alreadyUnsealed'],
    ['unseal', 'hhd', abnormal, null],
    ['unseal', 'hhd', initial, null],
    ['unseal', 'jt701', sealedLocked, null],
    ['unseal', 'jt701', unsealedLocked, null], // locked but not sealed: only an unlock order opens it
    ['unseal', 'jt701', unsealedOpen, 'alreadyUnsealed'],
    ['seal', 'hhd', sealedLocked, 'alreadySealed'],
    ['seal', 'hhd', unsealedLocked, null],
    ['seal', 'hhd', unsealedOpen, 'closeShackleFirst'],
    ['seal', 'hhd', abnormal, null],
    ['seal', 'hhd', initial, null],
    ['seal', 'jt701', sealedLocked, 'alreadyHeld'],
    ['seal', 'jt701', unsealedLocked, null],
    ['seal', 'jt701', abnormal, 'closeShackleFirst'],
    ['seal', 'jt701', initial, 'closeShackleFirst'],
  ] as const)('%s %s in state %i: %s', (kind, family, lock_status, refusal) => {
    expect(refusalToOperate(kind, lock({ family, lock_status }))).toBe(refusal);
  });

  it.each([
    ['seal', 'jt701', unsealedLocked, 'stateStale'],
    ['seal', 'jt701', sealedLocked, 'stateStale'],
    ['seal', 'hhd', sealedLocked, null],
    ['seal', 'hhd', unsealedOpen, null],
    ['unseal', 'hhd', unsealedLocked, null],
    ['unseal', 'jt701', unsealedOpen, null],
  ] as const)('%s %s last known in state %i and not heard since: %s', (kind, family, lock_status, refusal) => {
    expect(refusalToOperate(kind, lock({ family, lock_status, fresh: false }))).toBe(refusal);
  });

  it('not from afar while it is in maintenance, where it is set up; and never once it is scrapped', () => {
    const orders = ['seal', 'unseal', 'set_intervals'] as const;
    const refusals = (change: Partial<Operable>) =>
      orders.map((kind) => refusalToOperate(kind, lock({ lock_status: abnormal, ...change })));
    expect(refusals({})).toEqual([null, null, null]);
    expect(refusals({ out_of_use: 'maintenance' })).toEqual(['deviceInMaintenance', 'deviceInMaintenance', null]);
    expect(refusals({ out_of_use: 'scrapped' })).toEqual(orders.map(() => 'deviceScrapped'));
  });

  it('of a lost one those alone that ask where it is or set it up, and none that gives somebody what opens it', () => {
    const lost = lock({ out_of_use: 'lost', lock_status: unsealedLocked });
    for (const kind of commandKinds.filter((one) => abilities.hhd[one] !== 'no'))
      expect([kind, refusalToOperate(kind, lost)]).toEqual([kind, orderKinds[kind].opens ? 'deviceLost' : null]);
    expect(refusalToOperate('query_location', lost)).toBeNull();
    expect(refusalToOperate('set_intervals', lost)).toBeNull();
  });

  it('not when disabled, lost or nearly empty', () => {
    expect(refusalToOperate('unseal', lock({ status: 2 }))).toBe('deviceDisabled');
    expect(refusalToOperate('seal', lock({ out_of_use: 'lost', lock_status: unsealedLocked }))).toBe('deviceLost');
    expect(refusalToOperate('unseal', lock({ electric: 5 }))).toBe('batteryTooLow');
    expect(refusalToOperate('unseal', lock({ electric: null }))).toBeNull();
    expect(refusalToOperate('seal', lock({ electric: 1, lock_status: unsealedLocked }))).toBeNull(); // the safe direction
  });
});

it.each([
  ['queued', null],
  ['sent', 'commandSent'],
  ['uncertain', 'commandSent'],
  ['answered_ok', 'commandEnded'],
  ['answered_fail', 'commandEnded'],
  ['failed', 'commandEnded'],
  ['expired', 'commandEnded'],
  ['cancelled', 'commandEnded'],
] as const)('cancelling a command that is %s: %s', (state, refusal) => expect(refusalToCancel(state)).toBe(refusal));
