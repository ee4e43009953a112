import type { LockReport } from '@plomb/contract/lock/report';
import type { KnownDevice, ReportSink } from '@plomb/gateway/kit/ports';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Shares } from '../bus/shares.ts';
import type { Changes } from './changes.ts';
import { usualAcceptDays } from './clock.ts';
import { authorisedByTheLock } from './deviceRules.ts';
import type { Fences } from './fenceCache.ts';
import type { Authorised } from './lockState.ts';
import { Shard, type Tally } from './shard.ts';
import { StorageUnavailable } from './storage.ts';

export interface IngestOptions {
  /** the platform pool; each writer uses one of its connections while it writes */
  pool: Pool;
  fences: Pick<Fences, 'of'>;
  log?: Pick<Logger, 'warn' | 'error'>;
  /** told after each commit */
  onCommitted?: (changes: Changes) => void;
  /** told when more may have been committed than `onCommitted` was told: whoever watches reads everything anew */
  onUntold?: () => void;
  writers?: number;
  /** reports in one transaction, at most */
  batchSize?: number;
  /** how long the first report of a batch waits for company, ms */
  lingerMs?: number;
  /** reports waiting in memory, at most, and of any one device a share: what is beyond is not taken, so not acknowledged */
  limit?: number;
  /** days back a report is still taken in */
  acceptDays?: number;
  authorised?: Authorised;
}

export interface Ingest extends ReportSink {
  submit(device: Pick<KnownDevice, 'id'>, report: LockReport): Promise<void>;
  /** takes no more reports and resolves when what was taken is written or refused */
  close(): Promise<void>;
  stats(): Tally & { pending: number };
}

/** The way of reports into the database. A device's reports stay in order: each device has its writer. */
export const openIngest = (options: IngestOptions): Ingest => {
  const { writers = 2, batchSize = 500, lingerMs = 20, limit = 50_000, acceptDays = usualAcceptDays } = options;
  const tally: Tally = { stored: 0, duplicates: 0, quarantined: 0, refused: 0, batches: 0, failures: 0 };
  const shares = new Shares(limit);
  const shards = Array.from(
    { length: writers },
    () =>
      new Shard({
        pool: options.pool,
        log: options.log,
        onCommitted: options.onCommitted,
        onUntold: options.onUntold,
        batchSize,
        lingerMs,
        tally,
        surroundings: {
          acceptDays,
          authorised: options.authorised ?? authorisedByTheLock,
          fencesOf: (lock) => options.fences.of(lock),
        },
      }),
  );
  const pending = () => shards.reduce((sum, shard) => sum + shard.pending, 0);
  let closed = false;

  return {
    submit(device, report) {
      if (closed || !shares.take(device.id, report.authenticated)) {
        tally.refused++;
        return Promise.reject(new StorageUnavailable(closed ? 'ingest is closed' : 'too many reports are waiting'));
      }
      const { authenticated } = report;
      const answered = shards[device.id % writers]!.submit(device.id, report);
      const give = () => shares.give(device.id, authenticated);
      answered.then(give, give);
      return answered;
    },
    async close() {
      closed = true;
      await Promise.all(shards.map((shard) => shard.idle()));
    },
    stats: () => ({ ...tally, pending: pending() }),
  };
};
