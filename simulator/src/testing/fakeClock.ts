import type { Clock } from '../clock.ts';

/** Time that stands still until a test moves it. */
export class FakeClock implements Clock {
  private time: number;
  private timers: { at: number; run: () => void }[] = [];

  constructor(start = Date.UTC(2026, 10, 20, 0, 0, 0)) {
    this.time = start;
  }

  now(): number {
    return this.time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.time + milliseconds, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((one) => one !== timer);
    };
  }

  /** Runs what falls due on the way, in order. */
  advance(seconds: number): void {
    const until = this.time + seconds * 1000;
    for (let timer = this.firstBy(until); timer; timer = this.firstBy(until)) {
      this.timers.splice(this.timers.indexOf(timer), 1);
      this.time = timer.at;
      timer.run();
    }
    this.time = until;
  }

  private firstBy(until: number) {
    return this.timers.filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
  }
}
