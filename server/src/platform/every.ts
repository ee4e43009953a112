import type { Logger } from './log.ts';

/** Runs `work` again and again, never twice at once; a failure is logged and the next turn tries anew. */
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
  const timer = setInterval(() => {
    if (!busy) running = turn();
  }, ms);
  return async () => {
    clearInterval(timer);
    await running;
  };
};
