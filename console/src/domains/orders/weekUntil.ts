import type { Dayjs } from 'dayjs';

/** When today and the six days before began, by the clock on the wall: one of them may have 23 or 25 hours. */
export const weekUntil = (now: Dayjs): string[] =>
  Array.from({ length: 7 }, (_, at) =>
    now
      .subtract(6 - at, 'day')
      .startOf('day')
      .toISOString(),
  );
