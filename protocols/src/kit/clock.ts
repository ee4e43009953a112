/**
 * Twelve digits of a device clock to milliseconds since 1970 UTC, `order` telling where year, month and day stand; null
 * when they name no moment.
 */
export function clockMillis(digits: string, order: ClockOrder, utcOffsetMinutes: number): number | null {
  if (digits.length !== 12) return null;
  const year = 2000 + two(digits, order.year);
  const month = two(digits, order.month);
  const day = two(digits, order.day);
  const hour = two(digits, 6);
  const minute = two(digits, 8);
  const second = two(digits, 10);
  // A part that is no number fails its comparison.
  const isDay = year >= 2000 && month >= 1 && day >= 1 && day <= daysIn(year, month);
  const isMoment = isDay && hour < 24 && minute < 60 && second < 60;
  return isMoment ? Date.UTC(year, month - 1, day, hour, minute, second) - utcOffsetMinutes * 60_000 : null;
}

/** Where the two digits of each stand. */
export interface ClockOrder {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days of a month of 2000-2099; 0 for a month that is none. */
function daysIn(year: number, month: number): number {
  return month === 2 && year % 4 === 0 ? 29 : (lengths[month - 1] ?? 0);
}

/** Two decimal digits, NaN when they are none. */
function two(digits: string, at: number): number {
  const tens = digits.charCodeAt(at) - 48;
  const ones = digits.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Year, month, day (two digits each) and `hhmmss` on a device clock; null outside 2000-2099. */
export function clockParts(
  millis: number,
  utcOffsetMinutes: number,
): [year: string, month: string, day: string, clock: string] | null {
  const local = new Date(millis + utcOffsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  if (!(year >= 2000 && year <= 2099)) return null;
  const clock = padded(local.getUTCHours()) + padded(local.getUTCMinutes()) + padded(local.getUTCSeconds());
  return [padded(year - 2000), padded(local.getUTCMonth() + 1), padded(local.getUTCDate()), clock];
}

function padded(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
