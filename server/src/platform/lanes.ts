/** Work that too many ask for at once, let through a few at a time. */
export interface Lanes {
  run<T>(whose: string, work: () => Promise<T>): Promise<T>;
  /** So many more as are free at this moment, `most` at most: what is called gives one back. Nobody waits for these. */
  more(whose: string, most: number): (() => void)[];
}

/**
 * Takes turns among those who wait, not among what waits: somebody with one request waits for at most one of everybody
 * else's, however many a single sender has queued. Nobody has more than `each` under way.
 */
export const openLanes = (lanes: number, each = lanes): Lanes => {
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let busy = 0;

  const mayStart = (whose: string): boolean => busy < lanes && (running.get(whose) ?? 0) < each;
  const enter = (whose: string): void => {
    busy++;
    running.set(whose, (running.get(whose) ?? 0) + 1);
  };
  /** What ends makes room for one: whoever has waited longest and may have one more. */
  const leave = (whose: string): void => {
    busy--;
    const rest = (running.get(whose) ?? 1) - 1;
    if (rest === 0) running.delete(whose);
    else running.set(whose, rest);
    for (const [next, queue] of waiting) {
      if (!mayStart(next)) continue;
      waiting.delete(next);
      const start = queue.shift();
      if (queue.length > 0) waiting.set(next, queue); // behind everybody else
      enter(next);
      start?.();
      return;
    }
  };

  return {
    async run(whose, work) {
      if (mayStart(whose)) enter(whose);
      else
        await new Promise<void>((start) => {
          const queue = waiting.get(whose);
          if (queue) queue.push(start);
          else waiting.set(whose, [start]);
        });
      try {
        return await work();
      } finally {
        leave(whose);
      }
    },
    more(whose, most) {
      const taken: (() => void)[] = [];
      while (taken.length < most && mayStart(whose)) {
        enter(whose);
        taken.push(() => leave(whose));
      }
      return taken;
    },
  };
};
