/** How many of all that may wait: reports that prove nothing, those of one device, and those that only say to be of it. */
const part = { unproved: 1 / 2, device: 1 / 4, stranger: 1 / 10 };

/**
 * Who takes how much of the room for what waits. No device takes it all, and who has not proved to be a device takes
 * neither the room of others nor that of the device itself.
 */
export class Shares {
  readonly #limit: number;
  #all = 0;
  #unproved = 0;
  /** by device; those that only say to be of it under the number below zero */
  readonly #waiting = new Map<number, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Counts one more, or leaves it where there is no room. */
  take(deviceId: number, authenticated: boolean): boolean {
    const key = authenticated ? deviceId : -deviceId;
    const waiting = this.#waiting.get(key) ?? 0;
    if (this.#all >= this.#limit) return false;
    if (!authenticated && this.#unproved >= this.#limit * part.unproved) return false;
    if (waiting >= this.#limit * (authenticated ? part.device : part.stranger)) return false;
    this.#all++;
    if (!authenticated) this.#unproved++;
    this.#waiting.set(key, waiting + 1);
    return true;
  }

  /** It waits no longer. */
  give(deviceId: number, authenticated: boolean): void {
    const key = authenticated ? deviceId : -deviceId;
    const waiting = this.#waiting.get(key) ?? 0;
    this.#all--;
    if (!authenticated) this.#unproved--;
    if (waiting > 1) this.#waiting.set(key, waiting - 1);
    else this.#waiting.delete(key);
  }
}
