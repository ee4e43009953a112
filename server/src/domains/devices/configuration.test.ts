import type { Parameter } from '@plomb/contract/devices/configuration';
import { describe, expect, it } from 'vitest';
import { configurationOf, type HeldParameter, type OrderUnderWay } from './configuration.ts';

const type = { report_interval: 60, sleep_interval: 3600 };
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const known = (minute: number, value: number) => ({ value, time: at(minute) });
const by = (minute: number, cancelled = false) => ({ oper_name: 'Li', create_time: at(minute), cancelled });
const set = (minute: number, value: number) => ({ confirmed: known(minute, value), confirmed_by: by(minute) });
const sent = (minute: number, value: number, cancelled = false) => ({
  perhaps: known(minute, value),
  perhaps_by: by(minute, cancelled),
});
const read = (minute: number, value: number) => ({ read: known(minute, value) });
const nothing = { confirmed: null, read: null, perhaps: null, settled: false, confirmed_by: null, perhaps_by: null };
const order = (value: number): OrderUnderWay => ({
  kind: 'set_intervals',
  args: { report_interval: value },
  oper_name: 'Li',
  create_time: at(9),
});
const reportOf = (held: Partial<HeldParameter>, orders: OrderUnderWay[]): Parameter =>
  configurationOf(type, [{ name: 'report_interval', ...nothing, ...held }], orders).find(
    ({ name }) => name === 'report_interval',
  )!;

describe('the configuration of a lock', () => {
  it.each([
    ['nothing was ordered or read', {}, [], 60, null, 'unknown'],
    ['the lock read as its type has it', read(1, 60), [], 60, null, 'same'],
    ['the lock read otherwise than its type', read(1, 30), [], 60, null, 'drift'],
    ['an order the lock took', set(1, 30), [], 30, null, 'same'],
    ['an order under way', set(1, 30), [order(20)], 20, null, 'waiting'],
    ['an order under way that was sent', { ...set(1, 30), ...sent(2, 20) }, [order(20)], 20, 20, 'waiting'],
    ['an order sent that ended without an answer', { ...set(1, 30), ...sent(2, 300) }, [], 300, 300, 'unknown'],
    ['one that was taken back besides', { ...set(1, 30), ...sent(2, 300, true) }, [], 30, 300, 'unknown'],
    [
      'one that was found to be taken',
      { ...set(1, 30), ...sent(2, 300), ...read(3, 300), settled: true },
      [],
      300,
      null,
      'same',
    ],
    [
      'one that was found not to be',
      { ...set(1, 30), ...sent(2, 300), ...read(3, 30), settled: true },
      [],
      300,
      null,
      'drift',
    ],
    ['one sent before a reading asked for earlier came', { ...sent(2, 300), ...read(3, 60) }, [], 300, 300, 'unknown'],
    ['read otherwise after it was set', { ...set(1, 30), ...read(3, 600) }, [], 30, null, 'drift'],
    ['set after it was read', { ...read(1, 600), ...set(3, 30) }, [], 30, null, 'same'],
    ['set by whoever had it before', { ...set(1, 30), confirmed_by: null }, [], 60, null, 'drift'],
  ] as const)('%s', (_, held, orders, wanted, perhaps, standing) => {
    const found = reportOf(held, [...orders]);
    expect([found.wanted?.value, found.perhaps?.value ?? null, found.standing]).toEqual([wanted, perhaps, standing]);
  });

  it('names every parameter, also those nobody wants anything of', () => {
    const told: HeldParameter = { name: 'heartbeat_interval', ...nothing, ...read(1, 180) };
    expect(configurationOf(type, [told], []).map(({ name, standing }) => [name, standing])).toEqual([
      ['report_interval', 'unknown'],
      ['sleep_interval', 'unknown'],
      ['heartbeat_interval', 'unwanted'],
      ['low_battery', 'unknown'],
      ['auto_seal_mode', 'unknown'],
    ]);
  });
});
