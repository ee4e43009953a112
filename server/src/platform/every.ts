import type { Logger } from './log.ts';

let begun = 0;
/** Where in a second the next work that is begun comes: of parts of the golden ratio the next always lies in the largest gap there is. */
const partOfSecond = (): number => (begun++ * 0.618_033_988_75) % 1;

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
  const next = () => {
    if (!busy) running = turn();
  };
  let timer = setTimeout(
    () => {
      timer = setInterval(next, ms);
      next();
    },
    ms - Math.min(ms, 1000) * partOfSecond(),
  );
  return async () => {
    clearInterval(timer);
    await running;
  };
};
