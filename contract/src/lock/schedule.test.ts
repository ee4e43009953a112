import { expect, it, test } from 'vitest';
import { isScheduled, Schedule } from './schedule.ts';

const shanghai = { time_zone: 'Asia/Shanghai' };
/** A moment of the week of Monday 2026-06-15, by the clock of Shanghai. */
const at = (day: number, hour: string): number => Date.parse(`2026-06-${14 + day}T${hour}:00+08:00`);

test.each([
  [1, '08:00', true],
  [1, '07:59', false],
  [1, '18:00', false],
  [5, '17:59', true],
  [6, '12:00', false],
])('working hours: day %i at %s: %s', (day, hour, is) => {
  expect(isScheduled({ days: [1, 2, 3, 4, 5], from: '08:00', until: '18:00', ...shanghai }, at(day, hour))).toBe(is);
});

test.each([
  [5, '22:00', true],
  [6, '05:59', true],
  [6, '06:00', false],
  [5, '05:00', false],
  [6, '23:00', false],
])('a night belongs to the day it begins on: day %i at %s: %s', (day, hour, is) => {
  expect(isScheduled({ days: [5], from: '22:00', until: '06:00', ...shanghai }, at(day, hour))).toBe(is);
});

it('of Sunday night goes on into Monday', () => {
  expect(isScheduled({ days: [7], from: '22:00', until: '06:00', ...shanghai }, at(1, '01:00'))).toBe(true);
});

it('is the whole day from an hour to the same, and always without one', () => {
  expect(isScheduled({ days: [3], from: '00:00', until: '00:00', ...shanghai }, at(3, '23:59'))).toBe(true);
  expect(isScheduled({ days: [3], from: '00:00', until: '00:00', ...shanghai }, at(4, '00:00'))).toBe(false);
  expect(isScheduled(null, 0)).toBe(true);
});

it('takes the time zone it names, summer time included', () => {
  const berlin = { days: [3], from: '08:00', until: '09:00', time_zone: 'Europe/Berlin' };
  expect(isScheduled(berlin, Date.parse('2026-07-01T06:30:00Z'))).toBe(true);
  expect(isScheduled(berlin, Date.parse('2026-01-07T06:30:00Z'))).toBe(false);
});

it('has days, hours and a zone that exist', () => {
  const wrong = (changes: object) =>
    Schedule.safeParse({ days: [1], from: '08:00', until: '18:00', ...shanghai, ...changes }).success;
  expect(wrong({})).toBe(true);
  expect([wrong({ days: [] }), wrong({ days: [8] }), wrong({ from: '8' }), wrong({ time_zone: 'Mars' })]).toEqual(
    Array(4).fill(false),
  );
  expect(Schedule.parse({ days: [3, 1, 3], from: '08:00', until: '18:00', ...shanghai }).days).toEqual([1, 3]);
});
