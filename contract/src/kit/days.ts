const HOUR = 3_600_000;
/** Whether these moments begin days that follow each other. A day of which an hour is left out or comes twice is a day. */
export const areDays = (starts: readonly string[]): boolean =>
  starts.slice(1).every((start, at) => {
    const long = Date.parse(start) - Date.parse(starts[at]!);
    return long >= 22 * HOUR && long <= 26 * HOUR;
  });
