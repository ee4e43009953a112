import type { Pool } from 'pg';
import { kyselyOn } from './postgres/kysely.ts';
import { FOR_FILES, FOR_OTHERS } from './postgres/pools.ts';
import { scoped } from './postgres/transaction.ts';
import type { Reading, Tables } from './serve.ts';

/**
 * Reads two things that do not wait for each other: `there` in the sight of these organisations, on the connection that it is given, and `here`
 * as the caller sees, on theirs.
 */
export type Beside = <A, B>(
  ctx: Reading,
  orgIds: readonly number[],
  there: (ctx: Reading) => Promise<A>,
  here: () => Promise<B>,
) => Promise<[A, B]>;

/** Runs what reads with the sight of these organisations instead of the caller's, in the same transaction. */
export const inSightOf = async <T>(
  { client, operator }: Reading,
  orgIds: readonly number[],
  run: () => Promise<T>,
): Promise<T> => {
  const see = (ids: readonly number[]) => client.query("select set_config('plomb.orgs', $1, true)", [ids.join(',')]);
  await see(orgIds);
  // what fails ends the transaction, and its sight with it
  const result = await run();
  await see(operator.orgIds);
  return result;
};

/** One after the other on one connection, for what is to be of one moment or has time. */
export const inTurn: Beside = async (ctx, orgIds, there, here) => [
  await inSightOf(ctx, orgIds, () => there(ctx)),
  await here(),
];

/** Connections of which nobody has a second one. */
export const KEPT = FOR_FILES + FOR_OTHERS;
/**
 * Whether a connection can be had at once, and those for files and for other organisations are left: all who hold one and wait for another
 * would wait for ever.
 */
const hasRoom = ({ idleCount, totalCount, waitingCount, options: { max } }: Pool): boolean =>
  idleCount + max - totalCount > waitingCount + KEPT;

/** At once where the pool has a second connection to spare: the database reads the one while this process works on the other. */
export const openBeside =
  (pool: Pool): Beside =>
  async (ctx, orgIds, there, here) => {
    if (!hasRoom(pool)) return inTurn(ctx, orgIds, there, here);
    const [one, other] = await Promise.allSettled([
      scoped(pool, orgIds, (client) => there({ client, db: kyselyOn<Tables>(client), operator: ctx.operator })),
      here(),
    ]);
    // only now: whoever fails gives their connection back, and the other would go on in somebody else's transaction
    if (one.status === 'rejected') throw one.reason;
    if (other.status === 'rejected') throw other.reason;
    return [one.value, other.value];
  };
