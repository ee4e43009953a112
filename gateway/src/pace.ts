/** Entries are forgotten once they are full again; looked for this often. */
const pruneMillis = 60_000;

interface Budget {
  /** reports it may still send at once; below 0 it has to wait */
  left: number;
  at: number;
}

/**
 * How fast one device may report: a burst from its memory, then a steady pace. What comes faster is not refused, for it
 * may be evidence: it is read later. Only who comes again and again before that is asked to keep it (`allows`). Asked for
 * every report, hence plain arithmetic.
 */
export class Pace {
  private readonly perMinute: number;
  private readonly burst: number;
  private readonly mostDebt: number;
  private readonly budgets = new Map<string | number, Budget>();
  private prunedAt = 0;

  /** `mostDebt`: nobody has to wait for more reports than these, however many came too fast */
  constructor(perMinute: number, burst: number, mostDebt = Number.POSITIVE_INFINITY) {
    this.perMinute = perMinute;
    this.burst = burst;
    this.mostDebt = mostDebt;
  }

  get size(): number {
    return this.budgets.size;
  }

  /** Whether so many reports may be taken: some are left, or none comes to owe more than `mostOwed` by them. */
  allows(key: string | number, reports: number, now: number, mostOwed: number): boolean {
    return this.left(key, now) > 0 || this.covers(key, reports, now, mostOwed);
  }

  /** Whether none comes to owe more than `mostOwed` by so many reports at once. */
  covers(key: string | number, reports: number, now: number, mostOwed: number): boolean {
    return this.left(key, now) - reports >= -mostOwed;
  }

  /** Ms to wait before more of it is read; 0 = go on. */
  take(key: string | number, reports: number, now: number): number {
    const budget = this.budgets.get(key) ?? { left: this.burst, at: now };
    this.budgets.set(key, budget);
    budget.left = Math.max(-this.mostDebt, this.leftOf(budget, now) - reports);
    budget.at = now;
    return budget.left >= 0 ? 0 : Math.ceil((-budget.left * 60_000) / this.perMinute);
  }

  prune(now: number): void {
    if (now - this.prunedAt < pruneMillis) return;
    this.prunedAt = now;
    for (const [key, budget] of this.budgets) {
      if (this.leftOf(budget, now) >= this.burst) this.budgets.delete(key);
    }
  }

  private left(key: string | number, now: number): number {
    const budget = this.budgets.get(key);
    return budget ? this.leftOf(budget, now) : this.burst;
  }

  private leftOf({ left, at }: Budget, now: number): number {
    return Math.min(this.burst, left + (Math.max(0, now - at) * this.perMinute) / 60_000);
  }
}
