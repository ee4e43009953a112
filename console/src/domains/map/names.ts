const collator = new Intl.Collator('zh-Hans', { numeric: true });
/** Comparisons between two breaths: about two milliseconds. */
const BREATH = 1500;

export interface Named {
  id: number;
  name: string;
}

/** The order of people for names, equals by id. */
export const compareNames = (a: Named, b: Named): number => collator.compare(a.name, b.name) || a.id - b.id;

/**
 * Sorts names as people do. A hundred thousand of them take a second, so it is done a little at a time: `breathe` lets
 * the page draw and answer in between, and says false when the order is not wanted any more; then the answer is null.
 */
export const sortNames = async (names: readonly Named[], breathe: () => Promise<boolean>): Promise<Named[] | null> => {
  let from = [...names];
  let to = new Array<Named>(from.length);
  let compared = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const [middle, end] = [Math.min(start + width, from.length), Math.min(start + 2 * width, from.length)];
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        const [a, b] = [from[left], from[right]];
        const takeLeft = left < middle && a && (right >= end || !b || compareNames(a, b) <= 0);
        if (takeLeft) {
          to[at] = a;
          left += 1;
        } else if (b) {
          to[at] = b;
          right += 1;
        }
        compared += 1;
        if (compared % BREATH === 0 && !(await breathe())) return null;
      }
    }
    [from, to] = [to, from];
  }
  return from;
};
