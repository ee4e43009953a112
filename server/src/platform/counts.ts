/** How many of something each has open, up to a limit. */
export interface Counts {
  /** null: as many as may be; else what to call once it is over */
  enter(whose: string, limit: number): (() => void) | null;
}

export const openCounts = (): Counts => {
  const counts = new Map<string, number>();
  return {
    enter(whose, limit) {
      const now = counts.get(whose) ?? 0;
      if (now >= limit) return null;
      counts.set(whose, now + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        const rest = (counts.get(whose) ?? 1) - 1;
        if (rest === 0) counts.delete(whose);
        else counts.set(whose, rest);
      };
    },
  };
};
