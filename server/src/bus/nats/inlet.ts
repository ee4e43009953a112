import { setTimeout as wait } from 'node:timers/promises';
import {
  AckPolicy,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JetStreamManager,
  type JsMsg,
} from '@nats-io/jetstream';
import { nanos, nuid } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { Store } from '../bus.ts';
import { decodeMessage, LaterVersion, type PasswordSeal } from '../reportCodec.ts';

/** Reports of one partition on their way to the database, at most: several batches of its writers. */
const UNDER_WAY = 2000;
/** Messages handed out that are not stored yet. */
const HANDED_OUT = 500;
/** A message comes again only from a new consumer: one that failed makes room for that. */
const ACK_WAIT_MS = 600_000;
const PAUSE_MS = 1000;

interface InletOptions {
  manager: JetStreamManager;
  client: JetStreamClient;
  stream: string;
  subject: string;
  open: PasswordSeal['open'];
  /** whether the partition is still this process's: one that slept may not know yet that another has it */
  isSure(): boolean;
  log: Logger;
}

/**
 * One partition's reports from the stream to `store`, in order. Whoever begins makes a consumer of its own in the place of
 * the former one: everything not stored comes once more, in its order, and a process that only thought it still had the
 * partition gets nothing more. What fails ends the consumer, for what comes behind a report must not overtake it, and so
 * does a lost connection: what was on its way there counts as handed out, and would come again long after the rest.
 */
export class Inlet {
  readonly #options: InletOptions;
  readonly #store: Store;
  readonly #ending = new AbortController();
  #messages: ConsumerMessages | null = null;
  /** connections that were lost */
  #losses = 0;
  readonly #done: Promise<void>;

  constructor(options: InletOptions, store: Store) {
    this.#options = options;
    this.#store = store;
    this.#done = this.#run();
  }

  /** Resolves when nothing is under way any more. */
  async end(): Promise<void> {
    this.#ending.abort();
    this.#messages?.stop();
    await this.#done;
  }

  /** The connection was lost, and with it what had been handed out. */
  lost(): void {
    this.#losses++;
    this.#messages?.stop();
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    const { log, subject, isSure } = this.#options;
    const pause = () => wait(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    while (!signal.aborted) {
      try {
        if (isSure()) await this.#consume();
        else await pause();
      } catch (err) {
        if (!signal.aborted) log.warn({ err, subject }, 'reports are not read for a moment; none is lost');
        await pause();
      }
    }
  }

  /** The only consumer of the partition; the stream allows no second one beside it. */
  async #begin(): Promise<string> {
    const { manager, stream, subject } = this.#options;
    for await (const { name, config } of manager.consumers.list(stream))
      if (config.filter_subject === subject) await manager.consumers.delete(stream, name).catch(() => undefined);
    const name = `${subject.split('.').at(-1)}_${nuid.next()}`;
    await manager.consumers.add(stream, {
      name,
      durable_name: name,
      filter_subject: subject,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: HANDED_OUT,
      // what was stored is gone from the stream: nothing of the consumer itself needs to be kept
      mem_storage: true,
    });
    return name;
  }

  async #consume(): Promise<void> {
    const { client, stream } = this.#options;
    const { signal } = this.#ending;
    const losses = this.#losses;
    const name = await this.#begin();
    const isOver = () => signal.aborted || losses !== this.#losses;
    if (isOver()) return;
    const consumer = await client.consumers.get(stream, name);
    const messages = await consumer.consume({ max_messages: HANDED_OUT, abort_on_missing_resource: true });
    this.#messages = messages;
    // ended while it was being made: nobody else would tell it to stop
    if (isOver()) messages.stop();
    const underWay = new UnderWay();
    try {
      for await (const message of messages) {
        if (isOver() || underWay.error) break;
        this.#take(message, underWay, () => messages.stop());
        await underWay.below(UNDER_WAY);
      }
    } finally {
      this.#messages = null;
      messages.stop();
      await underWay.below(1);
    }
    if (underWay.error) throw underWay.error;
  }

  #take(message: JsMsg, underWay: UnderWay, failed: () => void): void {
    const reports = this.#decode(message);
    if (!reports) return;
    underWay.add(reports.length);
    Promise.all(reports.map(({ deviceId, report }) => this.#store({ id: deviceId }, report))).then(
      () => {
        message.ack();
        underWay.settle(reports.length, null);
      },
      (error: unknown) => {
        underWay.settle(reports.length, error);
        failed();
      },
    );
  }

  /** What is no message of ours is nobody's report: it is told, and taken away. One of a later release waits for that. */
  #decode(message: JsMsg) {
    const { open, log } = this.#options;
    try {
      return decodeMessage(message.data, open, () =>
        log.error({ subject: message.subject, seq: message.seq }, 'one of the reports of a message is none'),
      );
    } catch (err) {
      if (err instanceof LaterVersion) throw err;
      log.error({ err, subject: message.subject, seq: message.seq }, 'a message of the stream is no report');
      message.term();
      return null;
    }
  }
}

/** How much is on its way, and whether anything of it failed. */
class UnderWay {
  error: unknown = null;
  #reports = 0;
  #limit = 0;
  #wake: (() => void) | null = null;

  add(reports: number): void {
    this.#reports += reports;
  }

  settle(reports: number, error: unknown): void {
    this.#reports -= reports;
    this.error ??= error;
    if (this.#reports < this.#limit) this.#wake?.();
  }

  /** Resolves when less is on its way. */
  async below(limit: number): Promise<void> {
    if (this.#reports < limit) return;
    this.#limit = limit;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = null;
  }
}
