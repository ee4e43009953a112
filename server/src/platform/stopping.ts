import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from './log.ts';

/** Twice this is less than the minute that deploy/ gives a process before it is killed. */
export const MOST_MS = 25_000;

/**
 * Ends what was started, the last first. What does not end, because a database or a disk answers nothing, is left as it
 * is after a while: whatever was acknowledged is stored, and the rest comes again.
 */
export const stopInTurn = async (
  started: readonly (() => Promise<void>)[],
  log: Pick<Logger, 'error'>,
  patience: (signal: AbortSignal) => Promise<unknown> = (signal) => wait(MOST_MS, undefined, { signal }),
): Promise<void> => {
  for (const stop of started.toReversed()) {
    const over = new AbortController();
    const late = patience(over.signal).then(() => log.error('something does not stop; it is left as it is'));
    try {
      await Promise.race([stop(), late]);
    } catch (err) {
      log.error({ err }, 'something did not stop cleanly');
    }
    late.catch(() => undefined);
    over.abort();
  }
};
