import { expect, it } from 'vitest';
import { coveredAddress, plainAddress, sentAddress } from './address.ts';

it.each([
  ['13912345678', '13912345678'],
  ['139 1234 5678', '13912345678'],
  ['139-1234-5678', '13912345678'],
  ['+8613912345678', '13912345678'],
  ['+86 139 1234 5678', '13912345678'],
  ['0086 13912345678', '13912345678'],
  // of other countries, and of no mobile telephone of the mainland
  ['+44 7911 123456', '+447911123456'],
  ['0044 7911 123456', '+447911123456'],
  ['+86 21 5555 1234', '+862155551234'],
  ['+8613912345', '+8613912345'],
  ['+86139123456789', '+86139123456789'],
  ['8613912345678', '8613912345678'],
])('the number %s is counted as %s', (typed, plain) => expect(plainAddress('sms', typed)).toBe(plain));

it('a number goes out as it was typed, and is covered alike in each of its forms', () => {
  expect(sentAddress('sms', '+86 139-1234 5678')).toBe('+8613912345678');
  for (const typed of ['13912345678', '+86 139 1234 5678', '008613912345678'])
    expect(coveredAddress('sms', typed)).toBe('139 **** 5678');
  expect(coveredAddress('sms', '110-22')).toBe('****22');
});

it('a mail address is counted without its case', () => {
  expect(plainAddress('mail', ' Li.Wei@Example.com ')).toBe('li.wei@example.com');
  expect(sentAddress('mail', ' Li.Wei@Example.com ')).toBe('Li.Wei@Example.com');
  expect(coveredAddress('mail', 'guard@port.example')).toBe('g***@port.example');
});
