/** Resolves after a while; at once when the line comes back, or when there is nothing to wait for any more. */
export const waitForLine = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      window.removeEventListener('online', over);
      done();
    };
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener('abort', over);
    window.addEventListener('online', over);
    if (signal.aborted) over();
  });
