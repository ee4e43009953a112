/** Runs when the browser has nothing better to do; what is given back calls it off. */
export const whenIdle = (run: () => void): (() => void) => {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const handle = window.requestIdleCallback(run);
  return () => window.cancelIdleCallback(handle);
};
