const waiting = new Set<() => void>();

/** Whatever waits for the line in this window tries at once. */
export const tryNow = (): void => {
  for (const over of [...waiting]) over();
};

/** Resolves after a while; at once when the line comes back, somebody asks to try, or there is nothing to wait for any more. */
export const waitForLine = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const over = (): void => {
      clearTimeout(timer);
      waiting.delete(over);
      signal.removeEventListener('abort', over);
      window.removeEventListener('online', over);
      done();
    };
    const timer = setTimeout(over, milliseconds);
    waiting.add(over);
    signal.addEventListener('abort', over);
    window.addEventListener('online', over);
    if (signal.aborted) over();
  });
