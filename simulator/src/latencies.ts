/** Milliseconds per bucket, and what a longer wait is counted as. */
const width = 0.1;
const longest = 60_000;

export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

/** Waiting times in ms, counted in buckets of 0.1 ms: any number of them in the same memory. */
export class Latencies {
  private readonly buckets = new Uint32Array(longest / width + 1);
  private max = 0;
  count = 0;

  add(milliseconds: number): void {
    this.buckets[Math.min(this.buckets.length - 1, Math.floor(milliseconds / width))]!++;
    this.count++;
    if (milliseconds > this.max) this.max = milliseconds;
  }

  /** The upper edge of the bucket below which that share of the waits lies; 0 without any. */
  percentile(share: number): number {
    let left = Math.ceil(this.count * share);
    for (let i = 0; i < this.buckets.length && left > 0; i++) {
      left -= this.buckets[i]!;
      if (left <= 0) return Math.round((i + 1) * width * 10) / 10;
    }
    return 0;
  }

  percentiles(): Percentiles {
    const [p50, p95, p99] = [this.percentile(0.5), this.percentile(0.95), this.percentile(0.99)];
    return { p50, p95, p99, max: Math.round(this.max * 10) / 10 };
  }
}
