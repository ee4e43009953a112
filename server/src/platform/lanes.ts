/** Work that too many ask for at once, let through a few at a time. */
export interface Lanes {
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Takes turns among those who wait, not among what waits: somebody with one request waits for at most one of everybody
 * else's, however many a single sender has queued.
 */
export const openLanes = (lanes: number): Lanes => {
  const waiting = new Map<string, (() => void)[]>();
  let busy = 0;

  const next = (): void => {
    const [first] = waiting;
    if (!first) {
      busy--;
      return;
    }
    const [whose, queue] = first;
    const start = queue.shift();
    waiting.delete(whose);
    if (queue.length > 0) waiting.set(whose, queue); // behind everybody else
    start?.();
  };

  return {
    async run(whose, work) {
      if (busy < lanes) busy++;
      else
        await new Promise<void>((start) => {
          const queue = waiting.get(whose);
          if (queue) queue.push(start);
          else waiting.set(whose, [start]);
        });
      try {
        return await work();
      } finally {
        next();
      }
    },
  };
};
