import { expect, it } from 'vitest';
import { bySeverity, nextAfter, offsetOf, stepFrom } from './queue.ts';

const row = (id: number, severity: string, owner_login = '', escalate_time: string | null = null) =>
  ({ id, severity, owner: owner_login, owner_login, escalate_time }) as never;
const rows = [row(1, 'critical', 'chen'), row(2, 'critical'), row(3, 'warning', 'me'), row(4, 'info')];
const idOf = (alarm: { id: number } | undefined) => alarm?.id;

it('groups what waits by severity, in its order', () => {
  expect(bySeverity(rows).map(({ severity, alarms }) => [severity, alarms.length])).toEqual([
    ['critical', 2],
    ['warning', 1],
    ['info', 1],
  ]);
});

it('steps to the one below and above, stays at the ends, and begins at the first', () => {
  expect(idOf(stepFrom(rows, 2, 1))).toBe(3);
  expect(idOf(stepFrom(rows, 2, -1))).toBe(1);
  expect(idOf(stepFrom(rows, 4, 1))).toBe(4);
  expect(idOf(stepFrom(rows, 1, -1))).toBe(1);
  expect(idOf(stepFrom(rows, null, 1))).toBe(1);
  expect(stepFrom([], null, 1)).toBeUndefined();
});

it('offers the gravest that waits longest and that nobody else has, wherever one stands', () => {
  expect(idOf(nextAfter(rows, 2, 'me'))).toBe(3);
  expect(idOf(nextAfter(rows, 3, 'me'))).toBe(2);
  expect(idOf(nextAfter(rows, 4, 'me'))).toBe(2);
  expect(idOf(nextAfter(rows, 2, 'li'))).toBe(4);
  expect(idOf(nextAfter(rows, null, 'li'))).toBe(2);
  expect(nextAfter([row(1, 'critical', 'chen')], null, 'me')).toBeUndefined();
  expect(nextAfter([row(5, 'critical')], 5, 'me')).toBeUndefined();
});

it('offers what was handed up only when nothing else is left', () => {
  const up = row(1, 'critical', '', '2026-11-20T07:12:08Z');
  expect(idOf(nextAfter([up, row(2, 'warning')], null, 'me'))).toBe(2);
  expect(idOf(nextAfter([up, row(2, 'warning')], 2, 'me'))).toBe(1);
});

it.each([
  ['2026-11-20T07:12:08Z', '0:00'],
  ['2026-11-20T07:14:20Z', '+2:12'],
  ['2026-11-20T07:09:41Z', '−2:27'],
  ['2026-11-20T05:58:10Z', '−1 h 13'],
  ['2026-11-17T07:12:08Z', '−3 d'],
])('says how far from the alarm %s is: %s', (time, said) => {
  expect(offsetOf(time, '2026-11-20T07:12:08Z')).toBe(said);
});
