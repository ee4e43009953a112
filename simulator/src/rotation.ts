import { connect, type Socket } from 'node:net';
import { Jt808Framer } from '@plomb/protocols/jt808/framer';
import { Latencies, type Percentiles } from './latencies.ts';
import { LoadFrame } from './loadFrame.ts';

export interface RotationOptions {
  host: string;
  port: number;
  /** phone numbers of registered hhd locks; each gets a connection of its own, from an address of its own in 127.0.0.0/8 */
  phones: readonly string[];
  /** what the platform sends that acknowledges nothing: an order, by its message id */
  onOrder?: (phone: string, id: number) => void;
}

/** Either so many reports on their way at any time, or so many a second come what may. */
export type Pace = { inFlight: number } | { perSecond: number };

export interface Run {
  acknowledged: number;
  /** answered with another result than 0 */
  refused: number;
  /** connections lost */
  lost: number;
  /** not acknowledged when the waiting ended */
  open: number;
  /** acknowledged per second, over the time of sending */
  perSecond: number;
  /** ms from when a report was due to its acknowledgement: a late sender does not flatter */
  latency: Percentiles;
}

const connectingAtOnce = 200;
const tickMillis = 5;
/** How long the last acknowledgements are waited for. */
const drainMillis = 20_000;

/** A fleet that stays connected and reports in turn, each lock with the clock of now: as a fleet does, and no lock in bursts. */
export class Rotation {
  readonly #options: RotationOptions;
  #lines: RotatingLock[] = [];
  #next = 0;
  /** locks without a report on its way, those first that reported longest ago; null: nobody asks */
  #idle: Queue<RotatingLock> | null = null;
  #tally = emptyTally();
  #refill: () => void = () => undefined;

  constructor(options: RotationOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#lines.length;
  }

  /**
   * Connects all, so many at a time, and lets each report once: a gateway keeps no connection for long that does not say
   * whose it is. `silent`: that is left to `once`.
   */
  async open({ atOnce = connectingAtOnce, silent = false } = {}): Promise<void> {
    const { phones, onOrder, host, port } = this.#options;
    this.#lines = phones.map(
      (phone, nth) =>
        new RotatingLock(phone, nth, {
          acknowledged: (line, due, good) => this.#acknowledged(line, due, good),
          lost: (unanswered) => {
            this.#tally.lost++;
            this.#tally.gone += unanswered;
            this.#refill();
          },
          order: (id) => onOrder?.(phone, id),
        }),
    );
    for (let at = 0; at < this.#lines.length; at += atOnce) {
      const some = this.#lines.slice(at, at + atOnce);
      await Promise.all(some.map((line) => line.open(host, port)));
      if (silent) continue;
      for (const line of some) this.#send(line, performance.now());
      await this.#drained();
    }
    this.#tally = emptyTally();
  }

  /** Every lock reports once, at once; resolves when all are acknowledged. */
  async once(): Promise<Run> {
    this.#tally = emptyTally();
    const started = performance.now();
    for (const line of this.#lines) this.#send(line, started);
    await this.#drained();
    return this.#result(started);
  }

  async run(pace: Pace, seconds: number): Promise<Run> {
    const started = performance.now();
    if ('inFlight' in pace) {
      this.#tally = emptyTally();
      const idle = new Queue(this.#lines);
      this.#idle = idle;
      this.#refill = () => {
        while (this.#tally.open - this.#tally.gone < pace.inFlight) {
          const line = idle.take();
          if (!line) return;
          this.#send(line, performance.now());
        }
      };
      this.#refill();
      await wait(seconds * 1000);
      this.#refill = () => undefined;
      this.#idle = null;
    } else {
      this.#tally = emptyTally();
      await this.#paced(pace.perSecond, started, seconds);
    }
    const sending = performance.now() - started;
    const done = this.#tally.acknowledged;
    await this.#drained();
    return { ...this.#result(started), perSecond: Math.round((done / sending) * 1000) };
  }

  #paced(perSecond: number, started: number, seconds: number): Promise<void> {
    let sent = 0;
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        const now = performance.now();
        const due = Math.floor(Math.min((now - started) / 1000, seconds) * perSecond);
        for (; sent < due; sent++) {
          const line = this.#lines[this.#next]!;
          this.#next = (this.#next + 1) % this.#lines.length;
          this.#send(line, started + (sent / perSecond) * 1000);
        }
        if (now - started < seconds * 1000) return;
        clearInterval(timer);
        resolve();
      }, tickMillis);
    });
  }

  /** Ends all connections at once, as a network that goes away. */
  async cut(): Promise<void> {
    await Promise.all(this.#lines.map((line) => line.close()));
  }

  #send(line: RotatingLock, due: number): void {
    this.#tally.open++;
    if (!line.send(due)) this.#tally.gone++;
  }

  #acknowledged(line: RotatingLock, due: number, good: boolean): void {
    this.#tally.open--;
    if (good) {
      this.#tally.acknowledged++;
      this.#tally.latencies.add(performance.now() - due);
    } else this.#tally.refused++;
    this.#idle?.put(line);
    this.#refill();
  }

  async #drained(): Promise<void> {
    const until = performance.now() + drainMillis;
    while (this.#tally.open > this.#tally.gone && performance.now() < until) await wait(5);
  }

  #result(started: number): Run {
    const { acknowledged, refused, lost, open, latencies } = this.#tally;
    const perSecond = Math.round((acknowledged / (performance.now() - started)) * 1000);
    return { acknowledged, refused, lost, open, perSecond, latency: latencies.percentiles() };
  }
}

