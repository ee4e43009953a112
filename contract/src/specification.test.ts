import { describe, expect, it, test } from 'vitest';
import { allCalls } from './calls.ts';
import { deviceTypes } from './devices/deviceTypes.ts';
import { errors, fieldErrors } from './errors.ts';
import { menuSeeds } from './menus.ts';
import { session, strictPassword } from './session/session.ts';

/** What the specification says in so many words: a change here is a change of the product, not of a sentence. */
describe('sentences', () => {
  test.each([
    [errors.authEmptyData, 'Failed to get permission: you do not have any permission'],
    [errors.notFound, 'No data found, please contact the administrator'],
    [errors.validation, 'The form information is wrong'],
    [errors.deviceSnExists, 'The device exists already'],
    [errors.deviceMissing, 'The device does not exist'],
    [errors.issueTimedOut, 'Issue timed out, please try again'],
    [fieldErrors.userName, 'Please enter user name'],
    [fieldErrors.required, 'Input cannot be empty'],
    [fieldErrors.passwordRule, 'The password must be an alphanumeric combination of 6-16 characters'],
    [fieldErrors.phone, 'Phone number wrong'],
    [fieldErrors.selectOne, 'Please select at least one record'],
  ])('%j', ({ zh, en }, sentence) => {
    expect(en).toBe(sentence);
    expect(zh).toMatch(/^[^a-z]+$/i); // a Chinese one beside it
  });
  it('about pictures names both limits', () => {
    for (const words of [errors.imageRule.zh, errors.imageRule.en]) expect(words).toMatch(/jpg.*png.*2 ?MB/);
  });
});

it('a person’s own password has 6-16 letters and digits, of both', () => {
  for (const good of ['abc123', 'A1b2C3d4E5f6G7h8']) expect(strictPassword.test(good)).toBe(true);
  for (const bad of ['abcdef', '123456', 'ab12', 'abcdefgh123456789', 'abc 123', 'abc-123', '密码123456'])
    expect(strictPassword.test(bad)).toBe(false);
});

it('the calls the specification names stand where it says', () => {
  const paths = allCalls.map((c) => c.path);
  for (const path of [
    '/login/login',
    '/auth/getAuth',
    '/login/logout',
    '/login/changePassword',
    '/oper/hobbyConfig/find',
    '/oper/hobbyConfig/update',
  ])
    expect(paths).toContain(path);
  expect(session.login.permit).toBe('open');
});

it('sections are titled as the product is described, in both languages', () => {
  const titles = Object.fromEntries(Object.entries(menuSeeds).map(([code, { title }]) => [code, title.en]));
  expect(titles).toMatchObject({
    map: 'Map',
    deviceType: 'Device types',
    manufacturer: 'Manufacturers',
    account: 'My account',
    organisation: 'Organisations',
    operator: 'Operators',
    role: 'Roles',
    menu: 'Menus and buttons',
    dictionary: 'Dictionaries',
    operationLog: 'Operation logs',
  });
  for (const { title } of Object.values(menuSeeds)) expect(title.zh).toMatch(/\p{Script=Han}/u);
});

it('report and wake-up intervals are whole seconds within limits', () => {
  const type = { device_type: 'G', device_type_name: 'G', family: 'hhd', utc_offset_minutes: 480, low_battery: 20 };
  const takes = (report_interval: number, sleep_interval: number): boolean =>
    deviceTypes.add.input.safeParse({ ...type, report_interval, sleep_interval }).success;
  expect(takes(60, 3600)).toBe(true);
  for (const [report, sleep] of [
    [4, 3600],
    [86_401, 3600],
    [60.5, 3600],
    [60, 59],
    [60, 604_801],
  ] as const)
    expect(takes(report, sleep)).toBe(false);
});
