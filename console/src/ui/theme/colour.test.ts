import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, mix, readable } from './colour.ts';

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

test('contrast is that of WCAG', () => {
  expect(contrast('#000', '#ffffff')).toBe(21);
  expect(contrast('#1890ff', '#ffffff')).toBeCloseTo(3.24, 2);
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2);
});

test('mixing ends at both ends', () => {
  expect(mix('#102030', '#ffffff', 0)).toBe('#102030');
  expect(mix('#102030', '#ffffff', 1)).toBe('#ffffff');
});

test('a colour that already reads is left alone', () => {
  expect(readable('#0958d9', '#ffffff', 4.5)).toBe('#0958d9');
});

test('any colour becomes readable on any background', () => {
  fc.assert(
    fc.property(hex, hex, (colour, background) => {
      expect(contrast(readable(colour, background, 4.5), background)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test('an unreachable ratio gives the best there is', () => {
  expect(readable('#1890ff', '#808080', 15)).toBe('#000000');
});

test('what is no colour is refused', () => {
  expect(() => contrast('blue', '#fff')).toThrow('#rgb');
});