/** First in, first out, at the same cost however long it is. */
class Queue<T> {
  #items: T[];
  #head = 0;
  constructor(items: readonly T[]) {
    this.#items = [...items];
  }
  put(item: T): void {
    this.#items.push(item);
  }
  take(): T | undefined {
    if (this.#head > 4096 && this.#head > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return this.#head < this.#items.length ? this.#items[this.#head++] : undefined;
  }
}

/** `gone`: of those open, the ones nobody can answer any more, for their connection is lost */
const emptyTally = () => ({ acknowledged: 0, refused: 0, lost: 0, open: 0, gone: 0, latencies: new Latencies() });
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Heard {
  acknowledged(line: RotatingLock, due: number, good: boolean): void;
  /** with so many reports that will not be answered */
  lost(unanswered: number): void;
  order(id: number): void;
}

const replyId = 0x8001;
const replyLength = 17;
const heard = Buffer.alloc(64 * 1024);

class RotatingLock {
  readonly #frame: LoadFrame;
  readonly #heard: Heard;
  readonly #nth: number;
  readonly #out: Buffer;
  readonly #due = new Map<number, number>();
  #framer: Jt808Framer | null = null;
  #socket: Socket | null = null;
  #serial = 0;

  constructor(phone: string, nth: number, heard: Heard) {
    const place = { lon: 120.5 + (nth % 100) / 100, lat: 31 + (Math.floor(nth / 100) % 100) / 100 };
    this.#frame = new LoadFrame(phone, place, Date.now());
    this.#out = Buffer.alloc(this.#frame.room);
    this.#nth = nth;
    this.#heard = heard;
  }

  open(host: string, port: number): Promise<void> {
    const nothing = () => undefined;
    this.#framer = new Jt808Framer({ frame: (content) => this.#hear(content), text: nothing, refused: nothing });
    this.#due.clear();
    return new Promise((resolve, reject) => {
      // an address has 28,000 ports to call from, and the gateway counts connections of an address
      const localAddress = `127.${1 + (this.#nth % 200)}.0.1`;
      const socket = connect({
        host,
        port,
        noDelay: true,
        ...(host.startsWith('127.') && { localAddress }),
        // what is heard is short: one buffer for all spares the load tool one of 64 KB for each acknowledgement
        onread: {
          buffer: heard,
          callback: (length, chunk) => {
            this.#framer?.push(chunk.subarray(0, length));
            return true;
          },
        },
      });
      this.#socket = socket;
      socket.once('connect', () => resolve());
      socket.once('error', reject);
      socket.on('error', nothing);
      socket.on('close', () => {
        if (this.#socket !== socket) return;
        const unanswered = this.#due.size;
        this.#due.clear();
        this.#socket = null;
        this.#heard.lost(unanswered);
      });
    });
  }

  /** False when nobody will hear it. */
  send(due: number): boolean {
    if (!this.#socket) return false;
    this.#serial = (this.#serial + 1) & 0xffff;
    this.#due.set(this.#serial, due);
    const end = this.#frame.write(this.#out, 0, this.#serial, Date.now());
    this.#socket.write(Buffer.from(this.#out.subarray(0, end)));
    return true;
  }

  #hear(content: Uint8Array): void {
    const id = (content[0]! << 8) | content[1]!;
    if (id !== replyId) this.#heard.order(id);
    if (id !== replyId || content.length < replyLength) return;
    const serial = (content[12]! << 8) | content[13]!;
    const due = this.#due.get(serial);
    if (due === undefined) return;
    this.#due.delete(serial);
    this.#heard.acknowledged(this, due, content[16] === 0);
  }

  close(): Promise<void> {
    const socket = this.#socket;
    this.#socket = null;
    if (!socket || socket.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.destroy();
    });
  }
}
