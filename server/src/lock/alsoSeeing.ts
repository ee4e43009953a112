import type { ClientBase } from 'pg';

/**
 * Work that sees these organisations, too, until it is done; what fails ends with its transaction. Whoever calls it has found
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
  const done = await work();
  await see(own);
  return done;
};
