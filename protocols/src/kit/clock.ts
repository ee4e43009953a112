/** Two-digit parts of a device clock and its `hhmmss` to milliseconds since 1970 UTC; null when they name no moment. */
export function clockMillis(
  year: string,
  month: string,
  day: string,
  clock: string,
  utcOffsetMinutes: number,
): number | null {
  const [hour, minute, second] = [Number(clock.slice(0, 2)), Number(clock.slice(2, 4)), Number(clock.slice(4, 6))];
  const local = Date.UTC(2000 + Number(year), Number(month) - 1, Number(day), hour, minute, second);
  // Date.UTC carries 31 February into March; a clock that says so is broken. NaN fails the comparison as well.
  const real = clockParts(local, 0)?.join('') === year + month + day + clock;
  return real ? local - utcOffsetMinutes * 60_000 : null;
}

/** Year, month, day (two digits each) and `hhmmss` on a device clock; null outside 2000-2099. */
export function clockParts(
  millis: number,
  utcOffsetMinutes: number,
): [year: string, month: string, day: string, clock: string] | null {
  const local = new Date(millis + utcOffsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  if (!(year >= 2000 && year <= 2099)) return null;
  const clock = two(local.getUTCHours()) + two(local.getUTCMinutes()) + two(local.getUTCSeconds());
  return [two(year - 2000), two(local.getUTCMonth() + 1), two(local.getUTCDate()), clock];
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
