import fc from 'fast-check';
import { expect, it } from 'vitest';
import { millisOf, timeOf } from './time.ts';

it('reads the device clock at its offset', () => {
  expect(millisOf('261120081500', 480)).toBe(Date.UTC(2026, 10, 20, 0, 15));
  expect(millisOf('261120081500', 0)).toBe(Date.UTC(2026, 10, 20, 8, 15));
  expect(timeOf(Date.UTC(2026, 10, 20, 0, 15), 480)).toBe('261120081500');
});

it('knows leap years', () => {
  expect(millisOf('280229000000', 0)).toBe(Date.UTC(2028, 1, 29));
  expect(millisOf('270229000000', 0)).toBeNull();
});

it.each([
  'ff1120081500',
  '26112008150',
  '261100081500',
  '261120081560',
  '000000000000',
  '260231000000',
  '261320000000',
  '261120246000',
  'ffffffffffff',
])('%s is no time', (time) => {
  expect(millisOf(time, 480)).toBeNull();
});

it('round-trips', () => {
  const seconds = fc.integer({ min: Date.UTC(2000, 0, 2) / 1000, max: Date.UTC(2099, 11, 30) / 1000 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: -720, max: 840 }), (second, offset) => {
      expect(millisOf(timeOf(second * 1000, offset), offset)).toBe(second * 1000);
    }),
  );
  expect(() => timeOf(0, 480)).toThrow(RangeError);
});
