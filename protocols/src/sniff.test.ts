import { expect, it } from 'vitest';
import { sniff } from './sniff.ts';

it.each([
  [0x7e, 'jt808'],
  [0x24, 'jointech'],
  [0x28, 'jointech'],
  [0x2a, null],
  [0x47, null],
  [0x16, null],
])('byte %i opens %s', (byte, family) => {
  expect(sniff(byte)).toBe(family);
});
