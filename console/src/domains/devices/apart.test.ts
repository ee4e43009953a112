import { expect, it } from 'vitest';
import { apart } from './apart.ts';

it('tells a time zone as what it is, though the report took a while', () => {
  const minute = 60_000;
  expect(apart(480 * minute, 700, 'en')).toBe('8 h');
  expect(apart(0, 330 * minute - 900, 'zh')).toBe('5 小时 30 分钟');
  expect(apart(0, 12 * minute, 'en')).toBe('12 min');
  expect(apart(0, 3 * 1440 * minute, 'zh')).toBe('3 天');
});
