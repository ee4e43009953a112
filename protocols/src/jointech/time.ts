import { clockMillis, clockParts } from '../kit/clock.ts';

const dayFirst = { year: 4, month: 2, day: 0 };

/** Jointech device time, `DDMMYYhhmmss` in UTC, to milliseconds since 1970; null when it is no real time. */
export function millisOf(time: string): number | null {
  return clockMillis(time, dayFirst, 0);
}

/** The inverse. Throws `RangeError` outside 2000-2099. */
export function timeOf(millis: number): string {
  const parts = clockParts(millis, 0);
  if (parts === null) throw new RangeError(`${millis} is no moment of 2000-2099`);
  const [year, month, day, clock] = parts;
  return day + month + year + clock;
}
