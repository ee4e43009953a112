import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from './refusal.ts';

/** What one address may try of what costs time and needs no session. */
export interface AddressLimit {
  /** counts a try, and refuses it when there were too many within the minute */
  claim(address: string): Promise<void>;
  /** the try was a good one: many people may sit behind one address */
  giveBack(address: string): Promise<void>;
}

/** `keyOf`: whom an address stands for. */
export const openAddressLimit = (triesAMinute: () => number, keyOf: (address: string) => string): AddressLimit => {
  const limiter = new RateLimiterMemory({ points: triesAMinute(), duration: 60 });
  return {
    async claim(address) {
      limiter.points = triesAMinute();
      try {
        await limiter.consume(keyOf(address));
      } catch (e) {
        if (!(e instanceof RateLimiterRes)) throw e;
        throw new Refusal('tooManyTries', { seconds: Math.ceil(e.msBeforeNext / 1000) });
      }
    },
    async giveBack(address) {
      await limiter.reward(keyOf(address));
    },
  };
};
