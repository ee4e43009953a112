import type { Logger } from 'pino';

const quietMillis = 10_000;

/** Tells of something that is away, at most every ten seconds: ten thousand locks meet the same trouble at once. */
export type Trouble = (err: unknown, message: string) => void;

export function troubleTo(log: Logger, now: () => number): Trouble {
  const told = new Map<string, number>();
  return (err, message) => {
    const time = now();
    const last = told.get(message);
    if (last !== undefined && time - last < quietMillis) return;
    told.set(message, time);
    log.warn({ err }, message);
  };
}
