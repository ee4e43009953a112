import { describe, expect, it } from 'vitest';
import { LockStatus } from '../lock/codes.ts';
import { type Enterable, endOf, type HeldLease, refusalToEnter } from './management.ts';
import { StockStatus } from './stockSteps.ts';

const minute = 60_000;
const now = Date.UTC(2026, 10, 27, 12);
const heard = (ago: number, connected = true) => ({
  connected,
  seen: now - ago,
  reportInterval: 60,
  sleepInterval: 60,
});
const here = heard(minute);
/** A lock that reports and wakes every minute is offline seven minutes after its last word. */
const offline = 420_000;

describe('entering management mode', () => {
  const device: Enterable = {
    retired_time: null,
    status: 1,
    device_state: 'in_use',
    lost: false,
    lock_status: LockStatus.unsealedLocked,
    stock_status: 4,
    held: false,
  };
  const enter = (changed: Partial<Enterable> = {}, connection = here) =>
    refusalToEnter({ ...device, ...changed }, connection, now);

  it.each(Object.values(StockStatus))('in stock status %i', (stock_status) => {
    expect(enter({ stock_status })).toBe([2, 3, 4, 7].includes(stock_status) ? null : 'stockStep');
  });

  it.each(Object.entries(LockStatus))('while its lock is %s', (name, lock_status) => {
    expect(enter({ lock_status })).toBe(name === 'sealedLocked' ? 'stockSealed' : null);
  });

  it('is for a device in maintenance too: there it is repaired', () => {
    expect(enter({ device_state: 'maintenance' })).toBeNull();
  });

  it.each<[string, Partial<Enterable>, string]>([
    ['somebody has it already', { held: true }, 'managementHeld'],
    ['it is lost', { lost: true }, 'deviceLost'],
    ['it is scrapped', { device_state: 'scrapped' }, 'deviceScrapped'],
    ['it is disabled', { status: 2 }, 'deviceDisabled'],
    ['it is retired', { retired_time: '2026-11-26T00:00:00Z' }, 'deviceRetired'],
  ])('is refused by this alone: %s', (_, changed, refusal) => {
    expect(enter(changed)).toBe(refusal);
  });

  it('is refused once it has been offline for more than 30 minutes, or never said a word', () => {
    expect(enter({}, heard(offline + 30 * minute, false))).toBeNull();
    expect(enter({}, heard(offline + 30 * minute + 1, false))).toBe('managementOffline');
    expect(enter({}, { ...here, seen: null as never })).toBe('managementOffline');
  });
});

describe('what ends management mode by itself', () => {
  const lease: HeldLease = { until: now + minute, present: true, able: true, connection: here };
  it.each<[string, Partial<HeldLease>, ReturnType<typeof endOf>]>([
    ['nothing', {}, null],
    ['nothing a millisecond before its time', { until: now + 1 }, null],
    ['its time', { until: now }, 'lease_end'],
    ['its holder who signed out', { present: false, able: false }, 'signed_out'],
    ['its holder who may no longer', { able: false }, 'right'],
    ['a device that is offline for 30 minutes: not yet', { connection: heard(offline + 30 * minute, false) }, null],
    ['a device that is offline for longer', { connection: heard(offline + 30 * minute + 1, false) }, 'offline'],
    ['a socket that stayed open makes no difference', { connection: heard(offline + 30 * minute + 1) }, 'offline'],
    ['its time before anything else', { until: now, present: false }, 'lease_end'],
  ])('%s', (_, changed, end) => {
    expect(endOf({ ...lease, ...changed }, now)).toBe(end);
  });
});
