import type { LockReport } from '@plomb/contract/lock/report';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { judgeBatch } from './batch.ts';
import type { Changes } from './changes.ts';
import type { Item } from './deviceBatch.ts';
import type { Effects } from './effects.ts';
import { readKnown, type Surroundings } from './read.ts';
import {
  BatchEndUnknown,
  codeOf,
  inTransaction,
  isPassing,
  isPoison,
  isRefusedProof,
  StorageUnavailable,
} from './storage.ts';
import { wordAlone } from './word.ts';
import { writeEffects, writeQuarantine } from './write.ts';

/** Counted since the start. */
export interface Tally {
  stored: number;
  duplicates: number;
  quarantined: number;
  /** turned away at the door: too many waiting */
  refused: number;
  batches: number;
  /** batches that could not be written */
  failures: number;
}

export interface ShardOptions {
  pool: Pool;
  log: Pick<Logger, 'warn' | 'error'> | undefined;
  onCommitted: ((changes: Changes) => void) | undefined;
  onUntold: (() => void) | undefined;
  batchSize: number;
  lingerMs: number;
  tally: Tally;
  surroundings: Surroundings;
}

interface Waiting extends Item {
  resolve(): void;
  reject(error: Error): void;
}

/** One writer: the reports of its devices, in order, a batch at a time. */
export class Shard {
  readonly #options: ShardOptions;
  #queue: Waiting[] = [];
  /** of the batch under way, the reports not yet answered */
  #writing = 0;
  #busy = false;
  #timer: NodeJS.Timeout | null = null;
  #idle: (() => void)[] = [];
  /** a batch may be stored that was never announced: its reports come again as known ones, which announce nothing */
  #untold = false;

  constructor(options: ShardOptions) {
    this.#options = options;
  }

  get pending(): number {
    return this.#queue.length + this.#writing;
  }

  submit(deviceId: number, report: LockReport): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ deviceId, report, resolve, reject });
      this.#schedule();
    });
  }

  /** Resolves when nothing is left to write. */
  idle(): Promise<void> {
    if (!this.#busy && this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #schedule(): void {
    if (this.#busy || this.#queue.length === 0) return;
    if (this.#queue.length >= this.#options.batchSize) this.#start();
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.lingerMs);
  }

  #start(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const batch = this.#queue.splice(0, this.#options.batchSize);
    this.#writing = batch.length;
    this.#busy = true;
    void this.#settle(batch).finally(() => {
      this.#writing = 0;
      this.#busy = false;
      this.#schedule();
      if (this.#queue.length === 0) for (const done of this.#idle.splice(0)) done();
    });
  }

  async #settle(batch: Waiting[]): Promise<void> {
    try {
      await this.#write(batch);
    } catch (error) {
      this.#options.tally.failures++;
      this.#untold ||= error instanceof BatchEndUnknown;
      this.#options.log?.error(
        { err: error, reports: batch.length },
        'Reports could not be stored; their locks send again',
      );
      // What waits behind a refused report of the same device would overtake it, and the older one come late.
      const devices = new Set(batch.map((item) => item.deviceId));
      const behind = this.#queue.filter((item) => devices.has(item.deviceId));
      if (behind.length > 0) this.#queue = this.#queue.filter((item) => !devices.has(item.deviceId));
      const refusal = new StorageUnavailable('the report could not be stored', { cause: error });
      for (const { reject } of [...batch, ...behind]) reject(refusal);
    }
  }

  /** Writes a batch, or finds what in it cannot be written: halves of a batch keep the order of each device. */
  async #write(batch: Waiting[], attempts = 5): Promise<void> {
    let written: { effects: Effects; changes: Changes };
    try {
      written = await inTransaction(this.#options.pool, (client) => this.#store(client, batch));
    } catch (error) {
      if (isPassing(error) && attempts > 1) return this.#write(batch, attempts - 1);
      if (!isPoison(error)) throw error;
      if (batch.length === 1) return this.#putAside(batch[0]!, error);
      const middle = batch.length >> 1;
      await this.#write(batch.slice(0, middle));
      return this.#write(batch.slice(middle));
    }
    const { tally } = this.#options;
    const { effects, changes } = written;
    tally.batches++;
    tally.stored += effects.stored.length;
    tally.duplicates += effects.duplicates;
    tally.quarantined += effects.quarantined.length;
    this.#writing -= batch.length;
    for (const { resolve } of batch) resolve();
    this.#announce(changes);
  }

  #announce(changes: Changes): void {
    const { onCommitted, onUntold, log } = this.#options;
    const untold = this.#untold;
    this.#untold = false;
    try {
      // the database answers again, and what it holds of that batch can be read
      if (untold) onUntold?.();
      onCommitted?.(changes);
    } catch (err) {
      // the reports are stored: whoever fails to watch must not make their locks send again
      log?.error({ err }, 'A listener to committed reports failed');
    }
  }

  async #store(client: PoolClient, batch: readonly Item[]): Promise<{ effects: Effects; changes: Changes }> {
    const { devices, orphans } = await readKnown(client, batch, this.#options.surroundings);
    const effects = judgeBatch(devices);
    for (const orphan of orphans) effects.quarantined.push({ ...orphan, reason: 'unregistered' });
    return { effects, changes: await writeEffects(client, effects) };
  }

  /**
   * A reading no database keeps must not keep out what the lock says of its metal: that is judged without the readings,
   * and the device is one whose readings are not taken.
   */
  async #judgeAlone(client: PoolClient, { deviceId, report }: Item, cause: unknown): Promise<Changes> {
    const { devices } = await readKnown(client, [{ deviceId, report: wordAlone(report) }], this.#options.surroundings);
    // what the database refuses as a proof is nobody's order, and rings as that
    if (isRefusedProof(cause)) for (const device of devices) device.commands = [];
    return writeEffects(client, judgeBatch(devices));
  }

  async #putAside(item: Waiting, cause: unknown): Promise<void> {
    const { pool, tally, log } = this.#options;
    const reason = `refused ${codeOf(cause) ?? (cause as Error).name}`;
    const aside = [{ ...item, reason }];
    let changes: Changes | null = null;
    try {
      changes = await inTransaction(pool, async (client) => {
        await writeQuarantine(client, aside);
        return this.#judgeAlone(client, item, cause);
      });
    } catch (error) {
      if (!isPoison(error)) throw error;
      await inTransaction(pool, (client) => writeQuarantine(client, aside));
    }
    tally.batches++;
    tally.quarantined++;
    log?.warn({ err: cause, device: item.deviceId }, 'A report cannot be written as it is and was put aside');
    this.#writing--;
    item.resolve();
    if (changes) this.#announce(changes);
  }
}
