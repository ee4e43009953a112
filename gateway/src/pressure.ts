/** Whoever is not read on while too much waits for storage. */
export interface Held {
  readOn(): void;
}

/** Of the room there is, so much is given away at once: a socket read on may bring several reports. */
const share = 1 / 4;

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
  private isReleasing = false;

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

  /** One report was stored or refused. */
  settle(): void {
    this.underWay--;
    this.releaseSoon();
  }

  hold(one: Held): void {
    this.held.add(one);
  }

  holds(one: Held): boolean {
    return this.held.has(one);
  }

  leave(one: Held): void {
    this.held.delete(one);
  }

  /** In the next turn of the event loop, when what was read in this one is known. */
  private releaseSoon(): void {
    if (this.isReleasing || this.isHigh || this.held.size === 0) return;
    this.isReleasing = true;
    setImmediate(() => this.release());
  }

  private release(): void {
    this.isReleasing = false;
    let room = Math.ceil((this.most - this.underWay) * share);
    for (const one of this.held) {
      if (room-- <= 0) break;
      this.held.delete(one);
      one.readOn();
    }
    this.releaseSoon();
  }
}
