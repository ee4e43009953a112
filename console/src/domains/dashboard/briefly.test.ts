import { expect, it } from 'vitest';
import { briefly } from './briefly.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
it.each([
  ['2026-11-23T12:00:30Z', '0 m', '0 分'],
  ['2026-11-23T11:59:01Z', '0 m', '0 分'],
  ['2026-11-23T11:00:01Z', '59 m', '59 分'],
  ['2026-11-23T11:00:00Z', '1 h', '1 时'],
  ['2026-11-21T12:00:01Z', '47 h', '47 时'],
  ['2026-11-21T12:00:00Z', '2 d', '2 天'],
])('since %s it has waited %s', (since, en, zh) => {
  expect([briefly(since, now, 'en'), briefly(since, now, 'zh')]).toEqual([en, zh]);
});
