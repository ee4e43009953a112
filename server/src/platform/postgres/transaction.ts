import type { Pool, PoolClient } from 'pg';

/** Runs `fn` in one transaction on one connection; anything thrown takes back all of it. */
export function transaction<T>(pool: Pool, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  return begun(pool, 'begin', fn);
}

/**
 * A transaction that sees the rows of `orgIds` and of no other organisation.
 * The setting ends with the transaction, so a pooled connection never carries it to the next request.
 */
export function scoped<T>(appPool: Pool, orgIds: Iterable<number>, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  const ids = [...orgIds];
  const stranger = ids.find((id) => !Number.isSafeInteger(id));
  if (stranger !== undefined) return Promise.reject(new TypeError(`Not an organisation id: ${stranger}`));
  // One message instead of two: a round trip saved on every request. Safe to spell out, for only integers come here.
  return begun(appPool, `begin; select set_config('plomb.orgs', '${ids.join(',')}', true)`, fn);
}

async function begun<T>(pool: Pool, opening: string, fn: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(opening);
    const result = await fn(client);
    // PostgreSQL answers COMMIT with ROLLBACK, and no error, when a statement failed and `fn` swallowed it.
    const { command } = await client.query('commit');
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
