import type { Logger } from './log.ts';

let begun = 0;
/** Where in a second the next work that is begun comes: of parts of the golden ratio the next always lies in the largest gap there is. */
const partOfSecond = (): number => (begun++ * 0.618_033_988_75) % 1;

/**
 * When what was due, and comes now, is due next: in its own part of the period, however late it comes. Counted from when it came, works that
 * were held up together would come together for ever.
 */
export const dueAfter = (due: number, ms: number, now: number): number =>
  due + ms * Math.max(1, Math.ceil((now - due) / ms));

/**
 * Runs `work` again and again, never twice at once; a failure is logged and the next turn tries anew. What begins together does not
 * come together: thirty works that ask the database in the same moment of every second would keep whoever calls then waiting.
 */
export const every = (
  ms: number,
  name: string,
  work: () => Promise<void> | void,
  log: Logger,
): (() => Promise<void>) => {
  let running: Promise<void> = Promise.resolve();
  let busy = false;
  const turn = async () => {
    busy = true;
    try {
      await work();
    } catch (err) {
      log.warn({ err, work: name }, 'background work failed and will be tried again');
    } finally {
      busy = false;
    }
  };
  let due = performance.now() + ms - Math.min(ms, 1000) * partOfSecond();
  const next = () => {
    due = dueAfter(due, ms, performance.now());
    timer = setTimeout(next, due - performance.now());
    if (!busy) running = turn();
  };
  let timer = setTimeout(next, due - performance.now());
  return async () => {
    clearTimeout(timer);
    await running;
  };
};
