/** Something with bytes to write at the end of this turn of the event loop. */
export interface Flushable {
  flush(): void;
}

/** One write per connection and turn: system calls, not encoding, are what acknowledgements cost. */
export class Flusher {
  private waiting: Flushable[] = [];

  add(one: Flushable): void {
    if (this.waiting.length === 0) setImmediate(() => this.run());
    this.waiting.push(one);
  }

  private run(): void {
    const due = this.waiting;
    this.waiting = [];
    for (const one of due) one.flush();
  }
}
