/**
 * Runs at once, then at most once in a while however often it is asked for, and once more after the last asking. `stop`
 * takes back what is still to come.
 */
export const calmly = (run: () => void, milliseconds: number): { ask(): void; stop(): void } => {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let asked = false;
  const over = (): void => {
    timer = null;
    if (!asked) return;
    asked = false;
    go();
  };
  const go = (): void => {
    run();
    timer = setTimeout(over, milliseconds);
  };
  return {
    ask() {
      if (timer === null) go();
      else asked = true;
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      asked = false;
    },
  };
};
