import type { ServerResponse } from 'node:http';

/** How long a reader may take nothing before it is given up. */
const STALLED_MS = 60_000;

/** Cuts off a reader that stops reading, or that takes longer than `seconds` for all of it. */
export const cutOffSlowReader = (response: ServerResponse, seconds: number): void => {
  const end = Date.now() + seconds * 1000;
  let [taken, since] = [-1, Date.now()];
  const watch = setInterval(() => {
    const now = response.socket?.bytesWritten ?? 0;
    if (now !== taken) [taken, since] = [now, Date.now()];
    if (Date.now() > end || Date.now() - since > STALLED_MS) response.destroy();
  }, 1000);
  const over = () => clearInterval(watch);
  response.once('close', over);
  response.once('finish', over);
};
