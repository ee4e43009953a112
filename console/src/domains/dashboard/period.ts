import dayjs, { type Dayjs } from 'dayjs';

/** When the last `count` days began, today being the last, by the clock on the wall: one of them may have 23 or 25 hours. */
export const daysUntil = (now: Dayjs, count: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    now
      .subtract(count - 1 - at, 'day')
      .startOf('day')
      .toISOString(),
  );

/** From a moment to the last millisecond before another, as addresses of lists have it; without another it goes on. */
export const within = (from: string, next: string | undefined): string =>
  `from=${from}${next === undefined ? '' : `&to=${dayjs(next).subtract(1, 'millisecond').toISOString()}`}`;

/** A day, as charts name it. */
export const dayOf = (from: string): string => dayjs(from).format('MM-DD');
/** An hour, as charts name it. */
export const hourOf = (from: string): string => dayjs(from).format('HH:mm');
