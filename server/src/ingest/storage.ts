import type { Pool, PoolClient } from 'pg';
import { isRefusedCommit } from '../platform/postgres/transaction.ts';

/** The report is not durable and must not be acknowledged. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Nobody said whether the transaction is durable: it may be, and its reports are acknowledged only when they come again. */
export class BatchEndUnknown extends StorageUnavailable {
  override name = 'BatchEndUnknown';
}

/** PostgreSQL's error code; absent when the connection itself failed. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/**
 * Data that can never be written (class 22: not a value of its type; 23: a constraint), however often one tries. A row
 * without a partition has the code of a check that failed, and no constraint's name: the data is good, a place for it is
 * missing. What our own judging stumbles over is poison too: its lock would send it for ever, and keep what is behind it out.
 */
export const isPoison = (error: unknown): boolean =>
  isMistake(error) || (/^2[23][0-9A-Z]{3}$/.test(codeOf(error) ?? '') && !lacksPartition(error));

/** A mistake of the program, and not of the world: neither the database nor a network says it like that. */
const isMistake = (error: unknown): boolean =>
  (error instanceof TypeError || error instanceof RangeError) && codeOf(error) === null;

export const lacksPartition = (error: unknown): boolean =>
  codeOf(error) === '23514' &&
  !(error instanceof Error && 'constraint' in error && typeof error.constraint === 'string');

/** The database takes no such proof of an order (proof_guard). */
export const isRefusedProof = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'proof_guard';

/** Another transaction was in the way (class 40: deadlock, serialisation): the same again will do. */
export const isPassing = (error: unknown): boolean => /^40[0-9A-Z]{3}$/.test(codeOf(error) ?? '');

/** A statement that hangs on a dead connection must not hold its batch for ever. */
const patience = 30_000;

/** Runs `work` in a transaction. A connection on which anything failed is not used again: who knows what state it is in. */
export const inTransaction = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  let timer: NodeJS.Timeout | undefined;
  let committing = false;
  const attempt = async (): Promise<T> => {
    await client.query('begin');
    const result = await work(client);
    committing = true;
    await client.query('commit');
    return result;
  };
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable('the database does not answer')), patience);
  });
  try {
    const result = await Promise.race([attempt(), late]);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    if (committing && !isRefusedCommit(error))
      throw new BatchEndUnknown('the end of the transaction is not known', { cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
