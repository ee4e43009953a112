import { sealKey } from './number.ts';

/** The part of a number that runs, and what stands before it; null: it ends in no digit. */
const split = (number: string): { before: string; digits: string } | null => {
  const found = /^(.*?)(\d{1,9})$/.exec(number.trim());
  return found ? { before: found[1] ?? '', digits: found[2] ?? '' } : null;
};

export interface NumberRun {
  first: string;
  last: string;
  count: number;
}
/** Numbers as people read them: what follows upon each other is one run. */
export const runsOf = (numbers: readonly string[]): NumberRun[] => {
  const runs: NumberRun[] = [];
  let end: ReturnType<typeof split> = null;
  for (const number of numbers) {
    const next = split(number);
    const run = runs.at(-1);
    const follows = run && end && next && next.before === end.before && Number(next.digits) === Number(end.digits) + 1;
    if (follows) Object.assign(run, { last: number, count: run.count + 1 });
    else runs.push({ first: number, last: number, count: 1 });
    end = next;
  }
  return runs;
};
/** `NB 4471 001–020, NB 4471 033`. */
export const runsInWords = (numbers: readonly string[]): string =>
  runsOf(numbers)
    .map(({ first, last, count }) => (count === 1 ? first : `${first}–${split(last)?.digits ?? last}`))
    .join(', ');

/** So many numbers are handed over at once. */
export const MOST_HANDED = 1000;

/**
 * Numbers that somebody typed or scanned, one a line; `NB 4471 001 - 020` is a range. Null: there are more than can be handed over at
 * once, or a range is none.
 */
export const numbersIn = (text: string): string[] | null => {
  const numbers: string[] = [];
  for (const line of text
    .split(/[\n,;，；]+/)
    .map((one) => one.trim())
    .filter(Boolean)) {
    const range = /^(.*\d)\s*(?:–|—|\.\.|\s-\s?|-\s)\s*(.*\d)$/.exec(line);
    if (!range) {
      numbers.push(line);
      continue;
    }
    const [from, to] = [split(range[1]!), split(range[2]!)];
    if (!from || !to || (to.before !== '' && sealKey(to.before) !== sealKey(from.before))) return null;
    const [first, last] = [Number(from.digits), Number(to.digits)];
    if (last < first || last - first >= MOST_HANDED) return null;
    for (let one = first; one <= last; one++) numbers.push(from.before + String(one).padStart(from.digits.length, '0'));
  }
  return numbers.length > MOST_HANDED ? null : numbers;
};
