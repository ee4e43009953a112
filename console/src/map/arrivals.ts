/** So many tiles in a row that do not come are a base map that is away. */
const MISSED = 3;

/** Whether a base map comes, by what came of it and what did not: it may go away in the middle of a shift, and come back. */
export class Arrivals {
  #missed = 0;
  #isAway = false;
  readonly #told: (isAway: boolean) => void;
  constructor(told: (isAway: boolean) => void) {
    this.#told = told;
  }

  get isAway(): boolean {
    return this.#isAway;
  }
  came(): void {
    this.#missed = 0;
    this.#tell(false);
  }
  /** a tile, or all there is, as that of a file whose head does not come */
  missed(what: 'tile' | 'all'): void {
    this.#missed += what === 'all' ? MISSED : 1;
    if (this.#missed >= MISSED) this.#tell(true);
  }
  /** another base map is asked for */
  restart(): void {
    this.came();
  }

  #tell(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    this.#told(isAway);
  }
}
