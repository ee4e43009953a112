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
const wrong = (input: typeof device | typeof type | typeof menu, name: string | string[], value: unknown) =>
  wrongWith(fieldOf(input, name), value)?.en ?? null;

it.each([
  ['device_name', true],
  ['sn', true],
  ['org_id', true],
  // may be null, or nothing typed
  ['manufacturer_id', false],
  ['subject', false],
])('%s has to be filled: %s', (name, required) => {
  expect(isRequired(fieldOf(device, name))).toBe(required);
  expect(wrong(device, name, undefined)).toBe(required ? fieldErrors.required.en : null);
});

it('takes spaces for nothing', () => {
  expect(wrong(device, 'device_name', '  ')).toBe(fieldErrors.required.en);
  expect(wrong(device, 'subject', '  ')).toBeNull();
});

it('says what was not chosen, and that a form was left empty', () => {
  const alarm = alarmCalls.alarms.process.input as unknown as typeof device;
  expect(isRequired(fieldOf(alarm, 'result'))).toBe(true);
  expect(wrong(alarm, 'result', undefined)).toBe(fieldErrors.alarmResult.en);
  const key = personalCalls.apiKeys.add.input as unknown as typeof device;
  expect(wrong(key, 'scope', [])).toBe(fieldErrors.selectOne.en);
  expect(wrong(key, 'addresses', ['10.0.0.0/8', 'home'])).toBe(fieldErrors.network.en);
  expect(wrong(key, 'addresses', [])).toBeNull();
  expect(wrong(menu, 'menuCode', '')).toBe(fieldErrors.required.en);
});

it('does not take a box for one that has to be filled', () => {
  expect(isRequired(fieldOf(menu, 'hidden'))).toBe(false);
  expect(wrong(menu, 'hidden', false)).toBeNull();
});

it('says what is wrong in the words of the contract', () => {
  expect(wrong(device, 'sn', 'xyz-1')).toBe(fieldErrors.deviceNumber.en);
  expect(wrong(device, 'sn', ' 14802109001 ')).toBeNull();
  expect(wrong(menu, 'menuCode', '9 lives')).toBe(fieldErrors.menuCode.en);
  expect(wrong(device, 'subject', 'x'.repeat(61))).toBe('At most 60 characters');
  expect(wrong(type, 'report_interval', 4)).toBe('At least 5');
  // a new type may do without, but a figure that was cleared is none
  expect(wrong(type, 'low_battery', undefined)).toBeNull();
  expect(wrong(type, 'low_battery', null)).toBe(fieldErrors.required.en);
  expect(wrong(type, 'report_interval', 5.5)).toBe(fieldErrors.wholeNumber.en);
  expect(wrong(type, 'family', 'none')).toBe(fieldErrors.choice.en);
  expect(wrong(systemCalls.organisations.add.input as unknown as typeof device, 'mailbox', 'a@')).toBe(
    fieldErrors.mailbox.en,
  );
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
