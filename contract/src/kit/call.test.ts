import { expect, it } from 'vitest';
import { Line, Time } from './call.ts';

it.each([
  ['沪D·Z5623\u200b', '沪D·Z5623'],
  ['\ufeff 沪D\u2060·Z5623 ', '沪D·Z5623'],
  ['\u202eabc\u202c', 'abc'],
  ['Cafe\u0301', 'Caf\u00e9'],
  ['Zhou Min 🔒', 'Zhou Min 🔒'],
  ['沪D\u2800·\u3164Z5623\u115f\ufe0f\u034f\u{e0041}\ufffc', '沪D·Z5623'],
  ['A\nB\u2028C\u0007D', 'A B C D'],
])('a line has only signs that are seen: %j', (typed, kept) => {
  expect(Line(60).parse(typed)).toBe(kept);
});

it('that shows nothing is empty, and is counted as it is kept', () => {
  expect(Line(9).min(1).safeParse('\u200b \u200d\u2800\u3164').success).toBe(false);
  expect(Line(9).safeParse('沪D·Z5623\u200b').success).toBe(true);
});

it.each([
  ['9999-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999999Z'],
  ['2026-11-28T10:00:00.123456789Z', '2026-11-28T10:00:00.123456Z'],
  ['2026-11-28T10:00:00.123Z', '2026-11-28T10:00:00.123Z'],
  ['2026-11-28T10:00:00Z', '2026-11-28T10:00:00Z'],
])('a moment is cut off, and never rounded up: %s', (told, kept) => {
  expect(Time.parse(told)).toBe(kept);
});
