/** Whoever is not read on while too much waits for storage. */
export interface Held {
  readOn(): void;
}

/**
 * Reports of all connections on their way to storage. When they are too many, whoever has just reported is not read on
 * before some are stored: TCP makes the locks wait, and nothing is lost. Refusing would send them all away, to come back
 * at once with the same reports.
 */
export class Pressure {
  private readonly most: number;
  private underWay = 0;
  /** first come, first read on */
  private readonly held = new Set<Held>();

  constructor(most: number) {
    this.most = most;
  }

  get isHigh(): boolean {
    return this.underWay >= this.most;
  }

  get waiting(): number {
    return this.held.size;
  }

  add(reports: number): void {
    this.underWay += reports;
  }

  /** One report was stored or refused: there is room for one who waits. */
  settle(): void {
    this.underWay--;
    if (this.held.size === 0 || this.isHigh) return;
    const [next] = this.held;
    this.held.delete(next!);
    next!.readOn();
  }

  hold(one: Held): void {
    this.held.add(one);
  }

  leave(one: Held): void {
    this.held.delete(one);
  }
}
