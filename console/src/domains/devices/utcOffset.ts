/** Minutes east of UTC as people write them: `UTC+8:00`. */
export const utcOffset = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}:${`${size % 60}`.padStart(2, '0')}`;
};

/** What a lock's clock may be set to: all that is used on earth lies on a quarter of an hour. */
export const utcOffsets: readonly number[] = Array.from({ length: (840 + 720) / 15 + 1 }, (_, n) => -720 + 15 * n);
