/** Lets `burst` through at once and `perSecond` for as long as it lasts. Times in milliseconds. */
export interface Bucket {
  tokens: number;
  at: number;
}

export interface Rate {
  perSecond: number;
  burst: number;
}

/** Takes one token. False: there is none, and the bucket is as it was. */
export const take = (bucket: Bucket, rate: Rate, now: number): boolean => {
  const grown = ((now - bucket.at) / 1000) * rate.perSecond;
  bucket.tokens = Math.min(rate.burst, bucket.tokens + Math.max(0, grown));
  bucket.at = Math.max(bucket.at, now);
  if (bucket.tokens < 1) return false;
  bucket.tokens -= 1;
  return true;
};

/** Buckets by name, full at the start; those that are full again are forgotten. */
export const openBuckets = (rate: Rate, now: () => number = Date.now) => {
  const buckets = new Map<number, Bucket>();
  const full = (1000 * rate.burst) / rate.perSecond;
  return {
    take(name: number): boolean {
      const at = now();
      if (buckets.size > 1000) for (const [n, b] of buckets) if (at - b.at > full) buckets.delete(n);
      const bucket = buckets.get(name) ?? { tokens: rate.burst, at };
      buckets.set(name, bucket);
      return take(bucket, rate, at);
    },
  };
};
