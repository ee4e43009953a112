import { expect, it } from 'vitest';
import { millisOf, timeOf } from './time.ts';

it('keeps UTC, day first', () => {
  expect(millisOf('201126081500')).toBe(Date.UTC(2026, 10, 20, 8, 15));
  expect(timeOf(Date.UTC(2026, 10, 20, 8, 15))).toBe('201126081500');
});

it.each(['000000000000', '310226000000', '2011260815'])('%s is no time', (time) => {
  expect(millisOf(time)).toBeNull();
});
