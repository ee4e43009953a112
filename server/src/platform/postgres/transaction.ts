import { DatabaseError, type Pool, type PoolClient } from 'pg';

/** The connection was lost during COMMIT: what was asked for may be saved, or may not. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown';
  /** whether it is decided by now: what is read from then on holds it, or never will; fails while nobody answers */
  readonly isDecided: () => Promise<boolean>;
  constructor(isDecided: () => Promise<boolean>, cause: unknown) {
    super('The end of the transaction is not known', { cause });
    this.isDecided = isDecided;
  }
}

/**
 * What the server says instead of committing is a refusal, and everything is taken back. A server that ends (57P0x), as a
 * connection that does, may have committed before.
 */
export const isRefusedCommit = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(08|57P)/.test(error.code ?? '');

/** COMMIT may still lie unread in a socket, or wait for its disk, while others are answered: until its backend is done. */
const decided = (pool: Pool, backend: number) => async (): Promise<boolean> => {
  const { rowCount } = await pool.query(
    "select from pg_stat_activity where pid = $1 and state not in ('idle', 'disabled')",
    [backend],
  );
  return rowCount === 0;
};
/** The process that serves a connection; the driver's types do not name it. */
const backendOf = (client: PoolClient): number => (client as PoolClient & { processID?: number | null }).processID ?? 0;

/** Runs `fn` in one transaction on one connection; anything thrown takes back all of it. */
export function transaction<T>(pool: Pool, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  return begun(pool, 'begin', fn);
}

/** `snapshot`: all that is read is of one moment, and what somebody changes meanwhile is not written over, but fails. */
export interface Isolation {
  snapshot?: boolean;
}
/**
 * A transaction that sees the rows of `orgIds` and of no other organisation.
 * The setting ends with the transaction, so a pooled connection never carries it to the next request.
 */
export function scoped<T>(
  appPool: Pool,
  orgIds: Iterable<number>,
  fn: (client: PoolClient) => Promise<T>,
  { snapshot = false }: Isolation = {},
): Promise<T> {
  const ids = [...orgIds];
  const stranger = ids.find((id) => !Number.isSafeInteger(id));
  if (stranger !== undefined) return Promise.reject(new TypeError(`Not an organisation id: ${stranger}`));
  // One message instead of two: a round trip saved on every request. Safe to spell out, for only integers come here.
  const begin = snapshot ? 'begin isolation level repeatable read' : 'begin';
  return begun(appPool, `${begin}; select set_config('plomb.orgs', '${ids.join(',')}', true)`, fn);
}

async function begun<T>(pool: Pool, opening: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(opening);
    const result = await fn(client);
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and `fn` swallowed it.
    const { command } = await client.query('commit').catch((error: unknown) => {
      throw isRefusedCommit(error) ? error : new CommitUnknown(decided(pool, backendOf(client)), error);
    });
    if (command !== 'COMMIT') throw new Error('A statement of this transaction had failed; nothing was saved');
    return result;
  } catch (error) {
    broken = await client.query('rollback').then(
      () => undefined,
      (failure: Error) => failure,
    );
    throw error;
  } finally {
    client.release(broken);
  }
}
