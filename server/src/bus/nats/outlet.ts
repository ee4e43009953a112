import { setTimeout as wait } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { nuid } from '@nats-io/transport-node';
import { messageOf } from '../reportCodec.ts';

/** Reports of one message, and their bytes: a server takes a megabyte. */
const MOST_REPORTS = 100;
const MOST_BYTES = 512 * 1024;
/** How long the first report of a message waits for company. */
const LINGER_MS = 10;
/** A server of a cluster that ends leaves its streams without a leader for some seconds. */
const PATIENCE_MS = 10_000;
const ANSWER_MS = 3000;
const PAUSE_MS = 200;

/** The report is not durable and must not be acknowledged. */
export class StreamUnavailable extends Error {
  override name = 'StreamUnavailable';
}

interface Waiting {
  deviceId: number;
  bytes: Uint8Array;
  resolve(): void;
  reject(error: Error): void;
}

interface OutletOptions {
  stream: Pick<JetStreamClient, 'publish'>;
  subject: string;
  isUp(): boolean;
  taken(): void;
  failed(error: unknown, reports: number): void;
  now?: () => number;
}

/**
 * The way of one partition's reports into the stream, a message at a time, so that the reports of a device stay in their
 * order. A message nobody answered for is sent again under its number, by which the server knows it.
 */
export class Outlet {
  readonly #options: OutletOptions;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isBusy = false;
  #idle: (() => void)[] = [];

  constructor(options: OutletOptions) {
    this.#options = options;
  }

  submit(deviceId: number, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ deviceId, bytes, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when nothing is left to send. */
  idle(): Promise<void> {
    if (!this.#isBusy && this.#waiting.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#isBusy || this.#waiting.length === 0) return;
    if (this.#waiting.length >= MOST_REPORTS) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), LINGER_MS);
  }

  #start(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#isBusy = true;
    void this.#settle(this.#waiting.splice(0, fitting(this.#waiting))).finally(() => {
      this.#isBusy = false;
      this.#schedule();
      if (!this.#isBusy && this.#waiting.length === 0) for (const done of this.#idle.splice(0)) done();
    });
  }

  async #settle(batch: Waiting[]): Promise<void> {
    try {
      await this.#publish(messageOf(batch.map(({ bytes }) => bytes)));
      this.#options.taken();
      for (const { resolve } of batch) resolve();
    } catch (error) {
      this.#options.failed(error, batch.length);
      // what waits behind a refused report of the same device would overtake it
      const devices = new Set(batch.map(({ deviceId }) => deviceId));
      const behind = this.#waiting.filter(({ deviceId }) => devices.has(deviceId));
      this.#waiting = this.#waiting.filter(({ deviceId }) => !devices.has(deviceId));
      const refusal = new StreamUnavailable('the report is not in the stream', { cause: error });
      for (const { reject } of [...batch, ...behind]) reject(refusal);
    }
  }

  async #publish(message: Uint8Array): Promise<void> {
    const { stream, subject, isUp, now = () => performance.now() } = this.#options;
    const msgID = nuid.next();
    const until = now() + PATIENCE_MS;
    for (;;) {
      try {
        if (!isUp()) throw new StreamUnavailable('NATS is away');
        await stream.publish(subject, message, { msgID, timeout: ANSWER_MS });
        return;
      } catch (error) {
        if (isFull(error) || now() + PAUSE_MS >= until) throw error;
        await wait(PAUSE_MS);
      }
    }
  }
}

/** The stream has no room for it, and will have none before something in it is stored. */
const FULL = 10_077;
const isFull = (error: unknown): boolean => error instanceof JetStreamApiError && error.code === FULL;

/** How many of those that wait go into one message, at least one. */
const fitting = (waiting: readonly Waiting[]): number => {
  let bytes = 0;
  for (const [nth, one] of waiting.entries()) {
    bytes += one.bytes.length;
    if (nth === MOST_REPORTS || (nth > 0 && bytes > MOST_BYTES)) return nth;
  }
  return waiting.length;
};
