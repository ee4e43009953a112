import { expect, it } from 'vitest';
import { grouped, withDecimals } from './numbers.ts';

it('groups what is counted, and keeps the decimals of what is measured', () => {
  expect(grouped(12_345, 'zh')).toBe('12,345');
  expect([withDecimals(12_345, 1, 'zh'), withDecimals(0.25, 1, 'en'), withDecimals(999_999.96, 1, 'en')]).toEqual([
    '12,345.0',
    '0.3',
    '1,000,000.0',
  ]);
});
