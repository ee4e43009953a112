/** A small seeded generator (mulberry32): the same seed gives the same run. `below(n)` is 0…n-1. */
export interface Random {
  below(limit: number): number;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0;
      let t = state;
      t = Math.imul(t ^ (t >>> 15), t | 1);
      t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
      return ((t ^ (t >>> 14)) >>> 0) % limit;
    },
  };
}
