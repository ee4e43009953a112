import type { Report } from './dialect.ts';

/**
 * Reports not yet acknowledged, oldest first. None leaves but by an acknowledgement or a final refusal; what was on its
 * way when the connection broke goes first again, with the same bytes.
 */
export class Outbox {
  private readonly window: number;
  private readonly waiting: Report[] = [];
  private onTheWay: Report[] = [];
  private next = 0;

  constructor(window: number) {
    this.window = window;
  }

  get length(): number {
    return this.onTheWay.length + this.waiting.length - this.next;
  }

  get isWaitingForAcks(): boolean {
    return this.onTheWay.length > 0;
  }

  add(reports: readonly Report[]): void {
    this.waiting.push(...reports);
  }

  /** The reports to send now. */
  take(): Report[] {
    const from = this.next;
    this.next = Math.min(this.waiting.length, from + this.window - this.onTheWay.length);
    const taken = this.waiting.slice(from, this.next);
    this.onTheWay.push(...taken);
    if (this.next === this.waiting.length) {
      this.waiting.length = 0;
      this.next = 0;
    }
    return taken;
  }

  /** Those sent and not acknowledged. */
  unacknowledged(): readonly Report[] {
    return this.onTheWay;
  }

  /** False when no report on its way has this key: an answer that came twice, or late. */
  acknowledge(key: string): boolean {
    const at = this.onTheWay.findIndex((report) => report.key === key);
    if (at >= 0) this.onTheWay.splice(at, 1);
    return at >= 0;
  }

  acknowledgeOldest(): boolean {
    return this.onTheWay.shift() !== undefined;
  }

  /** The connection is gone. */
  takeBack(): void {
    const left = this.waiting.slice(this.next);
    this.waiting.length = 0;
    this.waiting.push(...this.onTheWay, ...left);
    this.onTheWay = [];
    this.next = 0;
  }
}
