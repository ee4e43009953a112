/** Of rows in an order the number of those in front that hold to something, found by halves: thousands are asked of thousands. */
export const countWhile = <T>(rows: readonly T[], holds: (row: T) => boolean): number => {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(rows[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
};
