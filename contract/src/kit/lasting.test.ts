import { expect, it } from 'vitest';
import { lasting } from './lasting.ts';

it.each([
  [0, '0 分钟', '0 min'],
  [15, '15 分钟', '15 min'],
  [60, '1 小时', '1 h'],
  [90, '1 小时 30 分钟', '1 h 30 min'],
  [480, '8 小时', '8 h'],
])('%s minutes are said in hours and minutes', (minutes, zh, en) => {
  expect(lasting(minutes)).toEqual({ zh, en });
});
