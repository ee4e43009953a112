import type { EventEmitter } from 'node:events';
import type { Logger } from './log.ts';
import { uncaught } from './metrics.ts';

/** So many mistakes within a minute are no accident of one request: what runs on is not sound. */
const TOO_MANY = 10;
const WITHIN_MS = 60_000;

/**
 * A mistake in the handling of one request must not end the house for all others. Whatever is durable is written in
 * transactions of the database, so what such a mistake leaves behind is at most one caller without an answer. It is
 * logged and counted, and the product goes on, unless they come one after the other.
 */
export const outliveMistakes = (
  events: Pick<EventEmitter, 'on'>,
  log: Pick<Logger, 'error' | 'fatal'>,
  giveUp: () => void,
  now: () => number = Date.now,
): void => {
  let recent: number[] = [];
  const heard = (kind: 'rejection' | 'exception') => (err: unknown) => {
    uncaught.inc({ kind });
    log.error({ err, kind }, 'a mistake that nothing in the program expected; it goes on');
    const at = now();
    recent = [...recent.filter((t) => at - t < WITHIN_MS), at];
    if (recent.length < TOO_MANY) return;
    log.fatal({ mistakes: recent.length }, 'too many mistakes within a minute; stopping');
    giveUp();
  };
  events.on('unhandledRejection', heard('rejection'));
  events.on('uncaughtException', heard('exception'));
};
