import type { ClientBase } from 'pg';

/**
 * Work that sees these organisations, too, until it is done or has failed. Whoever calls it has found
 * an assignment that names them, and asks for nothing but what that allows.
 */
export const alsoSeeing = async <T>(
  client: ClientBase,
  orgIds: readonly number[],
  own: readonly number[],
  work: () => Promise<T>,
): Promise<T> => {
  const see = (ids: readonly number[]) => client.query("select set_config('plomb.orgs', $1, true)", [ids.join(',')]);
  await see([...new Set([...own, ...orgIds])]);
  let done: T;
  try {
    done = await work();
  } catch (error) {
    // of a transaction that has failed nothing is read any more
    await see(own).catch(() => undefined);
    throw error;
  }
  await see(own);
  return done;
};
