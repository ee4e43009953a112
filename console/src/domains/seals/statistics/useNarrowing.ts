import { useSearchParams } from 'react-router';

/** What a page of statistics is narrowed to stands in its address. */
export const useNarrowing = () => {
  const [address, setAddress] = useSearchParams();
  const set = (next: Readonly<Record<string, string | null>>): void =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        for (const [name, value] of Object.entries(next))
          if (value === null) changed.delete(name);
          else changed.set(name, value);
        return changed;
      },
      { replace: true },
    );
  return {
    address,
    set,
    toggle: (name: string, value: string) => set({ [name]: address.get(name) === value ? null : value }),
  };
};

/** The time from one bar to the next, within what is asked: what all but the chart is of. */
export const partOf = (
  time: { from: string; to: string },
  times: readonly { start: string }[],
  chosen: number,
): { from: string; to: string } => {
  const start = times[chosen]?.start;
  if (start === undefined) return time;
  return { from: start > time.from ? start : time.from, to: times[chosen - 1]?.start ?? time.to };
};
