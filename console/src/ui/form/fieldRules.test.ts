import { alarmCalls } from '@plomb/contract/alarms/domain';
import { deviceCalls } from '@plomb/contract/devices/domain';
import { fieldErrors } from '@plomb/contract/errors';
import { personalCalls } from '@plomb/contract/personal/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { expect, it } from 'vitest';
import { fieldOf, isRequired, limits, longest, wrongWith } from './fieldRules.ts';

const device = deviceCalls.devices.add.input;
const type = deviceCalls.deviceTypes.add.input;
const menu = systemCalls.menus.add.input;
const word = (input: typeof device | typeof type | typeof menu, name: string | string[], value: unknown) =>
  wrongWith(fieldOf(input, name), value, 'en');
const en = (code: keyof typeof fieldErrors) => fieldErrors[code].en;

it.each([
  ['device_name', true],
  ['sn', true],
  ['org_id', true],
  // may be null, or nothing typed
  ['manufacturer_id', false],
  ['subject', false],
])('%s has to be filled: %s', (name, required) => {
  expect(isRequired(fieldOf(device, name))).toBe(required);
  expect(word(device, name, undefined)).toBe(required ? en('required') : null);
});

it('takes spaces for nothing', () => {
  expect(word(device, 'device_name', '  ')).toBe(en('required'));
  expect(word(device, 'subject', '  ')).toBeNull();
});

it('says in the words of the contract what was not chosen, and that a form was left empty', () => {
  const alarm = alarmCalls.alarms.process.input as unknown as typeof device;
  expect(isRequired(fieldOf(alarm, 'result'))).toBe(true);
  expect(word(alarm, 'result', undefined)).toBe(en('alarmResult'));
  const key = personalCalls.apiKeys.add.input as unknown as typeof device;
  expect(word(key, 'scope', [])).toBe(en('selectOne'));
  expect(word(key, 'addresses', ['10.0.0.0/8', 'home'])).toBe(en('network'));
  expect(word(key, 'addresses', [])).toBeNull();
  expect(word(menu, 'menuCode', '')).toBe(en('required'));
});

it('does not take a box for one that has to be filled', () => {
  expect(isRequired(fieldOf(menu, 'hidden'))).toBe(false);
  expect(word(menu, 'hidden', false)).toBeNull();
});

it('says what is wrong in the words of the contract', () => {
  expect(word(device, 'sn', 'xyz-1')).toBe(en('deviceNumber'));
  expect(word(device, 'sn', ' 14802109001 ')).toBeNull();
  expect(word(menu, 'menuCode', '9 lives')).toBe(en('menuCode'));
  expect(word(device, 'subject', 'x'.repeat(61))).toBe(en('tooLong'));
  expect(word(type, 'report_interval', 4)).toBe(en('outOfRange'));
  // a new type may do without, but a figure that was cleared is none
  expect(word(type, 'low_battery', undefined)).toBeNull();
  expect(word(type, 'low_battery', null)).toBe(en('required'));
  expect(word(type, 'report_interval', 5.5)).toBe(en('wholeNumber'));
  expect(word(type, 'family', 'none')).toBe(en('choice'));
  expect(word(systemCalls.organisations.add.input as unknown as typeof device, 'mailbox', 'a@')).toBe(en('mailbox'));
});

it('finds fields within fields, and knows their limits', () => {
  expect(longest(fieldOf(menu, ['menuName', 'zh']))).toBe(60);
  expect(longest(fieldOf(menu, 'hidden'))).toBeUndefined();
  expect(longest(fieldOf(menu, 'menuCode'))).toBe(40);
  expect(longest(fieldOf(personalCalls.account.update.input as unknown as typeof device, 'operPhone'))).toBe(21);
  expect(limits(fieldOf(type, 'low_battery'))).toEqual({ min: 1, max: 90 });
  expect(limits(fieldOf(device, 'org_id'))).not.toHaveProperty('max');
});

it('names a field that the call does not take', () => {
  expect(() => fieldOf(menu, ['menuName', 'fr'])).toThrow('menuName.fr');
});
