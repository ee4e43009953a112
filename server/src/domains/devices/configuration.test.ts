import type { Parameter } from '@plomb/contract/devices/configuration';
import { describe, expect, it } from 'vitest';
import { type ConfigurationOrder, configurationOf } from './configuration.ts';

const type = { report_interval: 60, sleep_interval: 3600 };
const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();
const set = (minute: number, value: number, state: ConfigurationOrder['state']): ConfigurationOrder => ({
  kind: 'set_intervals',
  args: { report_interval: value },
  state,
  result: null,
  oper_name: 'Li',
  create_time: at(minute),
  answer_time: state === 'answered_ok' ? at(minute) : null,
});
const read = (minute: number, value: number): ConfigurationOrder => ({
  ...set(minute, 0, 'answered_ok'),
  kind: 'query_parameters',
  args: {},
  result: { parameters: { report_interval: value } },
});
const reset = (minute: number, state: ConfigurationOrder['state']): ConfigurationOrder => ({
  ...set(minute, 0, state),
  kind: 'factory_reset',
  args: {},
});
const reportOf = (orders: ConfigurationOrder[]): Parameter =>
  configurationOf(type, orders).find(({ name }) => name === 'report_interval')!;

describe('the configuration of a lock', () => {
  it.each([
    ['nothing was ordered or read', [], 60, null, null, 'unknown'],
    ['the lock read as its type has it', [read(1, 60)], 60, null, 60, 'same'],
    ['the lock read otherwise than its type', [read(1, 30)], 60, null, 30, 'drift'],
    ['an order the lock took', [set(1, 30, 'answered_ok')], 30, 30, null, 'same'],
    ['an order under way', [set(2, 20, 'queued'), set(1, 30, 'answered_ok')], 20, 30, null, 'waiting'],
    ['an order nobody knows the end of', [set(2, 20, 'uncertain')], 20, null, null, 'waiting'],
    ['an order the lock refused', [set(2, 20, 'answered_fail'), set(1, 30, 'answered_ok')], 30, 30, null, 'same'],
    ['an order that expired', [set(2, 20, 'expired')], 60, null, null, 'unknown'],
    ['read otherwise after it was set', [read(3, 600), set(1, 30, 'answered_ok')], 30, 30, 600, 'drift'],
    ['set after it was read', [set(3, 30, 'answered_ok'), read(1, 600)], 30, 30, 600, 'same'],
    [
      'set and read before a factory reset',
      [reset(4, 'answered_ok'), read(3, 30), set(1, 30, 'answered_ok')],
      60,
      null,
      null,
      'unknown',
    ],
    [
      'set before a reset nobody knows the end of',
      [reset(4, 'uncertain'), set(1, 30, 'answered_ok')],
      30,
      30,
      null,
      'same',
    ],
    ['an order behind a factory reset', [set(5, 20, 'queued'), reset(4, 'answered_ok')], 20, null, null, 'waiting'],
    ['read after a factory reset', [read(5, 90), reset(4, 'answered_ok')], 60, null, 90, 'drift'],
  ] as const)('%s', (_, orders, wanted, confirmed, told, standing) => {
    const found = reportOf([...orders]);
    expect([found.wanted?.value, found.confirmed?.value ?? null, found.read?.value ?? null, found.standing]).toEqual([
      wanted,
      confirmed,
      told,
      standing,
    ]);
  });

  it('names every parameter, also those nobody wants anything of', () => {
    const told = { ...read(1, 60), result: { parameters: { heartbeat_interval: 180 } } };
    expect(configurationOf(type, [told]).map(({ name, standing }) => [name, standing])).toEqual([
      ['report_interval', 'unknown'],
      ['sleep_interval', 'unknown'],
      ['heartbeat_interval', 'unwanted'],
      ['low_battery', 'unknown'],
      ['auto_seal_mode', 'unknown'],
    ]);
  });
});
