import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Turns are given out so often a second: many small shares, so that nobody's share comes as one lump. */
const SHARES = 4;

/**
 * So many requests of one address are begun in a second; more of them wait. Nobody is refused: an office behind one
 * address loads the console all at once when the shift begins. `keyOf`: whom an address stands for.
 */
export const openPace = (perSecond: number, keyOf: (address: string) => string) => {
  const limiter = new RateLimiterMemory({ points: Math.ceil(perSecond / SHARES), duration: 1 / SHARES });
  return {
    /** resolves at the address's turn, or when there is nobody left to be answered */
    async turn(address: string, isGone: () => boolean): Promise<void> {
      const key = keyOf(address);
      while (!isGone()) {
        try {
          await limiter.consume(key);
          return;
        } catch (e) {
          if (!(e instanceof RateLimiterRes)) throw e;
          await new Promise((resolve) => setTimeout(resolve, e.msBeforeNext));
        }
      }
    },
  };
};
