import { clockMillis, clockParts } from '../kit/clock.ts';

const yearFirst = { year: 0, month: 2, day: 4 };

/**
 * JT/T 808 device time, `YYMMDDhhmmss` as read from BCD, to milliseconds since 1970 UTC. `utcOffsetMinutes` is the
 * device's clock: 480 by the standard (GMT+8), 0 for makers that send UTC. Null when it is no real time: locks without
 * a fix send zeros.
 */
export function millisOf(time: string, utcOffsetMinutes: number): number | null {
  return clockMillis(time, yearFirst, utcOffsetMinutes);
}

/** The inverse: the device clock's digits at `millis`. Throws `RangeError` outside the century the wire can name. */
export function timeOf(millis: number, utcOffsetMinutes: number): string {
  const parts = clockParts(millis, utcOffsetMinutes);
  if (parts === null) throw new RangeError(`${millis} is no moment of 2000-2099`);
  return parts.join('');
}
