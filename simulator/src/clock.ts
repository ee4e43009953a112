/** Time and timers, so that tests can hold them still. Milliseconds since 1970 UTC. */
export interface Clock {
  now(): number;
  /** Calls `run` once after that many milliseconds; the returned function calls it off. */
  after(milliseconds: number, run: () => void): () => void;
}

export const realClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};
